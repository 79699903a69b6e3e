/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line where commands and searches are typed: readline edits, the application draws. */
#ifndef TUI_PROMPT_H
#define TUI_PROMPT_H

#include <stdbool.h>
#include <stddef.h>

struct app;

#define PROMPT_BYTES 1023	/* of a line */

enum prompt_state { PROMPT_CLOSED, PROMPT_EDITING, PROMPT_DONE, PROMPT_CANCELLED };

/* Once, before the terminal is opened. History is kept between runs where history is true. */
void prompt_init(struct app *app, bool history);
void prompt_finish(void);	/* writes the history */

void prompt_open(char sign, const char *text);	/* sign: ':' or '/' */
/* The line again, as it was, with the cursor where something is wrong and why. */
void prompt_reopen(const char *text, size_t cursor, const char *wrong);
bool prompt_is_wrong(void);	/* prompt_matches() tells why */
enum prompt_state prompt_key(int key);
/* Adds text at the cursor, all of it or, where the line would get too long, nothing. */
void prompt_paste(const char *text);
enum prompt_state prompt_state(void);
char prompt_sign(void);
const char *prompt_text(void);		/* what was typed so far */
size_t prompt_cursor(void);		/* byte of the text where the cursor is */
const char *prompt_matches(void);	/* completions to choose from, "" when there are none to show */

#endif
