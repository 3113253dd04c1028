package specs

import (
	_ "embed" // the data files
	"fmt"
	"strings"
	"sync"
)

var (
	//go:embed callbacks.txt
	callbacksText string
	//go:embed attributes.txt
	attributesText string
	//go:embed calls.txt
	callsText string
	//go:embed effects.txt
	effectsText string
	//go:embed lifecycles.txt
	lifecyclesText string
)

// CallbackRow says that the framework calls the named methods of subtypes of
// Type, and in what role.
type CallbackRow struct {
	Role    string   // a role of the guide
	Type    string   // DEX type descriptor
	Methods []string // bare names; "*" for every method of the type
}

// AttributeRow says which methods of Type set and get a widget attribute.
type AttributeRow struct {
	Attribute string
	Kind      AttributeKind
	Type      string // DEX type descriptor
	Setters   []string
	Getters   []string
}

// AttributeKind is the kind of values that an attribute has.
type AttributeKind string

// The kinds of attribute values.
const (
	KindBool AttributeKind = "bool"
	KindInt  AttributeKind = "int"
	KindText AttributeKind = "text"
	KindID   AttributeKind = "id"   // a resource id
	KindLook AttributeKind = "look" // no callback hears of it
)

// CallKind is what a call into the framework means; see calls.txt.
type CallKind string

// The kinds of calls with a meaning of their own. Kinds that begin with
// ReadPrefix or WritePrefix go on with the sort of stored state.
const (
	CallActivity     CallKind = "activity"
	CallService      CallKind = "service"
	CallBroadcast    CallKind = "broadcast"
	CallResult       CallKind = "result"
	CallFinish       CallKind = "finish"
	CallSchedule     CallKind = "schedule"
	CallFind         CallKind = "find"
	CallContent      CallKind = "content"
	CallInflate      CallKind = "inflate"
	CallMenu         CallKind = "menu"
	CallPreferences  CallKind = "preferences"
	CallShow         CallKind = "show"
	CallFragment     CallKind = "fragment"
	CallIntentClass  CallKind = "intentclass"
	CallIntentAction CallKind = "intentaction"
	CallParse        CallKind = "parse"
	CallCompare      CallKind = "compare"
	CallEqual        CallKind = "equal"

	ReadPrefix  = "read-"
	WritePrefix = "write-"
)

// Receiver is the Argument of a Call whose receiver carries the code.
const Receiver = -1

// Call is one method with a meaning.
type Call struct {
	Kind     CallKind
	Type     string // DEX type descriptor; the row holds for subtypes
	Method   string // bare name
	Argument int    // counted from 0 without the receiver; Receiver for the receiver; 0 if the row names none
}

// Callbacks returns the rows of callbacks.txt by bare method name; rows for
// all methods of a type are under "*". The caller must not change the map.
func Callbacks() map[string][]CallbackRow { return tables().callbacks }

// Attributes returns the rows of attributes.txt. The caller must not change it.
func Attributes() []AttributeRow { return tables().attributes }

// Calls returns the rows of calls.txt by bare method name. The caller must not
// change the map.
func Calls() map[string][]Call { return tables().calls }

type specTables struct {
	callbacks  map[string][]CallbackRow
	rows       []CallbackRow
	attributes []AttributeRow
	calls      map[string][]Call
	effects    effectTable
	lifecycles []Lifecycle
	failures   []failureRow
	events     []eventRow
	sources    map[string][]SourceCall
}

var tables = sync.OnceValue(func() *specTables {
	t, err := parseTables()
	if err != nil {
		panic("specs: embedded table: " + err.Error()) // cannot happen: tested
	}
	return t
})

func parseTables() (*specTables, error) {
	t := &specTables{
		callbacks: map[string][]CallbackRow{}, calls: map[string][]Call{}, sources: map[string][]SourceCall{},
	}
	for _, table := range []struct {
		name, text string
		row        func(fields []string) error
	}{
		{"callbacks.txt", callbacksText, t.callbackRow},
		{"attributes.txt", attributesText, t.attributeRow},
		{"calls.txt", callsText, t.callRow},
		{"effects.txt", effectsText, t.effects.row},
		{"lifecycles.txt", lifecyclesText, t.lifecycleRow},
		{"events.txt", eventsText, t.eventRow},
		{"sources.txt", sourcesText, t.sourceRow},
	} {
		for i, line := range strings.Split(table.text, "\n") {
			line, _, _ = strings.Cut(line, "#")
			fields := strings.Fields(line)
			if len(fields) == 0 {
				continue
			}
			if err := table.row(fields); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", table.name, i+1, err)
			}
		}
	}
	for i, line := range strings.Split(failuresText, "\n") { // "#" is text in messages
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := t.failureRow(line); err != nil {
			return nil, fmt.Errorf("failures.txt:%d: %w", i+1, err)
		}
	}
	return t, nil
}

func (t *specTables) callbackRow(fields []string) error {
	if len(fields) < 3 {
		return fmt.Errorf("want role, type and methods, have %q", fields)
	}
	for _, name := range expand(fields[1]) {
		row := CallbackRow{Role: fields[0], Type: descriptor(name), Methods: fields[2:]}
		t.rows = append(t.rows, row)
		for _, method := range row.Methods {
			t.callbacks[method] = append(t.callbacks[method], row)
		}
	}
	return nil
}

func (t *specTables) attributeRow(fields []string) error {
	setters, getters, ok := cutFields(fields, ";")
	if !ok || len(setters) < 4 || len(getters) == 0 {
		return fmt.Errorf("want attribute, kind, type, setters ; getters, have %q", fields)
	}
	kind := AttributeKind(fields[1])
	if kind != KindBool && kind != KindInt && kind != KindText && kind != KindID && kind != KindLook {
		return fmt.Errorf("unknown kind %q", kind)
	}
	for _, name := range expand(fields[2]) {
		t.attributes = append(t.attributes, AttributeRow{
			Attribute: fields[0], Kind: kind, Type: descriptor(name),
			Setters: dashed(setters[3:]), Getters: dashed(getters),
		})
	}
	return nil
}

// methodArgument reads "name", "name/2" or "name/this": a method and which of its arguments
// a row is about, none if it says none.
func methodArgument(text string, none int) (method string, argument int, err error) {
	method, arg, found := strings.Cut(text, "/")
	switch {
	case !found:
		return method, none, nil
	case arg == "this":
		return method, Receiver, nil
	case len(arg) != 1 || arg[0] < '0' || arg[0] > '9':
		return "", 0, fmt.Errorf("bad argument in %q", text)
	}
	return method, int(arg[0] - '0'), nil
}

func (t *specTables) callRow(fields []string) error {
	if len(fields) < 3 {
		return fmt.Errorf("want kind, type and methods, have %q", fields)
	}
	for _, name := range expand(fields[1]) {
		for _, method := range fields[2:] {
			bare, argument, err := methodArgument(method, 0)
			if err != nil {
				return err
			}
			call := Call{Kind: CallKind(fields[0]), Type: descriptor(name), Method: bare, Argument: argument}
			t.calls[bare] = append(t.calls[bare], call)
		}
	}
	return nil
}

// cutFields splits fields at the field sep.
func cutFields(fields []string, sep string) (before, after []string, ok bool) {
	for i, f := range fields {
		if f == sep {
			return fields[:i], fields[i+1:], true
		}
	}
	return fields, nil, false
}

// dashed drops the "-" that stands for none.
func dashed(names []string) []string {
	if len(names) == 1 && names[0] == "-" {
		return nil
	}
	return names
}

// expand replaces {a,b} groups by each of their alternatives.
func expand(name string) []string {
	open := strings.IndexByte(name, '{')
	if open < 0 {
		return []string{name}
	}
	end := strings.IndexByte(name[open:], '}')
	if end < 0 {
		return []string{name}
	}
	var all []string
	for _, alternative := range strings.Split(name[open+1:open+end], ",") {
		for _, rest := range expand(name[open+end+1:]) {
			all = append(all, name[:open]+alternative+rest)
		}
	}
	return all
}
