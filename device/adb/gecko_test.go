package adb_test

import (
	"testing"

	"talpa/device/virtual"
)

// newGecko is the sample app of that name, which says in the log which tags it got.
func newGecko(t *testing.T) *lookout {
	t.Helper()
	startsJVMs(t)
	s := borrow(t)
	return &lookout{installed(t, s, "gecko"), s}
}

// TestTags: an app in front gets the tags that it waits for, reads and writes them, and is refused
// those that are gone.
func TestTags(t *testing.T) {
	l := newGecko(t)
	l.line("launch")
	l.heard("a phone as it comes", "no adapter")
	l.registered("tag:off", "no tag")
	l.line("config nfc value=on")
	l.line("restart")
	l.heard("a phone with NFC", "adapter true")
	l.registered("tag", "tag:mime:application/vnd.gecko", "tag:uri:https://gecko.example/wall", "no tag:off")
	l.line(`tag text value="Hello"`)
	l.heard("a tag that nobody waits for", "no TAG", "no NDEF")
	l.tap("Wait")
	l.told(`tag text value="Hello"`, "", "new NDEF_DISCOVERED text/plain [NfcA, MifareUltralight, Ndef] ?enHello")
	l.tap("Message")
	l.heard("the message of a tag", "message 1 of 137")
	l.tap("Write")
	l.heard("writing a tag", "written https://gecko.example/wall")
	l.tap("Wait")
	l.told("tag unformatted", "", "new TAG_DISCOVERED [NfcA, MifareUltralight, NdefFormatable]")
	l.tap("Message")
	l.heard("a tag that cannot hold one", "no NDEF")
	l.tap("Wait")
	l.told("tag classic", "", "new TAG_DISCOVERED [NfcA, MifareClassic]")
	l.tap("Message")
	l.heard("the memory of a tag", "no NDEF, 1024 bytes")
	l.tap("Wait for links")
	l.told("tag uri value=https://gecko.example/tree", "", "new NDEF_DISCOVERED https://gecko.example/tree")
	l.tap("Reader")
	l.told(`tag text value="Hello"`, "", "read [NfcA, MifareUltralight] on Binder", "no new")
	l.line("config nfc value=off")
	l.registered("tag:off", "no tag")
	l.told("tag empty", "", "no new", "no read")
	l.tap("Leave")
	l.heard("a late call", "no IllegalStateException")
}

// TestTags_bad: a tag without a message, one that is taken away, and one that the system has noticed to be gone.
func TestTags_bad(t *testing.T) {
	l := newGecko(t)
	l.line("config nfc value=on")
	l.line("launch")
	l.tap("Wait")
	l.line("tag empty")
	l.tap("Message")
	l.heard("a tag without a message", "NullPointerException", "GeckoActivity.message")
	l.line("launch")
	l.tap("Wait")
	l.told("tag lost value=1", "", "new NDEF_DISCOVERED", "too late: IOException")
	l.tap("Wait")
	l.line(`tag text value=Hello`)
	l.line("tag removed")
	l.tap("Message")
	l.heard("a tag that went", "SecurityException: Permission Denial: Tag ( ID: 04 5A 11 C2 33 10 01 ) is out of date")
}

// levelTags: before Android 15 who stops waiting has to be in front.
func levelTags(t *testing.T, on *virtual.Server) {
	l := &lookout{installed(t, on, "gecko"), on}
	l.line("config nfc value=on")
	l.line("launch")
	l.tap("Leave")
	l.heard("a late call on an older Android", "You must disable foreground dispatching while your activity is still resumed")
}

// TestTags_manifest: a tag starts the activity that its message or its technologies name, and the process.
func TestTags_manifest(t *testing.T) {
	l := newGecko(t)
	l.line("config nfc value=on")
	l.told(`tag mime value="application/vnd.gecko 7"`, "", "label NDEF_DISCOVERED application/vnd.gecko", "number 7")
	l.told("tag uri value=https://gecko.example/wall/3", "", "label NDEF_DISCOVERED https://gecko.example/wall/3")
	l.told("tag uri value=https://gecko.example/tree", "", "no label", "no card")
	l.told("tag card", "", "card TECH_DISCOVERED [IsoDep, NfcA]", "answer 106 130")
	l.told("tag unformatted", "", "card TECH_DISCOVERED [NfcA, MifareUltralight, NdefFormatable]")
	l.told("tag lost value=1", "", "no label", "no card")
	l.told("tag mime value=application/vnd.gecko", "", "label NDEF_DISCOVERED application/vnd.gecko",
		"NumberFormatException")
}
