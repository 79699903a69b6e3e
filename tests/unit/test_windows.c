/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loading goes through windows of text: whatever stands at a window's edge, on
 * however many threads, in whatever container, the trace is the same.
 */
#include "trace_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Events that are awkward to cut, in turn. @N becomes the event's number, @T its
 * time. What comes out of each is in the table's other columns.
 */
static const struct {
	const char *text, *name;
	uint8_t kind;
	int64_t dur;
} shapes[] = {
	{"{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"a\\\"b\\\\c\\u00e9\\ud83d\\ude00 }, {} ,{\", \"pid\": 1, "
	 "\"tid\": 2,\n \"ts\": @T, \"dur\": 2.5,\n \"args\": {\"External id\": @N, \"Input Dims\": [[8, 1024], []], "
	 "\"Input type\": [\"float\", \"Scalar\"]}\n }",
		"a\"b\\c\xc3\xa9\xf0\x9f\x98\x80 }, {} ,{", EVENT_OP, 2500},
	{"{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"\xe6\xa0\xb8\xe2\x80\xa6k\xc3\xa9rnel<{\xf0\x9f\x94\xa5}>\", "
	 "\"pid\": 0, \"tid\": 7, \"ts\": @T, \"dur\": 1.125, \"args\": {\"device\": 0, \"stream\": 7, "
	 "\"correlation\": @N}}",
		"\xe6\xa0\xb8\xe2\x80\xa6k\xc3\xa9rnel<{\xf0\x9f\x94\xa5}>", EVENT_KERNEL, 1125},
	{"{\"args\": {\"list\": [{\"ph\": \"X\", \"name\": \"no\"}, {\"name\": 1}, {}, [[], {\"ts\": 5}]]},\n"
	 "\"dur\": 3, \"ts\": @T, \"cat\": \"python_function\", \"ph\": \"X\", \"tid\": 2, \"pid\": 1, "
	 "\"name\": \"nested\", \"other\": @N}",
		"nested", EVENT_PYTHON, 3000},
	{"{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"backslashes\\\\\\\\\",\"pid\":\"1\",\"tid\":\"2\",\"ts\":"
	 "\"@T\",\"dur\":4e0,\"args\":{\"correlation\":\"@N\",\"x\":[1e-5,-0.25,true,null]}}",
		"backslashes\\\\", EVENT_RUNTIME, 4000},
	{"{\"name\": \"f({'a': 1}, {'b': 2}, {\\\"ph\\\": 3})\", \"ph\": \"X\", \"cat\": \"python_function\", \"ts\": "
	 "@T000, \"dur\": 0.0005, \"pid\": 1, \"tid\": 2, \"args\": {\"Python id\": @N}}",
		"f({'a': 1}, {'b': 2}, {\"ph\": 3})", EVENT_PYTHON, 1},
};

#define SHAPES (sizeof(shapes) / sizeof(shapes[0]))

static void
add_event(struct buffer *text, unsigned number)
{
	for (const char *p = shapes[number % SHAPES].text; *p != '\0'; p++) {
		if (strncmp(p, "@T", 2) == 0)
			assert_true(buffer_printf(text, "%u.%03u", 1000 + number, number % 1000));
		else if (strncmp(p, "@N", 2) == 0)
			assert_true(buffer_printf(text, "%u", number + 1));
		else
			assert_true(buffer_add(text, p, 1));
		p += *p == '@';
	}
}

static void
add_events(struct buffer *body, unsigned n, const char *separator)
{
	for (unsigned i = 0; i < n; i++) {
		assert_true(buffer_add_text(body, i ? separator : "\n"));
		add_event(body, i);
	}
	assert_true(buffer_add_text(body, "\n], \"traceName\": \"x.json\"}\n"));
}

/* The events in an object, behind a member that is shift bytes long. */
static void
shift_text(struct buffer *text, size_t shift, const struct buffer *body)
{
	buffer_clear(text);
	assert_true(buffer_add_text(text, "{\"schemaVersion\": 1, \"pad\": \""));
	for (size_t i = 0; i < shift; i++)
		assert_true(buffer_add_text(text, "x"));
	assert_true(buffer_add_text(text, "\", \"traceEvents\": ["));
	assert_true(buffer_add(text, body->data, body->len));
}

static void
make_text(struct buffer *text, size_t shift, unsigned n, const char *separator)
{
	struct buffer body = {0};

	add_events(&body, n, separator);
	shift_text(text, shift, &body);
	buffer_free(&body);
}

static void
assert_events(const struct trace *trace, unsigned n)
{
	assert_int_equal(trace->n, n);
	for (unsigned i = 0; i < n; i++) {
		int64_t ts = (int64_t)i * 1000 + i % 1000;
		bool linked = shapes[i % SHAPES].kind != EVENT_PYTHON;

		if (trace->kind[i] != shapes[i % SHAPES].kind || trace->ts[i] != ts
		    || trace->dur[i] != shapes[i % SHAPES].dur || (linked && trace->link[i] != i + 1)
		    || strcmp(trace_name(trace, i), shapes[i % SHAPES].name) != 0)
			fail_msg("event %u is wrong: %s", i, trace_name(trace, i));
	}
	assert_string_equal(trace->meta.trace_name, "x.json");
	assert_int_equal(trace->meta.schema_version, 1);
}

#define EVENTS 3600	/* about 600 KB: two edges, at 64 KB and at 512 KB */

static void
every_byte_meets_an_edge(void **state)
{
	struct buffer text = {0}, body = {0};
	size_t period = 0;

	(void)state;
	add_events(&body, EVENTS, ",\n");
	for (size_t i = 0; i < SHAPES; i++)
		period += strlen(shapes[i].text) + 8;
	for (size_t shift = 0; shift < period; shift += support_every()) {
		struct trace *trace;

		shift_text(&text, shift, &body);
		assert_true(text.len > 560000);
		trace = support_load(&text, FORM_PLAIN, 1);
		assert_events(trace, EVENTS);
		support_assert_warnings(trace, WARNINGS);
		trace_free(trace);
	}
	buffer_free(&text);
	buffer_free(&body);
}

static void
threads_agree(void **state)
{
	struct buffer text = {0};

	(void)state;
	for (size_t shift = 0; shift < 300; shift += 101 * support_every()) {
		struct trace *one, *many;

		make_text(&text, shift, 16000, ",\n");
		one = support_load(&text, FORM_PLAIN, 1);
		assert_events(one, 16000);
		for (unsigned threads = 2; threads <= 5; threads += 3) {
			many = support_load(&text, FORM_PLAIN, threads);
			support_assert_same(one, many);
			trace_free(many);
		}
		trace_free(one);
	}
	buffer_free(&text);
}

static void
containers_agree(void **state)
{
	struct buffer text = {0};

	(void)state;
	for (size_t shift = 0; shift < 150; shift += 97 * support_every()) {
		struct trace *plain, *other;

		make_text(&text, shift, 16000, ",\n");
		plain = support_load(&text, FORM_PLAIN, 1);
		for (int form = FORM_GZIP; form < FORMS; form++) {
			for (unsigned threads = 1; threads <= 2; threads++) {
				other = support_load(&text, (enum support_form)form, threads);
				support_assert_same(plain, other);
				trace_free(other);
			}
		}
		trace_free(plain);
	}
	buffer_free(&text);
}

static void
separators_do_not_matter(void **state)
{
	static const char *const separators[] = {
		",", ",\r\n", "\r\n,\r\n", " , ", "\n\t\t,\n\n\n", ",                    ",
	};
	struct buffer text = {0};

	(void)state;
	for (size_t i = 0; i < sizeof(separators) / sizeof(separators[0]); i++) {
		struct trace *trace;

		make_text(&text, 3, 9000, separators[i]);
		trace = support_load(&text, FORM_PLAIN, 2);
		assert_events(trace, 9000);
		trace_free(trace);
	}
	buffer_free(&text);
}

/* Two events, the first's name so long that it fills several windows. */
static void
strings_longer_than_windows(void **state)
{
	static const size_t lengths[] = {65500, 65536, 524288 - 40, 524288, 524289, 1 << 20, 5 << 20};
	struct buffer text = {0};

	(void)state;
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		for (int form = FORM_PLAIN; form <= FORM_GZIP; form++) {
			struct trace *trace;

			buffer_clear(&text);
			assert_true(buffer_add_text(&text, "[{\"ph\": \"X\", \"ts\": 1, \"dur\": 2, \"name\": \""));
			for (size_t k = 0; k < lengths[i] / 8; k++)
				assert_true(buffer_add(&text, "{}, {\\\"z", 8));
			assert_true(buffer_add_text(&text, "\"}, {\"ph\": \"X\", \"ts\": 3, \"dur\": 4, "
				"\"name\": \"next\"}]"));
			trace = support_load(&text, (enum support_form)form, 2);
			assert_int_equal(trace->n, 2);
			assert_int_equal(strlen(trace_name(trace, 0)), lengths[i] / 8 * 7);
			assert_string_equal(trace_name(trace, 1), "next");
			assert_int_equal(trace->dur[1], 4000);
			trace_free(trace);
		}
	}
	buffer_free(&text);
}

/* Around each edge the file is cut at every byte: what is whole is there, and the count never shrinks. */
static void
cuts_near_edges(void **state)
{
	static const size_t edges[] = {65536, 524288, 589824};
	struct buffer text = {0};

	(void)state;
	make_text(&text, 11, EVENTS, ",\n");
	for (size_t i = 0; i < sizeof(edges) / sizeof(edges[0]); i++) {
		uint32_t before = 0;

		for (size_t cut = edges[i] - 150; cut < edges[i] + 150; cut += support_every()) {
			struct buffer part = {.data = text.data, .len = cut};
			struct trace *trace = support_load(&part, FORM_PLAIN, 2);

			assert_true(trace->n >= before && trace->n < EVENTS);
			assert_int_equal(support_warned(trace, WARN_TRUNCATED), 1);
			assert_int_equal(trace->warnings[WARN_TRUNCATED].offset, cut);
			assert_true(trace->meta.partial);
			before = trace->n;
			trace_free(trace);
		}
	}
	buffer_free(&text);
}

/* An event in the middle is damaged: it alone is lost, wherever the edge falls. */
static void
damage_near_edges(void **state)
{
	struct buffer text = {0}, body = {0};

	(void)state;
	add_events(&body, EVENTS, ",\n");
	for (size_t shift = 0; shift < 900; shift += 23 * support_every()) {
		struct trace *one, *two;
		char *p;

		shift_text(&text, shift, &body);
		p = memchr(text.data + 524288 - 300, '\n', 600);
		for (p++; *p != '{' || strncmp(p, "{\"ph\": \"X\", \"cat\": \"kernel\"", 27) != 0; p++)
			;
		memcpy(strchr(p, ':'), ";;", 2);
		one = support_load(&text, FORM_PLAIN, 1);
		two = support_load(&text, FORM_PLAIN, 2);
		assert_int_equal(one->n, EVENTS);
		assert_int_equal(support_warned(one, WARN_DAMAGED), 1);
		assert_int_equal(one->warnings[WARN_DAMAGED].offset, p - text.data);
		assert_int_equal(one->kind[one->warnings[WARN_DAMAGED].event], EVENT_SKIPPED);
		support_assert_same(one, two);
		trace_free(one);
		trace_free(two);
	}
	buffer_free(&text);
	buffer_free(&body);
}

/* The text of an event is found again, from every container. */
static void
events_are_read_again(void **state)
{
	static const uint32_t events[] = {0, 1, 7999, 15999, 3, 12000, 2};
	struct buffer text = {0}, event = {0}, expected = {0};

	(void)state;
	make_text(&text, 5, 16000, ",\n");
	for (int form = 0; form < FORMS; form++) {
		struct trace *trace = support_load(&text, (enum support_form)form, 2);
		struct error err = {0};

		for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
			if (trace_read_event(trace, events[i], &event, &err) != 0)
				fail_msg("%s: %s", support_form_names[form], err.message);
			buffer_clear(&expected);
			add_event(&expected, events[i]);
			assert_int_equal(event.len, expected.len);
			assert_memory_equal(event.data, expected.data, event.len);
		}
		trace_free(trace);
	}
	buffer_free(&expected);
	buffer_free(&event);
	buffer_free(&text);
}

/* The file is written to while the trace is open: what stands there now is of another one. */
static void
events_of_a_changed_file_are_not_told(void **state)
{
	char path[] = "/tmp/sonde-changed-XXXXXX";
	struct buffer text = {0}, event = {0};
	struct trace *trace;
	struct error err = {0};
	int fd = mkstemp(path);

	(void)state;
	make_text(&text, 5, 100, ",\n");
	assert_true(fd >= 0 && write(fd, text.data, text.len) == (ssize_t)text.len);
	assert_int_equal(trace_open(&trace, path, NULL, &err), 0);
	assert_int_equal(trace_read_event(trace, 50, &event, &err), 0);
	usleep(20000);	/* clocks of file systems are coarse */
	memset(text.data + trace->offset[50], ' ', 20);
	assert_true(pwrite(fd, text.data, text.len, 0) == (ssize_t)text.len);
	assert_int_equal(trace_read_event(trace, 50, &event, &err), -1);
	assert_string_equal(err.message, "the file has changed since it was loaded");
	trace_free(trace);

	/* Another file of the name is another one. */
	assert_int_equal(trace_open(&trace, path, NULL, &err), 0);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(trace_read_event(trace, 51, &event, &err), 0);
	trace_free(trace);
	close(fd);
	buffer_free(&event);
	buffer_free(&text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_byte_meets_an_edge),
		cmocka_unit_test(threads_agree),
		cmocka_unit_test(containers_agree),
		cmocka_unit_test(separators_do_not_matter),
		cmocka_unit_test(strings_longer_than_windows),
		cmocka_unit_test(cuts_near_edges),
		cmocka_unit_test(damage_near_edges),
		cmocka_unit_test(events_are_read_again),
		cmocka_unit_test(events_of_a_changed_file_are_not_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
