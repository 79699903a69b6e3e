/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From argv to a command's run function, and how it ends. */
#include "cli/cli.h"
#include "base/hash.h"
#include "base/path.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int
cli_fail(const char *file, const struct error *err)
{
	struct error name;

	fflush(stdout);
	fputs("sonde: ", stderr);
	if (file) {
		error_set(&name, "%s", path_shown_input(file));
		fprintf(stderr, "%s: ", name.message);
	}
	fputs(err->message, stderr);
	if (err->offset != ERROR_NO_OFFSET)
		fprintf(stderr, " (byte %" PRId64 ")", err->offset);
	fputc('\n', stderr);
	return CLI_FAILED;
}

static int
print_usage_error(const struct cli_command *command, const struct error *err)
{
	fflush(stdout);
	if (command)
		fprintf(stderr, "sonde %s: %s; see 'sonde help %s'\n", command->id, err->message, command->id);
	else
		fprintf(stderr, "sonde: %s; see 'sonde help'\n", err->message);
	return CLI_USAGE;
}

int
cli_usage(const struct cli_call *call, const char *format, ...)
{
	struct error err, safe;
	va_list args;

	va_start(args, format);
	vsnprintf(err.message, sizeof(err.message), format, args);
	va_end(args);
	error_set(&safe, "%s", err.message);
	return print_usage_error(call->command, &safe);
}

int
cli_refuse(const struct cli_call *call, const struct error *err)
{
	return err->no_memory ? cli_fail(NULL, err) : print_usage_error(call->command, err);
}

int
cli_blame(const struct cli_call *call, const char *file, const struct error *err)
{
	return err->unknown ? print_usage_error(call->command, err) : cli_fail(file, err);
}

const struct cli_command *
cli_find_command(const struct cli_program *program, const char *id)
{
	for (int i = 0; program->commands[i]; i++)
		if (strcmp(program->commands[i]->id, id) == 0)
			return program->commands[i];
	return NULL;
}

static const char *
command_word(const void *data, size_t i)
{
	const struct cli_program *program = data;

	return program->commands[i] ? program->commands[i]->id : NULL;
}

/* A first word that names no command: a mistyped one, unless it looks like a file or is one. */
static bool
is_mistyped(const struct cli_program *program, const char *word, struct error *err)
{
	const char *near;

	if (program->fallback && (strpbrk(word, "/.") || word[0] == '-' || access(word, F_OK) == 0))
		return false;
	near = cli_nearest(word, command_word, program);
	if (near)
		error_set(err, "'%s' is no command, did you mean '%s'?", word, near);
	else
		error_set(err, "'%s' is no command%s", word, program->fallback ? " and no file" : "");
	return near || !program->fallback;
}

static int
run_command(const struct cli_program *program, const struct cli_command *command, int n, char **args)
{
	struct cli_call call;
	struct error err;
	int status = CLI_FAILED;

	switch (cli_parse(&call, program, command, n, args, &err)) {
	case CLI_PARSED:
		status = command->run(&call);
		break;
	case CLI_PARSED_HELP:
		cli_print_command_help(program, command);
		status = CLI_DONE;
		break;
	case CLI_PARSED_WRONG:
		status = print_usage_error(command, &err);
		break;
	case CLI_PARSED_NO_MEMORY:
		error_no_memory(&err, "reading the command line");
		status = cli_fail(NULL, &err);
		break;
	}
	cli_call_free(&call);
	return status;
}

static int
dispatch(const struct cli_program *program, int argc, char **argv)
{
	const struct cli_command *command;
	struct error err;

	if (argc < 2) {
		error_set(&err, "a command or a trace is needed");
		return print_usage_error(NULL, &err);
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		cli_print_help(program);
		return CLI_DONE;
	}
	if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
		fputs(program->version, stdout);
		return CLI_DONE;
	}
	command = cli_find_command(program, argv[1]);
	if (command)
		return run_command(program, command, argc - 2, argv + 2);
	if (is_mistyped(program, argv[1], &err))
		return print_usage_error(NULL, &err);
	return run_command(program, program->fallback, argc - 1, argv + 1);
}

/*
 * A descriptor that came closed is filled, so that no file opened later takes
 * its number; read-only, so that writing to it still fails.
 */
static void
fill_standard_descriptors(void)
{
	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) == -1 && errno == EBADF && open("/dev/null", O_RDONLY) != fd)
			_exit(CLI_FAILED);
}

static int
close_output(int status)
{
	bool failed = ferror(stdout) != 0;
	struct error err;

	errno = 0;
	if (fclose(stdout) != 0)
		failed = true;
	if (!failed || (errno == EBADF && status != CLI_DONE))
		return status;
	error_set(&err, "standard output: %s", errno ? strerror(errno) : "write error");
	return cli_fail(NULL, &err);
}

int
cli_main(const struct cli_program *program, int argc, char **argv)
{
	fill_standard_descriptors();
	signal(SIGPIPE, SIG_DFL);	/* `sonde show ... | head` ends quietly */
	signal(SIGXFSZ, SIG_IGN);	/* a file larger than it may be is told as any other that cannot be written */
	hash_seed_init();
	return close_output(dispatch(program, argc, argv));
}
