package adb_test

import (
	"strings"
	"testing"

	"talpa/fuzz/event"
)

// TestContent has the shell write and read rows of the system's providers, which
// outlive the app's process.
func TestContent(t *testing.T) {
	startsJVMs(t)
	s := borrow(t)
	app := larder(t, s)
	const sms, calls = "content://sms", "content://call_log/calls"
	run := func(line, want string) {
		t.Helper()
		if out := shell(t, s, line); strings.TrimSpace(out) != want {
			t.Errorf("%s: %q, want %q", line, out, want)
		}
	}
	// Before any app runs: the rows wait.
	run("content insert --uri "+sms+" --bind address:s:5550100 --bind body:s:'hello, you' --bind type:i:1", "")
	run("content query --uri "+sms+"/inbox --projection address:body:thread_id",
		"Row: 0 address=+15550100, body=Are you there?, thread_id=1\n"+
			"Row: 1 address=BANK, body=Your code is 123456., thread_id=2\nRow: 2 address=5550100, body=hello, you, thread_id=3")
	run("content insert --uri "+calls+" --bind number:s:0555123 --bind type:i:3 --bind date:l:1700000000000", "")
	run("content query --uri "+calls+" --projection number:type --where \"type=3 AND number<>''\"", "Row: 0 number=0555123, type=3")
	run("content update --uri "+sms+" --bind read:i:1 --where \"address='5550100'\"", "")
	app.do(event.Event{Kind: event.Restart})
	run("content query --uri "+sms+"/4 --projection read:body", "Row: 0 read=1, body=hello, you")
	run("content delete --uri "+sms, "")
	run("content query --uri "+sms+" --sort 'date DESC'", "No result found.")
	run("content query --uri content://com.android.contacts/data/phones --projection display_name:data1:contact_id",
		"Row: 0 display_name=Ada Sample, data1=+1 555 0100, contact_id=1\n"+
			"Row: 1 display_name=+1 555 0199, data1=+1 555 0199, contact_id=3")
	run("content query --uri content://media/external/images/media --projection _display_name:_size --where _id=1 | cut -d, -f1",
		"Row: 0 _display_name=sample.jpg")
	const images = "content://media/external/images/media"
	// Names are cut and numbered as the media store does it.
	run("content insert --uri "+images+" --bind _display_name:s:a:b"+strings.Repeat("n", 300)+".jpg", "")
	for range 2 {
		run("content insert --uri "+images+" --bind _display_name:s:hole.jpg", "")
	}
	run("content query --uri "+images+" --projection _display_name --where \"_display_name like 'hole%'\" --sort _display_name",
		"Row: 0 _display_name=hole (1).jpg\nRow: 1 _display_name=hole.jpg")
	run("content query --uri "+images+" --projection _display_name --where \"_display_name like 'a_bn%'\" | cut -d. -f1",
		"Row: 0 _display_name=a_b"+strings.Repeat("n", 123))
	run("content insert --uri content://settings/system --bind name:s:mole --bind value:i:3; settings get system mole", "3")
	if err := app.dev.Reset(t.Context(), app.app); err != nil {
		t.Fatal(err)
	}
	run("content query --uri "+calls+" | wc -l", "3")
}
