package external

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"talpa/dex/apk"
	"talpa/fuzz/document"
	"talpa/fuzz/event"
)

const picks = "android.intent.action.GET_CONTENT"

// TestDocuments: which files are offered to apps by what they name.
func TestDocuments(t *testing.T) {
	t.Parallel()
	reader := func(types ...string) *apk.Manifest {
		f := apk.IntentFilter{Actions: []string{"android.intent.action.VIEW"}}
		for _, mime := range types {
			f.Data = append(f.Data, apk.DataSpec{MIMEType: mime})
		}
		return &apk.Manifest{Activities: []apk.Activity{{Component: apk.Component{Filters: []apk.IntentFilter{f}}}}}
	}
	for name, c := range map[string]struct {
		manifest *apk.Manifest
		texts    []string
		want     string // the extensions of the whole files, in order
	}{
		"no picker":             {reader("application/pdf"), []string{".epub"}, ""},
		"nothing named":         {reader(), []string{picks, "epub"}, ""},
		"type in code":          {reader(), []string{picks, "text/csv"}, "csv"},
		"extension in code":     {reader(), []string{picks, ".gpx", "*.kml", "a.pdf", "java.xml"}, "gpx kml"},
		"families mean none":    {reader("image/*", "*/*"), []string{picks}, ""},
		"filter before code":    {reader("application/pdf"), []string{picks, ".epub"}, "pdf epub"},
		"common ones come last": {reader(), []string{picks, ".json", ".xml", ".vcf"}, "vcf json xml"},
		"too many": {reader(), []string{picks, ".csv", ".epub", ".gpx", ".ics", ".kml", ".m3u", ".md"},
			"csv epub gpx ics kml m3u"},
	} {
		var got []string
		events := Documents(c.manifest, slices.Values(c.texts))
		for _, e := range events {
			if err := e.Validate(); err != nil {
				t.Errorf("%s: %s: %v", name, e, err)
			}
			if ext, ok := strings.CutPrefix(e.Value, "sample."); ok && e.Arg == string(document.Whole) {
				got = append(got, ext)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %q", name, got, c.want)
		}
		if n := len(got); n > 0 && len(events) != 3*n+5 {
			t.Errorf("%s: %d events for %d kinds", name, len(events), n)
		}
	}
}

// TestPhone: other apps are taken from who starts some, people's things from who reads them.
func TestPhone(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		permission string
		texts      []string
		want       string
	}{
		"a calculator": {"android.permission.INTERNET", []string{"hello"}, ""},
		"shows a page": {"", []string{"android.intent.action.VIEW"}, "apps none, apps all"},
		"scans":        {"", []string{"com.google.zxing.client.android.SCAN"}, "apps none, apps all, apps more"},
		"store":        {"", []string{"market://details?id=x"}, "apps none, apps all, apps more"},
		"reads people": {"android.permission.READ_CONTACTS", nil, "phone empty, phone used"},
		"writes files": {"android.permission.WRITE_EXTERNAL_STORAGE", nil, "storage removed, storage readonly, storage full, storage ok"},
		"reads files": {"android.permission.READ_EXTERNAL_STORAGE", nil,
			"storage removed, storage readonly, storage full, storage ok, phone empty, phone used"},
		"own READ_SMS":  {"dev.READ_SMS", nil, ""},
		"picks a file":  {"", []string{picks}, "apps none, apps all"},
		"like a picker": {"", []string{picks + "S"}, ""},
	} {
		m := &apk.Manifest{Permissions: []apk.Permission{{Name: c.permission}}}
		var got []string
		for _, e := range Phone(m, slices.Values(c.texts)) {
			if err := e.Validate(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			got = append(got, e.Arg+" "+e.Value)
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %v, want %s", name, got, c.want)
		}
	}
}

// TestDocumentsSeveral: two files are picked for who takes several.
func TestDocumentsSeveral(t *testing.T) {
	t.Parallel()
	got := Documents(&apk.Manifest{}, slices.Values([]string{picks, ".csv", several}))
	if last := got[len(got)-1]; last.Kind != event.Answer || last.Arg != "several" {
		t.Errorf("the last event is %s", last)
	}
}

// TestEventsFiles: an app that opens books is started with books, by both schemes, and
// gets them sent.
func TestEventsFiles(t *testing.T) {
	t.Parallel()
	a, err := apk.Open(filepath.Join("..", "..", "..", "testdata", "apps", "magpie.apk"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range Events(a.Manifest()) {
		if e.Kind != event.Start || e.Arg == event.Alone || e.Intent.Type != "application/epub+zip" {
			continue
		}
		got = append(got, strings.TrimPrefix(e.Intent.Action, "android.intent.action.")+" "+e.Intent.Data+
			e.Intent.URIs["android.intent.extra.STREAM"])
	}
	book := "content://com.android.externalstorage.documents/document/primary%3ADownload%2Fsample.epub"
	want := []string{"VIEW " + book, "VIEW file:///sdcard/Download/sample.epub", "VIEW content://example.com/",
		"SEND " + book, "SEND "}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
