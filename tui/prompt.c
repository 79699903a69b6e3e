/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Readline has one line a program, so what belongs to it is here once, too.
 * It gets its keys from a queue and never touches the terminal.
 */
#include "tui/prompt.h"
#include "base/text.h"
#include "tui/app.h"
#include "tui/complete.h"
#include "tui/folders.h"
#include "tui/keys.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <readline/history.h>
#include <readline/readline.h>

#define HISTORY_LINES 1000

enum { HISTORY_COMMANDS, HISTORY_SEARCHES, HISTORIES };

static struct {
	const struct app *app;
	enum prompt_state state;
	char sign;
	char text[PROMPT_BYTES + 1];	/* once it is done */
	char matches[512];
	bool wrong;		/* matches is what is wrong with the line */
	char queue[64];
	size_t queued, taken;
	HISTORY_STATE *histories[HISTORIES];
	bool keep;		/* histories in files */
	FILE *nowhere;
} prompt;

static const char *const history_files[HISTORIES] = {"commands", "searches"};

static int
queue_get(FILE *ignored)
{
	(void)ignored;
	return prompt.taken < prompt.queued ? (unsigned char)prompt.queue[prompt.taken++] : EOF;
}

static int
queue_ready(void)
{
	return prompt.taken < prompt.queued;
}

static void
nothing(void)
{
}

static void
nothing_int(int ignored)
{
	(void)ignored;
}

static char *
word_generator(const char *text, int state)
{
	static unsigned number;
	size_t start = (size_t)rl_point - strlen(text);
	int files;

	number = state ? number + 1 : 0;
	return complete_word(prompt.app, rl_line_buffer, start, text, number, &files);
}

/*
 * The name of a file is all that stands behind the command, whereas readline takes the last word
 * for it: what stands before that word is put before it to look, and taken away from what is found.
 */
static char *
file_generator(const char *text, int state)
{
	const char *before;
	size_t len = complete_before(rl_line_buffer, (size_t)rl_point - strlen(text), &before);
	char name[PROMPT_BYTES + 1], *found, *word = NULL;
	struct stat status;

	if (snprintf(name, sizeof(name), "%.*s%s", (int)len, before, text) >= (int)sizeof(name))
		return NULL;
	found = rl_filename_completion_function(name, state);
	if (found && strlen(found) >= len && asprintf(&word, "%s%s", found + len,
		!stat(found, &status) && S_ISDIR(status.st_mode) ? "/" : "") < 0)
		word = NULL;
	free(found);
	return word;
}

static char **
files_complete(const char *text)
{
	char **matches = rl_completion_matches(text, file_generator);

	/* What is found is no name of its own: nothing may be made of it but what it says. */
	rl_filename_completion_desired = 0;
	if (matches && matches[0][0] && !matches[1] && matches[0][strlen(matches[0]) - 1] == '/')
		rl_completion_append_character = '\0';
	return matches;
}

static char **
words_complete(const char *text, int start, int end)
{
	int files = 0;

	(void)end;
	rl_attempted_completion_over = 1;
	if (prompt.sign != ':')
		return NULL;
	free(complete_word(prompt.app, rl_line_buffer, (size_t)start, text, 0, &files));
	return files ? files_complete(text) : rl_completion_matches(text, word_generator);
}

static void
matches_show(char **matches, int n, int longest)
{
	size_t used = 0;

	(void)longest;
	for (int i = 1; i <= n && used < sizeof(prompt.matches); i++)
		used += (size_t)snprintf(prompt.matches + used, sizeof(prompt.matches) - used,
			"%s%s", i > 1 ? "  " : "", matches[i]);
}

static void
history_use(int which)
{
	if (prompt.histories[which])
		history_set_history_state(prompt.histories[which]);
	using_history();
}

static void
history_put(int which)
{
	free(prompt.histories[which]);
	prompt.histories[which] = history_get_history_state();
}

void
prompt_init(struct app *app, bool keep)
{
	char path[FOLDER_PATH];
	struct error err;

	prompt.app = app;
	prompt.keep = keep;
	prompt.nowhere = fopen("/dev/null", "r+");
	rl_readline_name = "sonde";
	rl_terminal_name = "dumb";
	rl_catch_signals = 0;
	rl_catch_sigwinch = 0;
	rl_change_environment = 0;
	rl_instream = rl_outstream = prompt.nowhere;
	rl_getc_function = queue_get;
	rl_input_available_hook = queue_ready;
	rl_redisplay_function = nothing;
	rl_prep_term_function = nothing_int;
	rl_deprep_term_function = nothing;
	rl_attempted_completion_function = words_complete;
	rl_completion_display_matches_hook = matches_show;
	rl_completer_word_break_characters = " ";
	rl_initialize();
	rl_variable_bind("bell-style", "none");
	rl_variable_bind("enable-bracketed-paste", "off");
	rl_variable_bind("show-all-if-ambiguous", "on");
	for (int i = 0; i < HISTORIES; i++) {
		HISTORY_STATE empty = {0};

		history_set_history_state(&empty);
		using_history();
		stifle_history(HISTORY_LINES);
		if (keep && folder_path(FOLDER_STATE, history_files[i], path)) {
			if (!file_check(path, &err))
				read_history(path);
			else if (errno != ENOENT)
				app_say(app, ROLE_ERROR, "%s", err.message);
		}
		history_put(i);
	}
}

void
prompt_finish(void)
{
	HISTORY_STATE empty = {0};
	char path[FOLDER_PATH];
	struct error err;

	for (int i = 0; i < HISTORIES; i++) {
		if (!prompt.histories[i])
			continue;
		history_use(i);
		if (prompt.keep && history_length && folder_path(FOLDER_STATE, history_files[i], path)
		    && (!file_check(path, &err) || errno == ENOENT)) {
			folder_make(path);
			write_history(path);
		}
		clear_history();
		history_put(i);
		free(prompt.histories[i]->entries);
		free(prompt.histories[i]);
		prompt.histories[i] = NULL;
	}
	history_set_history_state(&empty);
	if (prompt.nowhere)
		fclose(prompt.nowhere);
	prompt.nowhere = NULL;
}

static int
prompt_history(void)
{
	return prompt.sign == '/' ? HISTORY_SEARCHES : HISTORY_COMMANDS;
}

static void
line_done(char *line)
{
	rl_callback_handler_remove();
	prompt.state = line ? PROMPT_DONE : PROMPT_CANCELLED;
	snprintf(prompt.text, sizeof(prompt.text), "%s", line ? line : "");
	if (line && *line) {
		HIST_ENTRY *last =
			history_length ? history_get(history_base + history_length - 1) : NULL;

		if (!last || strcmp(last->line, line))
			add_history(line);
	}
	free(line);
	history_put(prompt_history());
}

void
prompt_open(char sign, const char *text)
{
	prompt.sign = sign;
	prompt.state = PROMPT_EDITING;
	prompt.matches[0] = '\0';
	prompt.wrong = false;
	prompt.queued = prompt.taken = 0;
	history_use(prompt_history());
	rl_callback_handler_install("", line_done);
	rl_insert_text(text);
	if (*text && !strchr(text, ' '))
		rl_insert_text(" ");
}

void
prompt_reopen(const char *text, size_t cursor, const char *wrong)
{
	prompt_open(':', text);
	rl_point = cursor > (size_t)rl_end ? rl_end : (int)cursor;
	prompt.wrong = true;
	snprintf(prompt.matches, sizeof(prompt.matches), "%s", wrong);
}

bool
prompt_is_wrong(void)
{
	return prompt.wrong;
}

static void
prompt_feed(const char *bytes, size_t n)
{
	memcpy(prompt.queue, bytes, n);
	prompt.taken = 0;
	prompt.queued = n;
	while (prompt.state == PROMPT_EDITING && queue_ready())
		rl_callback_read_char();
}

/*
 * As if an empty line were entered: only then does readline put back what it lent from the
 * history.
 */
static void
prompt_cancel(void)
{
	for (int tries = 0; tries < 3 && prompt.state == PROMPT_EDITING; tries++) {
		rl_replace_line("", 0);
		rl_point = 0;
		prompt_feed("\n", 1);
	}
	if (prompt.state == PROMPT_EDITING)
		line_done(NULL);
	prompt.state = PROMPT_CANCELLED;
}

/* The bytes that a terminal sends for the key. */
static size_t
key_bytes(int key, char out[8])
{
	static const struct {
		int key;
		const char *bytes;
	} sequences[] = {
		{KEYCODE_UP, "\033[A"},
		{KEYCODE_DOWN, "\033[B"},
		{KEYCODE_RIGHT, "\033[C"},
		{KEYCODE_LEFT, "\033[D"},
		{KEYCODE_HOME, "\033[H"},
		{KEYCODE_END, "\033[F"},
		{KEYCODE_DELETE, "\033[3~"},
		{KEYCODE_BACKSPACE, "\177"},
	};

	for (size_t i = 0; i < sizeof(sequences) / sizeof(*sequences); i++) {
		if (sequences[i].key != key)
			continue;
		memcpy(out, sequences[i].bytes, strlen(sequences[i].bytes));
		return strlen(sequences[i].bytes);
	}
	return key < KEYCODE_BASE ? text_encode((uint32_t)key, out) : 0;
}

enum prompt_state
prompt_key(int key)
{
	char bytes[8];
	size_t n;

	if (key == KEYCODE_ESCAPE || key == ('C' & 0x1f) || (key == KEYCODE_BACKSPACE && !rl_end)) {
		prompt_cancel();
		return prompt.state;
	}
	prompt.matches[0] = '\0';
	prompt.wrong = false;
	n = key_bytes(key, bytes);
	prompt_feed(bytes, n);
	return prompt.state;
}

void
prompt_paste(const char *text)
{
	size_t len = strlen(text);

	prompt.matches[0] = '\0';
	prompt.wrong = len > PROMPT_BYTES || (size_t)rl_end + len > PROMPT_BYTES;
	if (prompt.wrong)
		snprintf(prompt.matches, sizeof(prompt.matches),
			"what was pasted is left out: the line would be longer than %d bytes", PROMPT_BYTES);
	else
		rl_insert_text(text);
}

enum prompt_state
prompt_state(void)
{
	return prompt.state;
}

char
prompt_sign(void)
{
	return prompt.sign;
}

const char *
prompt_text(void)
{
	return prompt.state == PROMPT_EDITING ? rl_line_buffer : prompt.text;
}

size_t
prompt_cursor(void)
{
	return (size_t)rl_point;
}

const char *
prompt_matches(void)
{
	return prompt.matches;
}
