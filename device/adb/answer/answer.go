// Package answer reads what the commands of Android's shell print: which activity is in
// front, how large the display is, what became of an installation or a start, the
// screen, the log.
//
// The texts differ by version and vendor, and no document fixes them. The readings
// follow AOSP's sources (ActivityManagerShellCommand, PackageManagerShellCommand,
// DumpCommand of uiautomator, WindowManagerShellCommand) and recorded answers of
// phones and emulators from Android 2.3 to 16; each case that misled a reading is a row
// of the tests, in words of our own. What a phone says in another language than English
// is not read: these commands are not translated.
package answer

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Front is the activity in front, "pkg/java.Class", out of the lines of `dumpsys window`
// that name mCurrentFocus and mFocusedApp; "" if they name none.
//
// The window with the focus decides, where it is an activity's; the notification shade,
// a popup and a dialog of the system are not, then the app with the focus does. A phone
// with several displays prints a group of lines for each: a cover display, which shows
// the system's own screen, may come first, so the system's screens count last.
func Front(out string) string {
	var window, app, system string
	for line := range strings.Lines(out) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		if !ok {
			continue
		}
		c := component(value)
		switch {
		case c == "":
		case strings.HasPrefix(c, "com.android.systemui/"):
			system = cmp.Or(system, c)
		case name == "mCurrentFocus":
			window = cmp.Or(window, c)
		case name == "mFocusedApp":
			app = cmp.Or(app, c)
		}
	}
	return cmp.Or(window, app, system)
}

// component finds "pkg/class" in the description of a window or a record. What stands
// around it differs: braces without a partner, a comma and a vendor's field, "paused=".
func component(s string) string {
	words := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" {}\r\n=,", r) })
	for _, word := range words {
		pkg, class, ok := strings.Cut(word, "/")
		if !ok || pkg == "" || class == "" || strings.Contains(class, "/") {
			continue
		}
		if strings.HasPrefix(class, ".") {
			class = pkg + class
		}
		return pkg + "/" + class
	}
	return ""
}

// Size is the size of the display in pixels, out of `wm size`: an override where there
// is one.
func Size(out string) (width, height int, err error) {
	value := override(out, "size")
	w, h, ok := strings.Cut(value, "x")
	if ok {
		width, err = strconv.Atoi(w)
		if err == nil {
			height, err = strconv.Atoi(h)
		}
	}
	if !ok || err != nil || width <= 0 || height <= 0 {
		return 0, 0, fmt.Errorf("display size %q", value)
	}
	return width, height, nil
}

// Density is the density of the display in dots per inch, out of `wm density`; 0 if it
// does not say.
func Density(out string) int {
	n, err := strconv.Atoi(override(out, "density"))
	if err != nil {
		return 0
	}
	return n
}

// override is the value of a line "Override NAME: VALUE", else of "Physical NAME: VALUE".
func override(out, name string) string {
	var value string
	for line := range strings.Lines(out) {
		kind, v, ok := strings.Cut(strings.TrimSpace(line), " "+name+": ")
		if ok && (kind == "Override" || kind == "Physical" && value == "") {
			value = v
		}
	}
	return value
}

// ErrUserRestricted says that the phone's owner has to allow installations over USB.
var ErrUserRestricted = errors.New("the phone refuses installations over USB until its owner allows them: " +
	"on its screen, or as \"Install via USB\" in its developer options")

var failure = regexp.MustCompile(`Failure \[([A-Z_0-9]+)[^\]\n]*\]?`)

// Install reads what `pm install` printed on both streams: nil if the app is
// installed. The text behind a code is the phone's guess and can mislead (a refusal of
// the owner reads "Invalid apk" on some), so the code decides.
func Install(out string) error {
	for line := range strings.Lines(out) {
		if strings.TrimSpace(line) == "Success" {
			return nil
		}
	}
	m := failure.FindStringSubmatch(out)
	switch {
	case m == nil:
		return errors.New(lastLine(out))
	case m[1] == "INSTALL_FAILED_USER_RESTRICTED":
		return fmt.Errorf("%s: %w", m[1], ErrUserRestricted)
	}
	return errors.New(m[0])
}

// lastLine is the last line that says anything: before it stand progress and paths.
func lastLine(out string) string {
	last := "no answer"
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "at ") {
			last = line
		}
	}
	return last
}

// Start reads what `am start` and its like printed on both streams; they exit with 0
// whether they worked or not. A start that has not drawn in time ("Status: timeout") is
// under way, and an activity that only came to the front again is there: neither is an
// error.
func Start(out string) error {
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "Error: "), strings.HasPrefix(line, "Error type "),
			strings.HasPrefix(line, "java.lang.SecurityException: "):
			return errors.New(explained(out, line))
		case strings.HasPrefix(line, "Exception occurred while executing"):
			return errors.New(explained(out, line))
		}
	}
	return nil
}

// explained is the sentence of an error: the line that says it, where another one only
// gives its number or announces it.
func explained(out, line string) string {
	for candidate := range strings.Lines(out) {
		candidate = strings.TrimSpace(candidate)
		if strings.HasPrefix(candidate, "Error: ") || strings.HasPrefix(candidate, "java.lang.") {
			return candidate
		}
	}
	return line
}

// ErrNoHierarchy says that the screen could not be dumped.
var ErrNoHierarchy = errors.New("no hierarchy in the dump")

// Hierarchy cuts the document out of what `uiautomator dump` printed: before it may stand
// a byte order mark or an exception of the phone's own code, behind it, on the same line,
// the message that it was written. The error tells the command's own message.
func Hierarchy(out []byte) ([]byte, error) {
	begin := bytes.Index(out, []byte("<hierarchy"))
	if begin < 0 {
		return nil, fmt.Errorf("%w: %s", ErrNoHierarchy, lastLine(string(out)))
	}
	const closing = "</hierarchy>"
	end := bytes.LastIndex(out, []byte(closing))
	if end < begin {
		if e := bytes.IndexByte(out[begin:], '>'); e > 0 && out[begin+e-1] == '/' {
			return out[begin : begin+e+1], nil
		}
		return nil, fmt.Errorf("%w: it breaks off after %d bytes", ErrNoHierarchy, len(out)-begin)
	}
	return out[begin : end+len(closing)], nil
}

const pngHead = "\x89PNG\r\n\x1a\n"

// Picture cuts the PNG out of what `screencap -p` printed: a device with several displays
// writes a warning before it.
func Picture(out []byte) ([]byte, error) {
	at := bytes.Index(out, []byte(pngHead))
	if at < 0 {
		return nil, fmt.Errorf("no PNG but %.80q", out)
	}
	return out[at:], nil
}

// Running says whether a process of that name is in what `ps` printed. Its name is the
// last word of a line; the app's processes of other names ("pkg:remote") do not count.
func Running(out, name string) bool {
	for line := range strings.Lines(out) {
		words := strings.Fields(line)
		if len(words) > 1 && words[len(words)-1] == name {
			return true
		}
	}
	return false
}
