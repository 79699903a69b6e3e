/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include <stdio.h>

int
main(void)
{
	puts(PACKAGE_STRING);
	return 0;
}
