/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a workbook, and what is found in them. */
#ifndef REPORT_XLSX_READ_PRIV_H
#define REPORT_XLSX_READ_PRIV_H

#include "base/buffer.h"
#include "report/raw_priv.h"
#include "report/read.h"
#include <expat.h>
#include <zip.h>

struct xlsx_relation {
	const char *id, *type, *target;		/* target: the part's name, from the archive's root */
};

struct xlsx_sheet {
	const char *name, *relation;
};

struct xlsx_reader {
	zip_t *archive;
	struct arena arena;		/* owns all texts below */
	struct xlsx_relation *relations;	/* of the part read last */
	struct xlsx_sheet *sheets;
	const char **strings;		/* the shared ones */
	size_t n_relations, cap_relations, n_sheets, cap_sheets, n_strings, cap_strings;
	int64_t expanded;		/* bytes so far */
	struct error *err;
	bool failed;			/* err is set by a handler */
	XML_Parser parser;		/* while a part is read */
};

struct xlsx_handlers {
	XML_StartElementHandler start;
	XML_EndElementHandler end;
	XML_CharacterDataHandler text;
};

/* Runs a part's XML through the handlers. *found may be NULL: then a missing part is an error. */
int xlsx_read_part(struct xlsx_reader *reader, const char *name, const struct xlsx_handlers *handlers, void *data,
	bool *found);
/* For handlers: remembers that err is set and ends the reading. */
void xlsx_stop(struct xlsx_reader *reader);

/* An element's or attribute's name without its prefix. */
const char *xlsx_local(const char *name);
/* The value of the attribute, its prefix no matter; NULL when it is not there. */
const char *xlsx_attribute(const XML_Char **attributes, const char *name);

int xlsx_read_strings(struct xlsx_reader *reader, const char *name);
int xlsx_read_cells(struct xlsx_reader *reader, const char *name, const char *id, struct table **out);

/* Turns "_x0041_" into the character of that number, in place. */
void xlsx_unescape(struct buffer *text);

#endif
