package trace_test

import (
	"errors"
	"strings"
	"testing"

	"talpa/asra/trace"
)

// TestParse_file: a file that is no text is named as what it is, with the way out; a trace in one that
// only begins so is read.
func TestParse_file(t *testing.T) {
	t.Parallel()
	for begin, want := range map[string]string{
		"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR": "a picture (PNG): copy the trace as text",
		"\xff\xd8\xff\xe0\x00\x10JFIF":          "a picture (JPEG): copy the trace as text",
		"PK\x03\x04\x14\x00":                    "the app comes first and the trace second",
		"\x1f\x8b\x08\x00":                      "a gzip archive: unpack it",
		"%PDF-1.4\n%\xe2\xe3":                   "a PDF document",
		"PK no archive":                         "no stack trace in the text",
	} {
		_, err := trace.Parse(begin)
		if !errors.Is(err, trace.ErrNoTrace) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", begin, err, want)
		}
	}
	text := "GIF8 fails\njava.lang.NullPointerException: x\n\tat a.b.C.m(C.java:1)\n"
	if all, err := trace.Parse(text); err != nil || len(all) != 1 {
		t.Errorf("%q: %v, %v", text, all, err)
	}
}
