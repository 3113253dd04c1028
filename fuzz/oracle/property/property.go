// Package property is the oracle of properties that people write as code, as in Kea
// (Xiong et al., General and Practical Property-based Testing for Android Apps, ASE
// 2024) and in Hypothesis' stateful tests. A file in Starlark states rules, each a
// precondition, an interaction and what must hold on the way and afterwards, and
// invariants; a dictionary of its own, cleared with the app's data, remembers across
// rules what must be there. While a search runs, the oracle carries out rules whose
// preconditions hold.
//
// A rule is a function of what was seen since it began, and of the values that it drew:
// after every event it is run again from its start over the recorded screens, until it
// asks for an event that nobody has played yet. So it needs no goroutine, and it is
// recognised by its events, whoever played them: a shortened script, where nobody
// carries anything out, is judged as the search was (fuzz/oracle/dmf does the same for
// the specifications of PBFDroid).
//
// What it cannot follow makes it silent, not wrong. Where the file keeps a state, a use
// of a reserved widget that no rule accounts for, and a rule that is broken off after
// its first event, end judging until the app's data is cleared, which it asks for.
//
// Not modelled: rules that run beside each other, several devices, what other apps show.
package property

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"syscall"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Spec is a file of properties. It is frozen after Parse.
type Spec struct {
	Rules      []Rule
	Invariants []Invariant
	// setup is carried out once an episode before other rules; nil if the file has none.
	setup *Rule
	// initial reads from screens what the app has before anything was done to its data; nil if the
	// file has none.
	initial *initial
	// reserved fit the widgets that only rules may use.
	reserved []selector
	// state is what oracles begin with; empty if the file keeps none.
	state *starlark.Dict
}

// Rule is a property: an interaction and what must hold on the way and afterwards.
type Rule struct {
	Name string
	// Probability is how likely the rule is begun, rather than an event of the generator
	// played, where its precondition holds and chance chose it among the rules.
	Probability float64
	// Line is where its function begins in the file, 0 if it is none of the file's.
	Line int
	when starlark.Callable // nil: always
	do   starlark.Callable
}

// initial reads objects that are there from the start into the state.
type initial struct {
	when starlark.Callable // nil: always
	read starlark.Callable
}

// Invariant must hold on every screen of the app, but while a rule changes the state.
type Invariant struct {
	Name  string
	Line  int               // where its function begins in the file
	when  starlark.Callable // nil: always
	holds starlark.Callable
}

// Bounds of a file, and of the work that one call of its functions may do.
const (
	maxSource = 1 << 20 // bytes
	maxRules  = 1000
	maxSteps  = 2_000_000 // of Starlark's interpreter: about a tenth of a second
)

// defaultProbability is Rule.Probability where the file does not say it.
const defaultProbability = 0.3

// setupName is what setup is called where rules have their names; no rule may have it.
const setupName = "setup"

// Read reads the file.
func Read(path string) (*Spec, error) {
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, syscall.EISDIR):
		return nil, fmt.Errorf("%s is a folder: name a file of properties", path)
	case err != nil:
		return nil, err
	case bytes.HasPrefix(data, []byte("PK")):
		return nil, fmt.Errorf("%s is a zip archive or an APK, and no file of properties", path)
	}
	return Parse(path, data)
}

// Parse reads a file of properties; name is what messages call it.
func Parse(name string, data []byte) (*Spec, error) {
	if len(data) > maxSource {
		return nil, fmt.Errorf("%s has %d bytes, %d are read at most", name, len(data), maxSource)
	}
	b := &builder{spec: &Spec{}, names: map[string]bool{setupName: true}}
	thread := &starlark.Thread{Name: name, Print: func(*starlark.Thread, string) {}}
	thread.SetMaxExecutionSteps(maxSteps)
	options := &syntax.FileOptions{Set: true, TopLevelControl: true}
	globals, err := starlark.ExecFileOptions(options, thread, name, data, starlark.StringDict{
		"rule":      starlark.NewBuiltin("rule", b.rule),
		"invariant": starlark.NewBuiltin("invariant", b.invariant),
		"setup":     starlark.NewBuiltin("setup", b.setup),
		"initially": starlark.NewBuiltin("initially", b.initially),
		"reserve":   starlark.NewBuiltin("reserve", b.reserve),
	})
	if err != nil {
		return nil, explain(err)
	}
	if len(b.spec.Rules)+len(b.spec.Invariants) == 0 {
		return nil, fmt.Errorf("%s states no rule(name, do) and no invariant(name, holds)", name)
	}
	if b.spec.state, err = initialState(globals["state"]); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return b.spec, nil
}

// initialState is the dictionary "state" of a file.
func initialState(v starlark.Value) (*starlark.Dict, error) {
	if v == nil {
		return starlark.NewDict(0), nil
	}
	d, ok := v.(*starlark.Dict)
	if !ok {
		return nil, fmt.Errorf("state is a %s, a dictionary is wanted", v.Type())
	}
	if _, err := copied(d); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	return d, nil
}

// builder takes in what a file states.
type builder struct {
	spec  *Spec
	names map[string]bool
}

// take checks the name of a rule or invariant, which reports tell them apart by.
func (b *builder) take(name string) error {
	switch {
	case name == "":
		return errors.New("the name is empty")
	case b.names[name]:
		return fmt.Errorf("%q is stated twice", name)
	case len(b.names) == maxRules:
		return fmt.Errorf("there are more than %d rules and invariants", maxRules)
	}
	b.names[name] = true
	return nil
}

func (b *builder) rule(_ *starlark.Thread, fn *starlark.Builtin, args starlark.Tuple,
	kwargs []starlark.Tuple) (starlark.Value, error) {
	r := Rule{Probability: defaultProbability}
	var when, probability starlark.Value
	if err := starlark.UnpackArgs(fn.Name(), args, kwargs, "name", &r.Name, "do", &r.do, "when?", &when,
		"probability?", &probability); err != nil {
		return nil, err
	}
	if probability != nil {
		p, ok := starlark.AsFloat(probability)
		if !ok || !(p > 0 && p <= 1) {
			return nil, fmt.Errorf("rule %q: probability %v is not above 0 and at most 1", r.Name, probability)
		}
		r.Probability = p
	}
	var err error
	if r.when, err = condition(when); err != nil {
		return nil, fmt.Errorf("rule %q: when: %w", r.Name, err)
	}
	if err := b.take(r.Name); err != nil {
		return nil, fmt.Errorf("rule: %w", err)
	}
	r.Line = lineOf(r.do)
	b.spec.Rules = append(b.spec.Rules, r)
	return starlark.None, nil
}

func (b *builder) invariant(_ *starlark.Thread, fn *starlark.Builtin, args starlark.Tuple,
	kwargs []starlark.Tuple) (starlark.Value, error) {
	var inv Invariant
	var when starlark.Value
	if err := starlark.UnpackArgs(fn.Name(), args, kwargs, "name", &inv.Name, "holds", &inv.holds,
		"when?", &when); err != nil {
		return nil, err
	}
	var err error
	if inv.when, err = condition(when); err != nil {
		return nil, fmt.Errorf("invariant %q: when: %w", inv.Name, err)
	}
	if err := b.take(inv.Name); err != nil {
		return nil, fmt.Errorf("invariant: %w", err)
	}
	inv.Line = lineOf(inv.holds)
	b.spec.Invariants = append(b.spec.Invariants, inv)
	return starlark.None, nil
}

func (b *builder) setup(_ *starlark.Thread, fn *starlark.Builtin, args starlark.Tuple,
	kwargs []starlark.Tuple) (starlark.Value, error) {
	r := &Rule{Name: setupName, Probability: 1}
	var when starlark.Value
	if err := starlark.UnpackArgs(fn.Name(), args, kwargs, "do", &r.do, "when?", &when); err != nil {
		return nil, err
	}
	if b.spec.setup != nil {
		return nil, errors.New("setup is stated twice")
	}
	var err error
	if r.when, err = condition(when); err != nil {
		return nil, fmt.Errorf("setup: when: %w", err)
	}
	b.spec.setup = r
	return starlark.None, nil
}

func (b *builder) initially(_ *starlark.Thread, fn *starlark.Builtin, args starlark.Tuple,
	kwargs []starlark.Tuple) (starlark.Value, error) {
	in := &initial{}
	var when starlark.Value
	if err := starlark.UnpackArgs(fn.Name(), args, kwargs, "read", &in.read, "when?", &when); err != nil {
		return nil, err
	}
	if b.spec.initial != nil {
		return nil, errors.New("initially is stated twice")
	}
	var err error
	if in.when, err = condition(when); err != nil {
		return nil, fmt.Errorf("initially: when: %w", err)
	}
	b.spec.initial = in
	return starlark.None, nil
}

func (b *builder) reserve(_ *starlark.Thread, fn *starlark.Builtin, args starlark.Tuple,
	kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) > 0 {
		return nil, errors.New("reserve takes attributes by name, such as resourceId=\"delete\"")
	}
	sel, err := newSelector(fn.Name(), kwargs)
	if err != nil {
		return nil, err
	}
	b.spec.reserved = append(b.spec.reserved, sel)
	return starlark.None, nil
}

// lineOf is where a function begins in the file, 0 for one of Starlark's own.
func lineOf(f starlark.Callable) int {
	if f, ok := f.(*starlark.Function); ok {
		return int(f.Position().Line)
	}
	return 0
}

// condition is a function, nil if none is given.
func condition(v starlark.Value) (starlark.Callable, error) {
	switch v := v.(type) {
	case nil, starlark.NoneType:
		return nil, nil //nolint:nilnil // nil is the condition that always holds
	case starlark.Callable:
		return v, nil
	}
	return nil, fmt.Errorf("have a %s, want a function of the page", v.Type())
}

// explain adds the place in the file to an error of the interpreter.
func explain(err error) error {
	var eval *starlark.EvalError
	if !errors.As(err, &eval) {
		return err // the parser and the resolver say it themselves
	}
	if at := position(eval); at != "" {
		return fmt.Errorf("%s: %s", at, eval.Msg)
	}
	return err
}

// position is the innermost place in the file where an error came up, "" if it has none.
func position(err *starlark.EvalError) string {
	for depth := range err.CallStack {
		if at := err.CallStack.At(depth).Pos; at.Line > 0 {
			return at.String()
		}
	}
	return ""
}

// maxState bounds the depth and the number of values of a state.
const maxState = 100_000

// copied is a deep copy of a value that may be changed. A state holds plain data only:
// an oracle goes back to earlier states, and a function or a widget would not.
func copied(v starlark.Value) (starlark.Value, error) {
	budget := maxState
	return copyValue(v, &budget, 0)
}

func copyValue(v starlark.Value, budget *int, depth int) (starlark.Value, error) {
	if *budget--; *budget < 0 || depth > 100 {
		return nil, errors.New("there is too much in it")
	}
	switch v := v.(type) {
	case starlark.NoneType, starlark.Bool, starlark.Int, starlark.Float, starlark.String, starlark.Bytes:
		return v, nil
	case starlark.Tuple:
		items, err := copyItems(v, budget, depth)
		return starlark.Tuple(items), err
	case *starlark.List:
		items, err := copyItems(elements(v), budget, depth)
		return starlark.NewList(items), err
	case *starlark.Set:
		items, err := copyItems(elements(v), budget, depth)
		if err != nil {
			return nil, err
		}
		set := starlark.NewSet(len(items))
		for _, item := range items {
			if err := set.Insert(item); err != nil {
				return nil, err
			}
		}
		return set, nil
	case *starlark.Dict:
		d := starlark.NewDict(v.Len())
		for _, pair := range v.Items() {
			items, err := copyItems(pair, budget, depth)
			if err != nil {
				return nil, err
			}
			if err := d.SetKey(items[0], items[1]); err != nil {
				return nil, err
			}
		}
		return d, nil
	}
	return nil, fmt.Errorf("a %s cannot be remembered: numbers, texts, lists, dictionaries and sets can", v.Type())
}

func copyItems(items []starlark.Value, budget *int, depth int) ([]starlark.Value, error) {
	all := make([]starlark.Value, len(items))
	for i, item := range items {
		var err error
		if all[i], err = copyValue(item, budget, depth+1); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func elements(v starlark.Iterable) []starlark.Value {
	var all []starlark.Value
	it := v.Iterate()
	defer it.Done()
	for x := starlark.Value(nil); it.Next(&x); {
		all = append(all, x)
	}
	return all
}
