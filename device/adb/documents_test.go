package adb_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"talpa/device"
	"talpa/device/virtual"
	"talpa/fuzz/document"
	"talpa/fuzz/event"
)

// dies demands that the app died at the last event, of what the log names.
func (s *sky) dies(of string) {
	s.Helper()
	if log := s.log(); !strings.Contains(log, of) {
		s.Errorf("the app did not die of %q; log:\n%s", of, log)
	}
	s.do(event.Event{Kind: event.Restart})
}

// put has a file lie in the folder for downloads.
func (s *sky) put(state document.State, name string) {
	s.Helper()
	s.do(event.Event{Kind: event.Document, Arg: string(state), Value: name})
}

// TestDocuments has magpie pick files of several kinds, whole and odd, and be started
// with them.
func TestDocuments(t *testing.T) {
	startsJVMs(t)
	s := installed(t, borrow(t), "magpie")
	s.do(event.Event{Kind: event.Launch})
	for _, c := range []struct{ button, want string }{
		{"Any", "picked sample.txt, text/plain, begins sa"},
		{"Book", "picked sample.epub, application/epub+zip, begins PK"},
		{"Table", "picked sample.csv"},
		{"Photo", "picked sample.jpg, image/jpeg"},
		{"Photos", "picked sample.jpg"},
		{"Tree", "in the tree: sample.txt, made new.txt, deleted"},
	} {
		s.tap(c.button)
		s.shows(c.want)
	}
	s.do(event.Event{Kind: event.Answer, Arg: "several"})
	s.tap("Several")
	s.shows("picked sample.txt sample.jpg")
	s.tap("Photos")
	s.shows("picked sample.jpg")
	s.do(event.Event{Kind: event.Answer, Arg: "ok"})
	s.put(document.Whole, "track.gpx")
	s.tap("Any")
	s.shows("picked track.gpx", "begins <?")
	s.tap("Book") // a track is no book
	s.shows("picked sample.epub")
	s.put(document.Damaged, "novel.epub")
	s.tap("Book")
	s.shows("picked novel.epub")
	s.put(document.Gone, "novel.epub")
	s.put(document.AFolder, "books.epub")
	s.tap("Book")
	s.shows("picked sample.epub")
	s.put(document.Empty, "sample")
	s.do(event.Event{Kind: event.Restart}) // what was put stays
	s.tap("Any")
	s.dies("IllegalStateException: the file is empty")
}

// TestDocumentIntents starts magpie's reader with books of both schemes, sent and
// viewed, by events and by am.
func TestDocumentIntents(t *testing.T) {
	startsJVMs(t)
	server := borrow(t)
	s := installed(t, server, "magpie")
	const reader, view, send = "dev.talpa.magpie/dev.talpa.magpie.BookActivity", "android.intent.action.VIEW",
		"android.intent.action.SEND"
	start := func(in event.Intent) {
		in.Component, in.Type = reader, "application/epub+zip"
		s.do(event.Event{Kind: event.Start, Intent: &in})
	}
	start(event.Intent{Action: view, Data: document.ContentURI("sample.epub")})
	s.shows(view + " of 5 entries")
	start(event.Intent{Action: view, Data: document.FileURI("sample.epub")})
	s.shows(view + " of 5 entries")
	stream := map[string]string{"android.intent.extra.STREAM": document.ContentURI("sample.epub")}
	start(event.Intent{Action: send, URIs: stream})
	s.shows(send + " of 5 entries")
	shell(t, server, "am force-stop dev.talpa.magpie")
	shell(t, server, "am start -n "+reader+" -a "+send+" --eu android.intent.extra.STREAM "+document.FileURI("sample.epub"))
	s.shows(send + " of 5 entries")
	s.put(document.Empty, "void.epub")
	start(event.Intent{Action: view, Data: document.FileURI("void.epub")})
	s.dies("NullPointerException")
	shell(t, server, document.Command("void.epub", document.Whole)+"; am start -n "+reader+" -a "+view+" -d "+
		document.FileURI("void.epub"))
	s.shows(view + " of 5 entries")
}

// TestPhoneInUse: there are files and rows of people from the start, and none on an
// empty phone.
func TestPhoneInUse(t *testing.T) {
	startsJVMs(t)
	server := borrow(t)
	s := installed(t, server, "magpie")
	const used, none = "contacts 3 calls 3 messages 3 events 1 pictures 6 sounds 3.", "contacts 0 calls 0 messages 0 events 0 pictures 0 sounds 0."
	s.do(event.Event{Kind: event.Launch})
	s.tap("People")
	s.shows(used)
	s.tap("Downloads")
	s.shows("sample.epub", "sample.zip")
	s.set(event.Phone, event.PhoneEmpty)
	s.tap("People")
	s.shows(none)
	s.tap("Any")
	s.shows("nothing picked")
	s.do(event.Event{Kind: event.Restart})
	s.tap("People")
	s.shows(none)
	s.tap("Downloads")
	s.shows("downloads 0")
	s.put(document.Whole, "sample.wav")
	s.tap("People")
	s.shows("sounds 1.")
	s.set(event.Phone, event.PhoneUsed)
	s.tap("People")
	s.shows(used)
	s.do(event.Event{Kind: event.Document, Arg: "whole", Value: "other.png"})
	s.tap("People")
	s.shows("pictures 7 ")
	s.do(event.Event{Kind: event.ClearData})
	s.do(event.Event{Kind: event.Launch})
	s.tap("People")
	s.shows(used)
}

// TestOtherAppsVanish: an app that another one counts on can be gone, by event and by pm.
func TestOtherAppsVanish(t *testing.T) {
	startsJVMs(t)
	server := borrow(t)
	s := installed(t, server, "magpie")
	s.do(event.Event{Kind: event.Launch})
	s.tap("Show picture")
	s.shows("an app shows it")
	s.tap("Scan")
	s.shows("no scanner")
	s.set(event.Apps, "com.android.gallery3d")
	s.tap("Show picture")
	s.shows("no app for pictures")
	s.tap("Read page")
	s.set(event.Apps, event.AppsNone)
	s.tap("Read page")
	s.dies("ActivityNotFoundException")
	s.tap("Show picture")
	s.shows("no app for pictures")
	s.set(event.Apps, event.AppsMore)
	s.tap("Scan")
	s.shows("scanned 4006381333931")
	s.set(event.Apps, event.AppsAll)
	s.tap("Show picture")
	s.shows("an app shows it")
	shell(t, server, event.AppsCommand("com.android.gallery3d"))
	s.tap("Show picture")
	s.shows("no app for pictures")
	shell(t, server, event.AppsCommand(event.AppsAll))
	s.tap("Show picture")
	s.shows("an app shows it")
}

// TestSeedData: files that somebody brings lie in shared storage, after the data was
// cleared too, and pickers give them first.
func TestSeedData(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "Books"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "Books", "mine.epub"), document.Make("a.epub", document.Whole), 0o600); err != nil {
		t.Fatal(err)
	}
	startsJVMs(t)
	s := installed(t, embedded(t, func(o *virtual.Options) { o.SeedData = dir }), "magpie")
	for range 2 {
		s.do(event.Event{Kind: event.Launch})
		s.tap("Book")
		s.shows("picked mine.epub, application/epub+zip, begins PK")
		s.do(event.Event{Kind: event.ClearData})
	}
}

// TestDocumentRefused: a name that leads out of the folder is no name.
func TestDocumentRefused(t *testing.T) {
	startsJVMs(t)
	s := installed(t, borrow(t), "magpie")
	for _, name := range []string{"", "../x", "a/b"} {
		e := event.Event{Kind: event.Document, Arg: "whole", Value: name}
		if err := s.dev.Do(t.Context(), s.app, e); !errors.Is(err, device.ErrUnsupported) {
			t.Errorf("%q: %v", name, err)
		}
	}
}
