#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The program is built with what makes a mistake hard to exploit, without being asked to.
. "$TESTLIB"

command -v readelf >/dev/null || skip_all 'no readelf'
headers=$(readelf -hldW "$SONDE") || skip_all 'not an ELF program'
symbols=$(readelf -sW "$SONDE")

contains 'position-independent' "$headers" 'DYN ('
contains 'relocations are read-only after start' "$headers" 'GNU_RELRO'
contains 'symbols are bound at start' "$headers" 'NOW'
stack=$(printf '%s\n' "$headers" | grep GNU_STACK)
case $stack in
*RWE*) not_ok 'the stack is not executable' "$stack" ;;
*) ok 'the stack is not executable' ;;
esac
writable=$(printf '%s\n' "$headers" | grep 'LOAD.*RWE')
equals 'no segment is both writable and executable' "$writable" ''
contains 'functions with buffers guard the stack' "$symbols" '__stack_chk_fail'
case $symbols in
*__asan_init*|*__ubsan_*|*__tsan_init*) skip 'library calls are checked' 'sanitisers check them' ;;
*) contains 'library calls are checked' "$symbols" '_chk' ;;
esac

finish
