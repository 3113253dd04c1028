package guided

import (
	"slices"
	"strings"
	"unicode"

	"talpa/asra/guide"
	"talpa/fuzz/event"
)

// maxQuoted bounds the values taken out of a message, maxValue their length in
// bytes.
const (
	maxQuoted = 8
	maxValue  = 80
)

// quoted returns the texts that the message of a crash quotes: what somebody
// typed, as parsers, statements and paths give it back. What looks like code is
// left out.
func quoted(exception, message string) []string {
	var values []string
	add := func(v string) {
		if len(v) <= maxValue && len(values) < maxQuoted && !slices.Contains(values, v) && !isCode(v) {
			values = append(values, v)
		}
	}
	for _, row := range quotedAround {
		if v, ok := between(message, row.before, row.after); ok && strings.Contains(exception, row.exception) {
			add(v)
			if host, _, ok := strings.Cut(v, "/"); ok && host != "" && !strings.HasSuffix(host, ":") {
				add(host) // the app put the rest behind it
			}
		}
	}
	for _, mark := range []string{`"`, "'", "`"} {
		// Within words these are apostrophes.
		for _, v := range enclosed(message, mark, mark) {
			add(v)
		}
	}
	if strings.Contains(exception, "SQLite") {
		for _, v := range values[:len(values):len(values)] {
			add("'" + v) // what follows the quote that broke the statement
		}
	}
	return values
}

// tells says whether the values that a message quotes are most likely texts that
// somebody typed, and not names of code, columns or files.
func tells(exception, message string) bool {
	for _, row := range quotedAround {
		if _, ok := between(message, row.before, row.after); ok && strings.Contains(exception, row.exception) {
			return true
		}
	}
	for _, parser := range []string{"NumberFormat", "ParseException", "PatternSyntax"} {
		if strings.Contains(exception, parser) {
			return len(quoted(exception, message)) > 0
		}
	}
	return strings.Contains(exception, "SQLite") && strings.HasPrefix(message, "near ")
}

// quotedAround is what stands around a value that a message gives back without
// quotes, by a part of the exception's name; "" after is the end of the line.
var quotedAround = []struct{ exception, before, after string }{
	{"MalformedURL", "no protocol: ", ""},
	{"MalformedURL", "Protocol not found: ", ""},
	{"MalformedURL", "unknown protocol: ", ""},
	{"URISyntax", " at index ", ""}, // its value follows the index
	{"IllegalArgument", "File ", " contains a path separator"},
	{"IllegalArgument", "Illegal character in ", ""},
	{"IllegalArgument", "unexpected url: ", ""},
	{"IllegalArgument", "unexpected host: ", ""},
	{"NumberFormat", "Invalid int: ", ""},
	{"ActivityNotFound", " dat=", " "},
	{"FileNotFound", "/", ": open failed"},
}

// enclosed returns what stands between marks, all of it.
func enclosed(s, opening, closing string) []string {
	var found []string
	for {
		_, tail, ok := strings.Cut(s, opening)
		if !ok {
			return found
		}
		text, after, ok := strings.Cut(tail, closing)
		if !ok {
			return found
		}
		found, s = append(found, text), after
	}
}

// between returns what stands between two texts; of "at index 4: value" the value.
func between(s, before, after string) (string, bool) {
	_, s, ok := strings.Cut(s, before)
	if !ok {
		return "", false
	}
	s, _, _ = strings.Cut(s, "\n")
	if after != "" {
		if s, _, ok = strings.Cut(s, after); !ok {
			return "", false
		}
	} else if i := strings.Index(s, ": "); i >= 0 {
		s = s[i+2:]
	}
	return strings.Trim(s, `"`), true
}

// isCode says whether a quoted text is a name or a signature of code and not a
// value: "void android.view.View.setText(int)", "com.foo.Bar".
func isCode(v string) bool {
	if strings.ContainsAny(v, "\n\r") || strings.Contains(v, "(") && strings.Contains(v, ".") {
		return true
	}
	if strings.Count(v, ".") < 2 || strings.Contains(v, "/") {
		return false
	}
	return strings.IndexFunc(v, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != '$' && r != '_'
	}) < 0 && strings.IndexFunc(v, unicode.IsLetter) == 0
}

// messageHints say which events the words of a crash's message speak of: parts of
// "exception: message".
var messageHints = []hint{
	{"after onSaveInstanceState", []event.Kind{event.Home, event.Rotate, event.Kill}, 6},
	{"not attached to", []event.Kind{event.Rotate, event.Back, event.Home}, 5},
	{"is your activity running", []event.Kind{event.Rotate, event.Back, event.Home}, 5},
	{"WindowLeaked", []event.Kind{event.Rotate, event.Back}, 5},
	{"destroyed activity", []event.Kind{event.Rotate, event.Back}, 5},
	{"has been destroyed", []event.Kind{event.Rotate, event.Back}, 5},
	{"Unable to instantiate fragment", []event.Kind{event.Rotate, event.Kill}, 8},
	{"could not find Fragment constructor", []event.Kind{event.Rotate, event.Kill}, 8},
	{"unmarshalling", []event.Kind{event.Kill, event.Rotate, event.Home}, 6},
	{"BadParcelable", []event.Kind{event.Kill, event.Rotate, event.Home}, 6},
	{"NotSerializable", []event.Kind{event.Home, event.Rotate, event.Kill}, 6},
	{"writing serializable", []event.Kind{event.Home, event.Rotate, event.Kill}, 6},
	{"TransactionTooLarge", []event.Kind{event.Home}, 6},
	{"Permission Denial", []event.Kind{event.Permission}, 8},
	{"requires android.permission", []event.Kind{event.Permission}, 8},
	{"Receiver not registered", []event.Kind{event.Back, event.Rotate, event.Home}, 4},
	{"Service not registered", []event.Kind{event.Back, event.Rotate, event.Home}, 4},
	{"pointerIndex out of range", []event.Kind{event.Pinch}, 8},
}

// configHints are settings of the device that a crash's words speak of.
var configHints = []struct {
	parts []string
	event event.Event
}{
	{
		[]string{"UnknownHost", "ConnectException", "SocketException", "SocketTimeout", "resolve host", "ENETUNREACH"},
		event.Event{Kind: event.Config, Arg: "network", Value: "off"},
	},
	{
		[]string{"ENOSPC", "No space left", "disk is full", "SQLiteFull"},
		event.Event{Kind: event.Config, Arg: "storage", Value: "low"},
	},
}

// said is what the wanted crash says of itself in a line.
func said(g *guide.Guide) string { return g.Target.Exception + ": " + g.Target.Message }

// emptyHints are how messages tell that there was nothing in a list.
var emptyHints = []string{"size of 0", "size: 0", "size is 0", "length=0", "length 0", "size 0", "; size=0"}

// wantsEmpty says whether the crash speaks of an empty list: then what a search
// adds to the app's data only hides it.
func wantsEmpty(g *guide.Guide) bool {
	if g == nil {
		return false
	}
	message := strings.ToLower(g.Target.Message)
	return slices.ContainsFunc(emptyHints, func(words string) bool { return strings.Contains(message, words) })
}
