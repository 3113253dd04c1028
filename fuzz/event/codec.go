package event

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Limits on a script file.
const (
	MaxScript = 16 << 20 // bytes
	MaxEvents = 100_000
)

// header is the first line of every script; the number is the format's version.
const header = "talpa script 1"

// standIns is the only network that a script tells of.
const standIns = "standin"

// Encode writes the script: the header, a line for the package, and where known
// for hash, device, seed, API level and oracle, a blank line, then one event a line. Words stand
// bare, other values in Go's quotes.
func (s *Script) Encode() []byte {
	var b bytes.Buffer
	fmt.Fprintln(&b, header)
	fmt.Fprintln(&b, "package", quote(s.Package))
	if s.SHA256 != "" {
		fmt.Fprintln(&b, "sha256", quote(s.SHA256))
	}
	if s.Device != "" {
		fmt.Fprintln(&b, "device", quote(s.Device))
	}
	if s.Seed != 0 {
		fmt.Fprintln(&b, "seed", s.Seed)
	}
	if s.API != 0 {
		fmt.Fprintln(&b, "api", s.API)
	}
	if s.StandIns {
		fmt.Fprintln(&b, "network", standIns)
	}
	if s.Oracle != "" {
		fmt.Fprintln(&b, "oracle", quote(s.Oracle))
	}
	fmt.Fprintln(&b)
	for _, e := range s.Events {
		fmt.Fprintln(&b, e)
	}
	return b.Bytes()
}

// String returns the event as a line of a script.
func (e Event) String() string {
	var b strings.Builder
	b.WriteString(string(e.Kind))
	if e.Arg != "" {
		b.WriteString(" " + e.Arg)
	}
	field := func(name, value string) {
		if value != "" {
			b.WriteString(" " + name + "=" + quote(value))
		}
	}
	field("id", e.Target.ID)
	field("class", e.Target.Class)
	field("label", e.Target.Text)
	field("desc", e.Target.Desc)
	if e.Target.Nth != 0 {
		fmt.Fprintf(&b, " nth=%d", e.Target.Nth)
	}
	if e.X != 0 || e.Y != 0 {
		fmt.Fprintf(&b, " at=%d,%d", e.X, e.Y)
	}
	if e.X2 != 0 || e.Y2 != 0 {
		fmt.Fprintf(&b, " to=%d,%d", e.X2, e.Y2)
	}
	field("value", e.Value)
	if e.Millis != 0 {
		fmt.Fprintf(&b, " ms=%d", e.Millis)
	}
	if in := e.Intent; in != nil {
		field("action", in.Action)
		field("component", in.Component)
		field("data", in.Data)
		field("type", in.Type)
		for _, c := range in.Categories {
			b.WriteString(" category=" + quote(c))
		}
		if in.Flags != 0 {
			fmt.Fprintf(&b, " flags=0x%x", uint32(in.Flags))
		}
		for _, key := range slices.Sorted(maps.Keys(in.Extras)) {
			b.WriteString(" extra=" + quote(key+"="+in.Extras[key]))
		}
		for _, key := range slices.Sorted(maps.Keys(in.URIs)) {
			b.WriteString(" uri=" + quote(key+"="+in.URIs[key]))
		}
	}
	return b.String()
}

// quote puts a value in quotes unless it is a plain word.
func quote(s string) string {
	plain := func(r rune) bool {
		return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || strings.ContainsRune("._-:/$@+", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return strconv.Quote(s)
}

// Decode reads what Encode writes. Blank lines and lines that begin with # are
// skipped. Unknown words are errors; every error names the line.
func Decode(data []byte) (*Script, error) {
	if len(data) > MaxScript {
		return nil, fmt.Errorf("reading script: %d bytes are more than the limit of %d", len(data), MaxScript)
	}
	s := &Script{}
	first := true
	for n, line := range strings.Split(string(data), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if first {
			if line != header {
				return nil, fmt.Errorf("reading script: line %d: want %q, have %.40q", n+1, header, line)
			}
			first = false
			continue
		}
		if err := s.decodeLine(line); err != nil {
			return nil, fmt.Errorf("reading script: line %d: %w", n+1, err)
		}
	}
	if first {
		return nil, errors.New("reading script: it is empty")
	}
	if err := s.Validate(); err != nil {
		return nil, fmt.Errorf("reading script: %w", err)
	}
	return s, nil
}

// decodeLine reads one line after the header's first.
func (s *Script) decodeLine(line string) error {
	name, rest, _ := strings.Cut(line, " ")
	var to *string
	switch name {
	case "package":
		to = &s.Package
	case "sha256":
		to = &s.SHA256
	case "device":
		to = &s.Device
	case "oracle":
		to = &s.Oracle
	case "seed":
		seed, err := strconv.ParseInt(strings.TrimSpace(rest), 10, 64)
		if err != nil {
			return fmt.Errorf("seed: %w", err)
		}
		s.Seed = seed
		return nil
	case "api":
		level, err := strconv.Atoi(strings.TrimSpace(rest))
		if err != nil || level < 1 {
			return fmt.Errorf("api %.40q is no API level", strings.TrimSpace(rest))
		}
		s.API = level
		return nil
	case "network":
		if strings.TrimSpace(rest) != standIns {
			return fmt.Errorf("network %.40q: there is only %s", strings.TrimSpace(rest), standIns)
		}
		s.StandIns = true
		return nil
	default:
		if len(s.Events) >= MaxEvents {
			return fmt.Errorf("more than %d events", MaxEvents)
		}
		e, err := DecodeEvent(line)
		if err != nil {
			return err
		}
		s.Events = append(s.Events, e)
		return nil
	}
	value, rest, err := unquote(strings.TrimSpace(rest))
	if err != nil || rest != "" {
		return fmt.Errorf("%s needs one value", name)
	}
	*to = value
	return nil
}

// The present words for those that scripts of earlier versions use.
var (
	renamedKinds    = map[string]string{"wipe": string(ClearData)}
	renamedSettings = map[string]string{"pace": InputSpeed, "servers": Responses} // arguments of a Config
)

// current is the present word for one of any version.
func current(renamed map[string]string, word string) string {
	if now, ok := renamed[word]; ok {
		return now
	}
	return word
}

// DecodeEvent reads one event line and validates the event.
func DecodeEvent(line string) (Event, error) {
	var e Event
	kind, rest, _ := strings.Cut(line, " ")
	e.Kind = Kind(current(renamedKinds, kind))
	if _, ok := shapes[e.Kind]; !ok {
		return e, fmt.Errorf("unknown event %q: docs/scripts.md lists all", kind)
	}
	seen := map[string]bool{}
	for {
		rest = strings.TrimLeft(rest, " \t")
		if rest == "" {
			return e, e.Validate()
		}
		end := strings.IndexAny(rest, " \t=")
		if end < 0 || rest[end] != '=' { // a word without = is Arg
			if end < 0 {
				end = len(rest)
			}
			if e.Arg != "" {
				return e, fmt.Errorf("second argument %q", rest[:end])
			}
			e.Arg, rest = rest[:end], rest[end:]
			if e.Kind == Config {
				e.Arg = current(renamedSettings, e.Arg)
			}
			continue
		}
		name := rest[:end]
		value, after, err := unquote(rest[end+1:])
		if err != nil {
			return e, fmt.Errorf("%s: %w", name, err)
		}
		if seen[name] && name != "category" && name != "extra" && name != "uri" {
			return e, fmt.Errorf("%s is given twice", name)
		}
		seen[name] = true
		if err := e.setField(name, value); err != nil {
			return e, err
		}
		rest = after
	}
}

// unquote takes one bare or quoted value off the front.
func unquote(s string) (value, rest string, err error) {
	if s == "" || s[0] != '"' {
		value, rest, _ = strings.Cut(s, " ")
		if value == "" {
			return "", "", errors.New("value missing")
		}
		return value, rest, nil
	}
	prefix, err := strconv.QuotedPrefix(s)
	if err != nil {
		return "", "", errors.New("bad quoted value")
	}
	rest = s[len(prefix):]
	if rest != "" && rest[0] != ' ' {
		return "", "", errors.New("no space after the quoted value")
	}
	value, err = strconv.Unquote(prefix)
	return value, rest, err
}

// setField stores one name=value pair of an event line.
func (e *Event) setField(name, value string) error {
	var err error
	intent := func() *Intent {
		if e.Intent == nil {
			e.Intent = &Intent{}
		}
		return e.Intent
	}
	switch name {
	case "id":
		e.Target.ID = value
	case "class":
		e.Target.Class = value
	case "label":
		e.Target.Text = value
	case "desc":
		e.Target.Desc = value
	case "nth":
		e.Target.Nth, err = strconv.Atoi(value)
	case "at":
		e.X, e.Y, err = pixel(value)
	case "to":
		e.X2, e.Y2, err = pixel(value)
	case "value":
		e.Value = value
	case "ms":
		e.Millis, err = strconv.Atoi(value)
	case "action":
		intent().Action = value
	case "component":
		intent().Component = value
	case "data":
		intent().Data = value
	case "type":
		intent().Type = value
	case "category":
		intent().Categories = append(intent().Categories, value)
	case "flags":
		var flags uint64
		flags, err = strconv.ParseUint(value, 0, 32)
		intent().Flags = int(flags)
	case "extra":
		err = addExtra(&intent().Extras, value)
	case "uri":
		err = addExtra(&intent().URIs, value)
	default:
		return fmt.Errorf("unknown field %q", name)
	}
	if err != nil {
		return fmt.Errorf("%s=%.40q: %w", name, value, err)
	}
	return nil
}

// addExtra stores "name=value".
func addExtra(extras *map[string]string, pair string) error {
	key, value, ok := strings.Cut(pair, "=")
	if !ok {
		return errors.New("want \"name=value\"")
	}
	if _, twice := (*extras)[key]; twice {
		return errors.New("given twice")
	}
	if *extras == nil {
		*extras = map[string]string{}
	}
	(*extras)[key] = value
	return nil
}

// pixel reads "12,34".
func pixel(value string) (x, y int, err error) {
	left, right, ok := strings.Cut(value, ",")
	if !ok {
		return 0, 0, errors.New("want x,y")
	}
	if x, err = strconv.Atoi(left); err != nil {
		return 0, 0, err
	}
	y, err = strconv.Atoi(right)
	return x, y, err
}
