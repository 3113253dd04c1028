package property

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// page is what a function of the file is given: what the screen shows, the state, and,
// in a rule, what can be done.
type page struct {
	screen *ui.Screen
	state  *starlark.Dict
	// act is the attempt that a rule runs in; nil in conditions, which only look.
	act *execution
	// asked takes down what a condition asks of screens; nil where nobody wants to know.
	asked *lookups
}

// widget is a widget of one screen.
type widget struct {
	screen *ui.Screen
	index  int
}

// Methods of the page, looking and doing.
var (
	looks   = map[string]method{"find": (*page).find, "all": (*page).all, "has": (*page).has}
	actions = map[string]method{
		"tap": (*page).tap, "long_tap": (*page).longTap, "double_tap": (*page).doubleTap, "type": (*page).typeText,
		"clear": (*page).clear, "scroll": (*page).scroll, "scroll_to": (*page).scrollTo, "drag": (*page).drag,
		"press": (*page).press, "rotate": (*page).rotate, "wait": (*page).wait,
		"back":   plain(event.Event{Kind: event.Back}),
		"home":   plain(event.Event{Kind: event.Home}),
		"launch": plain(event.Event{Kind: event.Launch}), "restart": plain(event.Event{Kind: event.Restart}),
		"kill":  plain(event.Event{Kind: event.Kill}),
		"enter": plain(event.Event{Kind: event.Key, Arg: "ENTER"}),
		// The key of the soft keyboard that acts on the field with the focus.
		"send_action": plain(event.Event{Kind: event.EditorAction, Arg: "default"}),
		"word":        drawWord, "number": drawNumber, "choose": drawChoice,
		"check": demand, "assume": assume,
	}
)

// method is a method of the page, given its arguments.
type method func(p *page, c call) (starlark.Value, error)

// call is one call of a method.
type call struct {
	thread *starlark.Thread
	name   string
	args   starlark.Tuple
	kwargs []starlark.Tuple
}

// unpack reads the arguments of a method that names no widget.
func (c call) unpack(pairs ...any) error {
	return starlark.UnpackArgs(c.name, c.args, c.kwargs, pairs...)
}

// String implements starlark.Value.
func (p *page) String() string { return "page(" + p.activity() + ")" }

// Type implements starlark.Value.
func (p *page) Type() string { return "page" }

// Freeze implements starlark.Value.
func (p *page) Freeze() {}

// Truth implements starlark.Value.
func (p *page) Truth() starlark.Bool { return true }

// Hash implements starlark.Value.
func (p *page) Hash() (uint32, error) { return 0, errors.New("unhashable: page") }

// Attr implements starlark.HasAttrs.
func (p *page) Attr(name string) (starlark.Value, error) {
	switch name {
	case "state":
		return p.state, nil
	case "activity":
		return starlark.String(p.activity()), nil
	}
	m, ok := looks[name]
	if action, is := actions[name]; is {
		if p.act == nil {
			return nil, fmt.Errorf("%s: a condition looks only; rules act and check", name)
		}
		m, ok = action, true
	}
	if !ok {
		return nil, nil // Starlark says that there is none
	}
	return starlark.NewBuiltin(name, func(thread *starlark.Thread, fn *starlark.Builtin, args starlark.Tuple,
		kwargs []starlark.Tuple) (starlark.Value, error) {
		if p.act != nil {
			p.act.line = int(thread.CallFrame(thread.CallStackDepth() - 1).Pos.Line)
		}
		return m(p, call{thread, fn.Name(), args, kwargs})
	}), nil
}

// AttrNames implements starlark.HasAttrs.
func (p *page) AttrNames() []string {
	names := []string{"activity", "state"}
	for name := range looks {
		names = append(names, name)
	}
	if p.act != nil {
		for name := range actions {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// activity is the activity's class, "" if it is not known.
func (p *page) activity() string {
	if p.screen == nil {
		return ""
	}
	_, class, _ := strings.Cut(p.screen.Activity, "/")
	return class
}

// select returns the widgets that named arguments mean; within is as for selector.all.
func (p *page) sought(c call, within int) (selector, []int, error) {
	if len(c.args) > 0 {
		return selector{}, nil, fmt.Errorf("%s takes attributes by name, such as text=\"OK\"", c.name)
	}
	sel, err := newSelector(c.name, c.kwargs)
	if err != nil {
		return sel, nil, err
	}
	for _, place := range sel.places {
		if place.than != nil && place.than.screen != p.screen {
			return sel, nil, fmt.Errorf("%s: %s is of an earlier screen: find it again", c.name, place.than)
		}
	}
	list := sel.all(p.screen, within)
	p.asked.note(c, sel.words, len(list) > 0)
	return sel, list, nil
}

func (p *page) find(c call) (starlark.Value, error) { return p.findWithin(c, -1) }
func (p *page) all(c call) (starlark.Value, error)  { return p.allWithin(c, -1) }
func (p *page) has(c call) (starlark.Value, error)  { return p.hasWithin(c, -1) }

func (p *page) findWithin(c call, within int) (starlark.Value, error) {
	_, list, err := p.sought(c, within)
	if err != nil || len(list) == 0 {
		return starlark.None, err
	}
	return &widget{p.screen, list[0]}, nil
}

func (p *page) allWithin(c call, within int) (starlark.Value, error) {
	_, list, err := p.sought(c, within)
	if err != nil {
		return nil, err
	}
	values := make([]starlark.Value, len(list))
	for i, at := range list {
		values[i] = &widget{p.screen, at}
	}
	return starlark.NewList(values), nil
}

func (p *page) hasWithin(c call, within int) (starlark.Value, error) {
	_, list, err := p.sought(c, within)
	return starlark.Bool(len(list) > 0), err
}

// String implements starlark.Value.
func (w *widget) String() string { return "widget(" + describe(w.screen, w.index) + ")" }

// describe names a widget for people.
func describe(s *ui.Screen, i int) string {
	w := &s.Widgets[i]
	_, name, _ := strings.Cut(w.ID, ":id/")
	for _, word := range []string{s.Label(i), name} {
		if word != "" {
			return word
		}
	}
	return w.Class[strings.LastIndexByte(w.Class, '.')+1:]
}

// Type implements starlark.Value.
func (w *widget) Type() string { return "widget" }

// Freeze implements starlark.Value.
func (w *widget) Freeze() {}

// Truth implements starlark.Value.
func (w *widget) Truth() starlark.Bool { return true }

// Hash implements starlark.Value.
func (w *widget) Hash() (uint32, error) { return 0, errors.New("unhashable: widget") }

// Attr implements starlark.HasAttrs.
func (w *widget) Attr(name string) (starlark.Value, error) {
	x := &w.screen.Widgets[w.index]
	switch name {
	case "text":
		return starlark.String(x.Text), nil
	case "description":
		return starlark.String(x.Desc), nil
	case "className":
		return starlark.String(x.Class), nil
	case "resourceId":
		return starlark.String(x.ID), nil
	case "words":
		return starlark.String(w.screen.Label(w.index)), nil
	case "bounds":
		b := x.Bounds
		return starlark.Tuple{starlark.MakeInt(b.Left), starlark.MakeInt(b.Top), starlark.MakeInt(b.Right),
			starlark.MakeInt(b.Bottom)}, nil
	}
	if read, ok := flags[name]; ok {
		return starlark.Bool(read(x)), nil
	}
	if m, ok := map[string]func(*page, call, int) (starlark.Value, error){
		"find": (*page).findWithin, "all": (*page).allWithin, "has": (*page).hasWithin,
	}[name]; ok {
		p := &page{screen: w.screen}
		return starlark.NewBuiltin(name, func(thread *starlark.Thread, fn *starlark.Builtin, args starlark.Tuple,
			kwargs []starlark.Tuple) (starlark.Value, error) {
			return m(p, call{thread, fn.Name(), args, kwargs}, w.index)
		}), nil
	}
	return nil, nil
}

// AttrNames implements starlark.HasAttrs.
func (w *widget) AttrNames() []string {
	names := []string{"text", "description", "className", "resourceId", "words", "bounds", "find", "all", "has"}
	for name := range flags {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
