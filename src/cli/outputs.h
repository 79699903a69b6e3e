/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a command line names to be written. */
#ifndef CLI_OUTPUTS_H
#define CLI_OUTPUTS_H

#include "cli/cli.h"

/* That nothing is written onto what is read, nor twice, nor as what it is not. 0, or -1 with err. */
int cli_check_outputs(const struct cli_call *call, struct error *err);

/* That a file which is to be written is none of those that are read. 0, or -1 with err. */
int cli_check_output(const struct cli_call *call, const char *path, struct error *err);

#endif
