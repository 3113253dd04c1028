package gen

import (
	"math/rand"
	"strings"
	"unicode"
	"unicode/utf8"

	"talpa/fuzz/ui"
)

// Field is what a text field seems to want.
type Field int

// The fields.
const (
	FieldPlain Field = iota
	FieldNumber
	FieldURL
	FieldMail
	FieldPhone
	FieldDate
	FieldPath
	FieldPassword
)

// Bits of android:inputType.
const (
	classMask      = 0x0F
	classNumber    = 0x02
	classPhone     = 0x03
	classDate      = 0x04
	variationMask  = 0xFF0
	variationURI   = 0x10
	variationMail  = 0x20
	variationMail2 = 0xD0 // web e-mail address
)

// fieldWords are parts of ids, hints and labels that tell a field's kind; the
// first row that fits wins.
var fieldWords = []struct {
	field Field
	words []string
}{
	{FieldMail, []string{"mail", "email"}},
	{FieldURL, []string{"url", "link", "host", "server", "website", "http", "domain", "feed"}},
	{FieldPhone, []string{"phone", "mobile", "tel"}},
	{FieldDate, []string{"date", "birthday", "deadline"}},
	{FieldPath, []string{"path", "folder", "directory", "filename"}},
	{FieldPassword, []string{"password", "passwd", "pin"}},
	{FieldNumber, []string{"number", "amount", "count", "price", "port", "size", "age", "qty", "quantity", "weight",
		"height", "minute", "second", "hour", "year", "distance", "value", "rate", "lat", "lon", "speed", "limit",
		"interval", "duration", "odometer", "mileage", "cost", "balance", "length", "percent", "max", "min"}},
}

// FieldOf guesses the kind of a text field from its input type, else from the
// words of id, hint and description.
func FieldOf(w *ui.Widget) Field {
	switch class := w.InputType & classMask; {
	case class == classNumber:
		return FieldNumber
	case class == classPhone:
		return FieldPhone
	case class == classDate:
		return FieldDate
	case class == 1 && w.InputType&variationMask == variationURI:
		return FieldURL
	case class == 1 && (w.InputType&variationMask == variationMail || w.InputType&variationMask == variationMail2):
		return FieldMail
	}
	if w.Password {
		return FieldPassword
	}
	_, id, _ := strings.Cut(w.ID, "/")
	about := split(id + " " + w.Hint + " " + w.Desc)
	for _, row := range fieldWords {
		for _, word := range row.words {
			for _, have := range about {
				if have == word || len(word) > 3 && strings.HasPrefix(have, word) || strings.HasSuffix(have, word) &&
					len(word) > 4 {
					return row.field
				}
			}
		}
	}
	return FieldPlain
}

// split cuts names such as "editUserName" or "user_name" into lower-case words.
func split(s string) []string {
	var words []string
	start, lower := 0, false
	for i, r := range s + " " {
		switch {
		case !unicode.IsLetter(r):
			if i > start {
				words = append(words, strings.ToLower(s[start:i]))
			}
			start, lower = i+utf8.RuneLen(r), false
		case unicode.IsUpper(r) && lower:
			words = append(words, strings.ToLower(s[start:i]))
			start, lower = i, false
		default:
			lower = unicode.IsLower(r)
		}
	}
	return words
}

// usual are values that a well-made form takes.
var usual = map[Field][]string{
	FieldPlain:    {"test", "a", "Milk", "Hello world", "Abc 123", "x1", "2"},
	FieldNumber:   {"1", "5", "12", "42", "100", "3.5", "0"},
	FieldURL:      {"http://example.com", "https://example.org/feed.xml", "example.com", "https://example.com/"},
	FieldMail:     {"a@example.com", "user@example.org"},
	FieldPhone:    {"123", "5551234", "+491701234567"},
	FieldDate:     {"2020-02-29", "01/31/2024", "12:30"},
	FieldPath:     {"/sdcard", "/sdcard/test.txt", "notes.txt"},
	FieldPassword: {"secret12", "Passw0rd!", "1234"},
}

// addresses are values for a field whose text code parses as an address.
var addresses = []string{"http://example.com", "https://example.org/feed.xml", "https://example.com/"}

// nasty are values that code forgets; the empty value is drawn apart.
var nasty = []string{
	"0", "-1", "1.5", "1,5", "1e9", "99999999999999999999", "2147483648", "007", "NaN", ".", "-", "+", "abc",
	" ", "  a  ", "O'Hara", "\"quoted\"", "a;b", "100%", "%s%d", "a/b", "..", "../..", "\\", "a\nb", "<b>x</b>", "&amp;",
	"select", "order", "'; --", "[", "(", "*", "?", "^a$", "{}", "a=b&c", "ä ö ü ß", "日本語", "😀", "\u202Eabc", "İ",
	"http://", "http:// bad", "ftp://x", "://", "@", "a@", "25:61", "0/0/0", "31.02.2019",
	"a.very.long.name." + strings.Repeat("x", 240), strings.Repeat("9", 40), strings.Repeat("long text ", 60),
}

// classic are the nasty values that most often did harm in published bugs.
var classic = []string{"O'Hara", "it's", "a b", "0", "-1", "99999999999", " ", "a/b", "%", "\"x\"", "ä😀",
	strings.Repeat("long text ", 30)}

// numeric are nasty values for fields whose text is parsed as a number.
var numeric = []string{"-1", "1.5", "1,5", "99999999999999999999", "2147483648", "-2147483649", ".", "-", "abc", "0",
	"1e400", "00", " 1", "1 000", "NaN", "٣"}

// sql are values that break statements put together from text.
var sql = []string{"O'Hara", "'", "\"", "a b", "select", "order", "group", "1a", "a-b", "%", "'; --", "a.b",
	"Hello world", "a(b"}

// Texts draws text values.
type Texts struct {
	// Wanted are values that the path to the target asks for; Strings are other
	// constants of the app.
	Wanted, Strings []string
	// Quoted are values that the wanted crash's message gives back.
	Quoted []string
	// Fields are hints for single fields, by resource name without package,
	// "id/port".
	Fields map[string]Hint
	// Numeric and SQL say what the wanted crash is about: text that is parsed
	// as a number, text that reaches an SQL statement.
	Numeric, SQL bool
}

// Hint is what is known of the text that one field is for.
type Hint struct {
	Values  []string // values that code compares it with
	Numeric bool     // code parses it as a number
	URL     bool     // code parses it as an address, whose scheme it may ask for
}

// ValueClass is the equivalence class that a typed value is drawn from.
type ValueClass uint8

// The classes of values.
const (
	AnyValue   ValueClass = iota // of either class
	ValidValue                   // what a well-made form takes, so that it lets one pass
	EdgeValue                    // what code forgets, and what the guide asks for
)

// Value draws a value for a text field.
func (t *Texts) Value(w *ui.Widget, class ValueClass, rng *rand.Rand) string {
	field := FieldOf(w)
	if class == AnyValue {
		class = ValidValue
		if rng.Intn(2) == 0 {
			class = EdgeValue
		}
	}
	_, id, _ := strings.Cut(w.ID, ":")
	hint := t.Fields[id]
	switch {
	case class == ValidValue && hint.URL:
		return pick(addresses, rng)
	case class == ValidValue:
		return pick(usual[field], rng)
	}
	if len(t.Quoted) > 0 && rng.Float64() < 0.4 {
		return pick(t.Quoted, rng)
	}
	p := rng.Float64()
	switch {
	case len(hint.Values) > 0 && p < 0.4:
		return pick(hint.Values, rng)
	case hint.Numeric && p < 0.7:
		return pick(append(numeric[:len(numeric):len(numeric)], "", ""), rng)
	}
	p = rng.Float64()
	switch {
	case len(t.Wanted) > 0 && p < 0.4:
		return pick(t.Wanted, rng)
	case len(t.Strings) > 0 && p < 0.5:
		return pick(t.Strings, rng)
	}
	p = rng.Float64()
	switch {
	case t.Numeric && p < 0.6:
		return pick(append(numeric[:len(numeric):len(numeric)], "", ""), rng)
	case t.SQL && p < 0.6:
		return pick(sql, rng)
	case p < 0.7 && p > 0.5:
		return ""
	case field == FieldNumber && p < 0.9:
		return pick(numeric, rng)
	case p < 0.85:
		return pick(classic, rng)
	}
	return pick(nasty, rng)
}

func pick[T any](list []T, rng *rand.Rand) T { return list[rng.Intn(len(list))] }
