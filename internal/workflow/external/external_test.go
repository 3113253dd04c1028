package external

import (
	"path/filepath"
	"strings"
	"testing"

	"talpa/dex/apk"
)

// TestEvents demands the links and components that the sample app declares, and
// nothing that others may not start.
func TestEvents(t *testing.T) {
	t.Parallel()
	a, err := apk.Open(filepath.Join("..", "..", "..", "testdata", "apps", "vane.apk"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range Events(a.Manifest()) {
		got = append(got, e.String())
	}
	want := []string{
		"start action=android.intent.action.VIEW component=dev.talpa.vane/dev.talpa.vane.PlaceActivity data=vane://place/" +
			" category=android.intent.category.DEFAULT category=android.intent.category.BROWSABLE",
		"start action=android.intent.action.VIEW component=dev.talpa.vane/dev.talpa.vane.PlaceActivity",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestLink(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		data      []apk.DataSpec
		uri, mime string
	}{
		{nil, "", ""},
		{[]apk.DataSpec{{MIMEType: "image/*"}}, "", "image/png"},
		{[]apk.DataSpec{{MIMEType: "*/*"}}, "", "text/plain"},
		{[]apk.DataSpec{{Scheme: "http"}, {Scheme: "https"}, {Host: "*.a.org"}, {PathPrefix: "/x"}}, "http://www.a.org/x", ""},
		{[]apk.DataSpec{{Scheme: "file", PathPattern: ".*", MIMEType: "text/csv"}}, "file://example.com/", "text/csv"},
	} {
		if uri, mime := link(c.data); uri != c.uri || mime != c.mime {
			t.Errorf("%+v: %q, %q", c.data, uri, mime)
		}
	}
}
