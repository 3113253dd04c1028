package property

import (
	"errors"
	"fmt"

	"go.starlark.net/starlark"

	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// maxScrolls is how often scroll_to scrolls.
const maxScrolls = 20

// maxWait is the longest wait of a rule, in seconds.
const maxWait = 60

// target is the widget that a action is done to: the one given, or the only one that the
// named arguments mean. Where none is there the rule cannot go on.
func (p *page) target(c call) (int, error) {
	if len(c.args) == 1 && len(c.kwargs) == 0 {
		w, ok := c.args[0].(*widget)
		switch {
		case c.args[0] == starlark.None:
			return 0, p.breakOff("%s: the widget is not there", c.name)
		case !ok:
			return 0, fmt.Errorf("%s: have a %s, want a widget or attributes by name", c.name, c.args[0].Type())
		case w.screen != p.screen:
			return 0, fmt.Errorf("%s: %s is of an earlier screen: find it again", c.name, w)
		}
		return w.index, nil
	}
	sel, list, err := p.sought(c, -1)
	if err != nil {
		return 0, err
	}
	if len(list) == 0 {
		return 0, p.breakOff("%s: no widget with %s%s", c.name, sel.words, sel.hint(p.screen))
	}
	return list[0], nil
}

// on is an event on a widget of the screen.
func (p *page) on(kind event.Kind, widget int) event.Event {
	e := event.Event{Kind: kind, Target: p.screen.Selector(widget)}
	e.X, e.Y = p.screen.Point(widget)
	return e
}

func (p *page) touch(c call, kind event.Kind) (starlark.Value, error) {
	i, err := p.reached(c)
	if err != nil {
		return nil, err
	}
	return p.do(p.on(kind, i), i)
}

// reached is the target, where a touch reaches it: a snackbar that lies over it is waited out, and where
// anything else does the rule cannot go on.
func (p *page) reached(c call) (int, error) {
	i, err := p.target(c)
	if err != nil {
		return 0, err
	}
	x, y := p.screen.Point(i)
	passing, bar := p.screen.Passing()
	over, covered := p.screen.Over(i, x, y, passing)
	if !covered {
		return i, nil
	}
	if !bar || !passing[over] {
		return 0, p.breakOff("%s: %q lies over the widget", c.name, describe(p.screen, over))
	}
	under := p.screen.Selector(i)
	if _, err := p.do(event.Event{Kind: event.Wait, Millis: ui.BarMillis}, -1); err != nil {
		return 0, err
	}
	if p.screen != nil {
		if i, ok := p.screen.Find(under, x, y); ok {
			passing, _ := p.screen.Passing()
			if _, covered := p.screen.Over(i, x, y, passing); !covered {
				return i, nil
			}
		}
	}
	return 0, p.breakOff("%s: a snackbar lay over the widget, and after %d s it cannot be touched either", c.name,
		ui.BarMillis/1000)
}

func (p *page) tap(c call) (starlark.Value, error)       { return p.touch(c, event.Tap) }
func (p *page) longTap(c call) (starlark.Value, error)   { return p.touch(c, event.LongTap) }
func (p *page) doubleTap(c call) (starlark.Value, error) { return p.touch(c, event.DoubleTap) }
func (p *page) clear(c call) (starlark.Value, error)     { return p.touch(c, event.Clear) }

// typeText types into a field, in place of what it had: type(text, widget) or
// type(text, resourceId="title").
func (p *page) typeText(c call) (starlark.Value, error) {
	if len(c.args) == 0 {
		return nil, errors.New(`type: the text comes first: type("eggs", resourceId="title")`)
	}
	text, ok := starlark.AsString(c.args[0])
	if !ok {
		return nil, fmt.Errorf("type: have a %s, want a text", c.args[0].Type())
	}
	c.args = c.args[1:]
	i, err := p.reached(c)
	if err != nil {
		return nil, err
	}
	e := p.on(event.Text, i)
	if e.Value = text; text == "" {
		e.Kind = event.Clear
	}
	return p.do(e, i)
}

// scroll scrolls a widget, or what fills the screen, by a half: scroll("down").
func (p *page) scroll(c call) (starlark.Value, error) {
	if len(c.args) == 0 {
		return nil, errors.New(`scroll: the direction comes first: scroll("down")`)
	}
	direction, ok := starlark.AsString(c.args[0])
	if !ok {
		return nil, fmt.Errorf("scroll: have a %s, want up, down, left, right, top or bottom", c.args[0].Type())
	}
	c.args = c.args[1:]
	if len(c.args)+len(c.kwargs) == 0 {
		return p.do(p.scrolled(direction, -1), -1)
	}
	i, err := p.target(c)
	if err != nil {
		return nil, err
	}
	return p.do(p.scrolled(direction, i), i)
}

// scrolled is the event that scrolls a widget, or the screen for -1.
func (p *page) scrolled(direction string, i int) event.Event {
	e := event.Event{Kind: event.Scroll, Arg: direction}
	if p.screen == nil {
		return e
	}
	area := p.screen.Bounds()
	if i >= 0 {
		e.Target = p.screen.Selector(i)
		area = area.Intersect(p.screen.Widgets[i].Bounds)
	}
	e.X, e.Y, e.X2, e.Y2 = event.Finger(area, direction)
	return e
}

// scrollTo scrolls down until a widget shows, and returns it.
func (p *page) scrollTo(c call) (starlark.Value, error) {
	for scrolls := 0; ; scrolls++ {
		sel, list, err := p.sought(c, -1)
		switch {
		case err != nil:
			return nil, err
		case len(list) > 0:
			return &widget{p.screen, list[0]}, nil
		case scrolls == maxScrolls:
			return nil, p.breakOff("scroll_to: no widget with %s after %d scrolls", sel.words, scrolls)
		}
		if _, err := p.do(p.scrolled("down", -1), -1); err != nil {
			return nil, err
		}
	}
}

// plain asks for an event that needs no widget and takes no argument.
func plain(e event.Event) method {
	return func(p *page, c call) (starlark.Value, error) {
		if err := c.unpack(); err != nil {
			return nil, err
		}
		return p.do(e, -1)
	}
}

// drag moves a finger over pixels: drag(x, y, x2, y2).
func (p *page) drag(c call) (starlark.Value, error) {
	e := event.Event{Kind: event.Swipe}
	if err := c.unpack("x", &e.X, "y", &e.Y, "x2", &e.X2, "y2", &e.Y2); err != nil {
		return nil, err
	}
	return p.do(e, -1)
}

// named asks for an event with one word as its argument.
func (p *page) named(c call, kind event.Kind, what string) (starlark.Value, error) {
	var arg string
	if err := c.unpack(what, &arg); err != nil {
		return nil, err
	}
	return p.do(event.Event{Kind: kind, Arg: arg}, -1)
}

func (p *page) press(c call) (starlark.Value, error) { return p.named(c, event.Key, "key") }
func (p *page) rotate(c call) (starlark.Value, error) {
	return p.named(c, event.Rotate, "orientation")
}

func (p *page) wait(c call) (starlark.Value, error) {
	var seconds starlark.Value
	if err := c.unpack("seconds", &seconds); err != nil {
		return nil, err
	}
	n, ok := starlark.AsFloat(seconds)
	if !ok || !(n > 0 && n <= maxWait) {
		return nil, fmt.Errorf("wait: want seconds, above 0 and at most %d, have %s", maxWait, seconds)
	}
	return p.do(event.Event{Kind: event.Wait, Millis: max(1, int(n*1000))}, -1)
}
