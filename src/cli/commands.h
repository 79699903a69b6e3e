/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands in the order of the help text, one a line: COMMAND(NAME) is cmd_NAME of cmd_NAME.c. */
COMMAND(browse)
COMMAND(info)
COMMAND(tree)
COMMAND(modules)
COMMAND(show)
COMMAND(report)
COMMAND(compare)
COMMAND(diff)
COMMAND(model)
COMMAND(ops)
COMMAND(arch)
COMMAND(help)
