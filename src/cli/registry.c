/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "cli/cli.h"

#define COMMAND(name) extern const struct cli_command cmd_##name;
#include "cli/commands.h"
#undef COMMAND

#define COMMAND(name) &cmd_##name,
static const struct cli_command *const commands[] = {
#include "cli/commands.h"
	NULL
};
#undef COMMAND

const struct cli_program sonde_program = {
	.name = PACKAGE_NAME,
	.help = "open PyTorch profiler traces in the terminal",
	.about = "sonde opens a trace of the PyTorch profiler on the machine where it was recorded. "
		"It goes from nn.Module down to operator, runtime launch and kernel, shows what the GPU did and "
		"how close it came to what the hardware allows, and writes reports as workbook, CSV and JSON.\n\n"
		"A TRACE is the profiler's JSON, plain or packed with gzip, zstd or zip, told apart by content; "
		"\"-\" is standard input. "
		"A file whose name is that of a command is opened with its folder: ./info.",
	.commands = commands,
	.fallback = &cmd_browse,
	.version = PACKAGE_STRING "\n"
		"Licence GPL-3.0-or-later: free software, without any warranty, see COPYING.\n"
		"Built with " BUILT_WITH ".\n",
};
