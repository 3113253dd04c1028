package trace

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Shapes of Java names in regular expressions. Names may hold any letter, for obfuscators
// use them all, and "-", for D8 and Kotlin put it into what they make up.
const (
	namePart    = `[\p{L}\p{N}_$-]*`
	packagePart = `(?:[\p{L}_$][\p{L}\p{N}_$-]*\.)+`
	sourceFile  = `[\p{L}\p{N}_$-]+\.(?:java|kt|kts|scala|groovy|aidl|clj)(?::-?\d+)?`
)

var (
	// strongClass is a qualified name that only an exception bears.
	strongClass = lazily(`^` + packagePart + namePart +
		`(?:Exception|Error|Throwable|Failure|Violation|ThreadDeath)(?:\$[\p{L}\p{N}_$]+)?$`).when(throwableName)
	simpleClass = lazily(`^[A-Z][\w$]*(?:Exception|Error|Throwable|Violation)$`).when(throwableName)
	embedded    = lazily(`(?:^|[\s:=("'])(` + packagePart + namePart +
		`(?:Exception|Error|Throwable|Violation))(?::\s|\s*$)`).
		when(throwableName)
	location = lazily(`^(?:` + sourceFile +
		`|Native Method|Unknown Source(?::\d+)?|SourceFile(?::\d+)?|PG(?::\d+)?|[\w$-]+:\d+)$`)
	frameNumber = lazily(`^#?\d{1,3}[.:]?\s+`).when(firstOf("#0123456789"))
	moreLine    = lazily(`^\[?(?:\.{2,3}|…)\s*(\d+)\s+(?:more|common frames omitted|filtered)`).
			when(begins("[", "..", "…"))
	causedBy   = lazily(`^(?i:caused by)(?::\s*|\s+)(\S.*)$`).when(firstOf("cC"))
	suppressed = lazily(`^(?i:suppressed):\s*(\S.*)$`).when(firstOf("sS\u017f"))
)

// throwableName says that a text can hold the qualified or simple name of an exception.
func throwableName(s string) bool {
	return strings.Contains(s, "Exception") || strings.Contains(s, "Error") || strings.Contains(s, "Throwable") ||
		strings.Contains(s, "Violation") || strings.Contains(s, "Failure") || strings.Contains(s, "ThreadDeath")
}

// firstOf is a condition for when: the text starts with one of the characters.
func firstOf(chars string) func(string) bool {
	return func(s string) bool {
		c, _ := utf8.DecodeRuneInString(s)
		return s != "" && strings.ContainsRune(chars, c)
	}
}

// strength says how sure it is that a line is the heading of a throwable. Prose names
// exceptions as well: a weak heading counts only if a frame follows at once.
type strength int

const (
	notHeading strength = iota
	weakHeading
	// strongHeading may be followed by more lines of message.
	strongHeading
)

// parseFrame reads "at pkg.Class.method(File.java:12)". Without the "at" the
// parentheses have to hold a location. open says that the line breaks off
// inside a frame, so that the next line may complete it.
func parseFrame(s string) (f Frame, ok, open bool) {
	s = strings.TrimSpace(s)
	if f, ok := serviceFrame(s); ok {
		return f, true, false
	}
	rest, hasAt := cutAt(s)
	if hasAt && rest == "" {
		return Frame{}, false, true
	}
	if !hasAt {
		rest = frameNumber.ReplaceAllString(rest, "")
	}
	name, loc, hasParen := strings.Cut(rest, "(")
	name = strings.TrimSpace(strings.TrimSuffix(name, "!"))
	if plus := strings.LastIndex(name, " + "); plus > 0 && atoi(name[plus+3:]) > 0 {
		name = name[:plus] // an old service repeats the line there
	}
	name = stripModule(name)
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 || dot == len(name)-1 || !validName(name) {
		return Frame{}, false, false
	}
	f = Frame{Class: name[:dot], Method: name[dot+1:]}
	if !hasParen {
		// Without parentheses only the look of the class tells a frame from the
		// rest of a line that was cut.
		isClass := strings.ContainsFunc(simpleName(f.Class), unicode.IsUpper)
		return f, hasAt && isClass, hasAt
	}
	loc, tail, closed := strings.Cut(loc, ")")
	if !closed {
		return f, hasAt, true
	}
	loc = strings.TrimSpace(loc)
	if !hasAt && (!location.MatchString(loc) || strings.Trim(tail, " \t;") != "") {
		return Frame{}, false, false
	}
	f.locate(loc)
	return f, true, false
}

// simpleName is the class name without its package.
func simpleName(class string) string { return class[strings.LastIndexByte(class, '.')+1:] }

// cutAt takes the leading "at" off a frame line.
func cutAt(s string) (rest string, found bool) {
	if s == "at" {
		return "", true
	}
	for _, lead := range []string{"at ", "at\t", "At ", `\tat `} {
		if strings.HasPrefix(s, lead) {
			return strings.TrimSpace(s[len(lead):]), true
		}
	}
	return s, false
}

// stripModule takes off what a JVM puts before or into a class name: the
// module ("java.base/"), the loader ("app//"), the address of a hidden class.
func stripModule(name string) string {
	slash := strings.LastIndexByte(name, '/')
	if slash < 0 {
		return name
	}
	if tail := name[slash+1:]; strings.HasPrefix(tail, "0x") {
		if dot := strings.IndexByte(tail, '.'); dot >= 0 {
			return stripModule(name[:slash] + tail[dot:])
		}
	}
	return name[slash+1:]
}

// validName says whether s can be a qualified Java name as ART prints it,
// including names that obfuscators make.
func validName(s string) bool {
	if s == "" || s[0] == '.' || s[len(s)-1] == '.' || strings.Contains(s, "..") || len(s) > 1024 {
		return false
	}
	for _, r := range s {
		if unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune("\"'`(){}[],;:=@#?*&%!\\/+~^", r) {
			return false
		}
	}
	return true
}

// locate fills in what the parentheses of a frame say.
func (f *Frame) locate(loc string) {
	file, line, _ := strings.Cut(loc, ":")
	f.Line = atoi(strings.TrimSpace(line))
	switch {
	case strings.EqualFold(file, "Native Method"):
		f.Native = true
	case strings.EqualFold(file, "Unknown Source"), file == "null":
	default:
		f.File = file
	}
}

// parseHeading reads "pkg.SomeException: message", with or without the words
// that crash services put before it.
func parseHeading(s string) (class, message string, how strength) {
	s = strings.TrimSpace(s)
	head, message := cutClass(s)
	switch {
	case strongClass.MatchString(head):
		return head, message, strongHeading
	case simpleClass.MatchString(head):
		return head, message, weakHeading
	case strings.Contains(head, ".") && validName(head) && !strings.ContainsAny(head, "<>-"):
		return head, message, weakHeading
	}
	if class, rest, found := strings.Cut(s, " "); found && strongClass.MatchString(class) {
		return class, strings.TrimLeft(rest, " -\u2013\u2014·"), weakHeading
	}
	if m := embedded.FindStringSubmatchIndex(s); m != nil {
		_, message = cutClass(s[m[2]:])
		return s[m[2]:m[3]], message, weakHeading
	}
	return "", "", notHeading
}

// cutClass splits "Class: message"; the message is "" without a colon.
func cutClass(s string) (class, message string) {
	if i := strings.IndexByte(s, ':'); i > 0 && validName(s[:i]) {
		return s[:i], strings.TrimSpace(s[i+1:])
	}
	return s, ""
}

// parseCause reads what follows "Caused by:" or "Suppressed:": any class name,
// also one that does not look like an exception.
func parseCause(s string) (class, message string, ok bool) {
	head, message := cutClass(strings.TrimSpace(s))
	if head, note, found := strings.Cut(head, " ("); found && validName(head) {
		return head, strings.TrimSuffix(note, ")"), true
	}
	if !validName(head) || !strings.Contains(head, ".") && !simpleClass.MatchString(head) && message == "" {
		return "", "", false
	}
	return head, message, true
}
