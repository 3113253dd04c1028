package trace

import (
	"fmt"
	"strings"
)

// fileKinds are what people hand over in place of a text, by how such files begin.
var fileKinds = []struct{ begin, kind, cure string }{
	{"\x89PNG", "a picture (PNG)", "copy the trace as text"},
	{"\xff\xd8\xff", "a picture (JPEG)", "copy the trace as text"},
	{"GIF8", "a picture (GIF)", "copy the trace as text"},
	{"%PDF-", "a PDF document", "copy the trace as text"},
	{"PK\x03\x04", "a zip archive or an APK", "unpack it; the app comes first and the trace second"},
	{"\x1f\x8b", "a gzip archive", "unpack it"},
}

// CheckKind says that what was handed over is no text but a file of another kind; nil if it is none that
// is known.
func CheckKind(text string) error {
	for _, f := range fileKinds {
		if strings.HasPrefix(text, f.begin) {
			return fmt.Errorf("%w: it is %s: %s", ErrNoTrace, f.kind, f.cure)
		}
	}
	return nil
}
