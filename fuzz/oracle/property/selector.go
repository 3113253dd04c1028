package property

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"talpa/fuzz/oracle/xpath"
	"talpa/fuzz/ui"
)

// selector fits widgets by their attributes, in the words of uiautomator2, and by where
// they lie beside another widget.
type selector struct {
	texts  []textTest
	flags  []flagTest
	places []placeTest
	path   *xpath.Path // nil: none
	// nth is which of those that fit is meant, from 0; -1 if nobody said.
	nth   int
	words string // as the file says it, for messages
	// wanted are the texts that it compares as they are, by attribute.
	wanted map[string]string
}

type textTest struct {
	read func(w *ui.Widget) string
	fits func(got string) bool
}

type flagTest struct {
	read func(w *ui.Widget) bool
	want bool
}

type placeTest struct {
	fits func(s *ui.Screen, w, other *ui.Widget) bool
	than *widget
}

// texts are the attributes that are texts, and how a wanted text is compared.
var texts = map[string]struct {
	read func(w *ui.Widget) string
	test func(want string) (func(string) bool, error)
}{
	"text":                  {textOf, equals},
	"textContains":          {textOf, contains},
	"textStartsWith":        {textOf, prefixed},
	"textMatches":           {textOf, matches},
	"description":           {descOf, equals},
	"descriptionContains":   {descOf, contains},
	"descriptionStartsWith": {descOf, prefixed},
	"descriptionMatches":    {descOf, matches},
	"className":             {func(w *ui.Widget) string { return w.Class }, classNamed},
	"resourceId":            {func(w *ui.Widget) string { return w.ID }, named},
	"packageName":           {func(w *ui.Widget) string { return w.Package }, equals},
}

// flags are the attributes that hold or do not.
var flags = map[string]func(w *ui.Widget) bool{
	"checkable":     func(w *ui.Widget) bool { return w.Checkable },
	"checked":       func(w *ui.Widget) bool { return w.Checked },
	"clickable":     func(w *ui.Widget) bool { return w.Clickable },
	"enabled":       func(w *ui.Widget) bool { return w.Enabled },
	"focusable":     func(w *ui.Widget) bool { return w.Focusable },
	"focused":       func(w *ui.Widget) bool { return w.Focused },
	"longClickable": func(w *ui.Widget) bool { return w.LongClickable },
	"password":      func(w *ui.Widget) bool { return w.Password },
	"scrollable":    func(w *ui.Widget) bool { return w.Scrollable },
	"selected":      func(w *ui.Widget) bool { return w.Selected },
}

// places are where a widget lies beside another one. Above and below want an overlap in
// width, left and right one in height: a row's switch is rightOf its words.
var places = map[string]func(s *ui.Screen, w, other *ui.Widget) bool{
	"above":   func(_ *ui.Screen, w, o *ui.Widget) bool { return w.Bounds.Bottom <= o.Bounds.Top && sameColumn(w, o) },
	"below":   func(_ *ui.Screen, w, o *ui.Widget) bool { return w.Bounds.Top >= o.Bounds.Bottom && sameColumn(w, o) },
	"leftOf":  func(_ *ui.Screen, w, o *ui.Widget) bool { return w.Bounds.Right <= o.Bounds.Left && sameLine(w, o) },
	"rightOf": func(_ *ui.Screen, w, o *ui.Widget) bool { return w.Bounds.Left >= o.Bounds.Right && sameLine(w, o) },
	"inside":  func(s *ui.Screen, w, o *ui.Widget) bool { return s.Within(w.Index, o.Index) },
}

func textOf(w *ui.Widget) string { return w.Text }
func descOf(w *ui.Widget) string { return w.Desc }

func equals(want string) (func(string) bool, error) {
	return func(got string) bool { return got == want }, nil
}

func contains(want string) (func(string) bool, error) {
	return func(got string) bool { return strings.Contains(got, want) }, nil
}

func prefixed(want string) (func(string) bool, error) {
	return func(got string) bool { return strings.HasPrefix(got, want) }, nil
}

// matches wants all of the text to fit, as uiautomator2 does.
func matches(want string) (func(string) bool, error) {
	re, err := regexp.Compile(`\A(?:` + want + `)\z`)
	if err != nil {
		return nil, fmt.Errorf("%q is no regular expression: %w", want, err)
	}
	return re.MatchString, nil
}

// classNamed fits a class by its full or its bare name. Fields with suggestions call themselves
// EditText on older Androids, AutoCompleteTextView on newer ones.
func classNamed(want string) (func(string) bool, error) {
	field := want == "EditText" || want == "android.widget.EditText"
	return func(got string) bool {
		return got == want || strings.HasSuffix(got, "."+want) || field && strings.HasSuffix(got, "AutoCompleteTextView")
	}, nil
}

// named fits a resource by its full name, or by the name alone, which is the same in
// every build of the app.
func named(want string) (func(string) bool, error) {
	return func(got string) bool { return got == want || strings.HasSuffix(got, ":id/"+want) }, nil
}

func sameColumn(a, b *ui.Widget) bool {
	return a.Bounds.Left < b.Bounds.Right && b.Bounds.Left < a.Bounds.Right
}

func sameLine(a, b *ui.Widget) bool {
	return a.Bounds.Top < b.Bounds.Bottom && b.Bounds.Top < a.Bounds.Bottom
}

// newSelector reads a selector from the named arguments of a function.
func newSelector(function string, kwargs []starlark.Tuple) (selector, error) {
	sel := selector{nth: -1, wanted: map[string]string{}}
	var words []string
	for _, pair := range kwargs {
		name := string(pair[0].(starlark.String)) // Starlark passes names of arguments so
		if err := sel.add(name, pair[1]); err != nil {
			return sel, fmt.Errorf("%s: %s: %w", function, name, err)
		}
		words = append(words, name+"="+pair[1].String())
	}
	if len(sel.texts)+len(sel.places)+len(sel.flags) == 0 && sel.path == nil {
		return sel, fmt.Errorf("%s: say which widget, such as text=\"OK\"; the attributes are %s", function, attributes())
	}
	if sel.nth >= 0 && len(sel.texts)+len(sel.places) == 0 && sel.path == nil {
		return sel, fmt.Errorf("%s: index counts among widgets that a text, name or place tells: "+
			"the n-th of the page is another one tomorrow", function)
	}
	sel.words = strings.Join(words, ", ")
	return sel, nil
}

func attributes() string {
	all := slices.Concat(slices.Collect(maps.Keys(texts)), slices.Collect(maps.Keys(flags)),
		slices.Collect(maps.Keys(places)))
	slices.Sort(all)
	return strings.Join(append(all, "xpath", "index"), ", ")
}

func (sel *selector) add(name string, v starlark.Value) error {
	if text, ok := texts[name]; ok {
		want, ok := starlark.AsString(v)
		if !ok {
			return fmt.Errorf("have a %s, want a text", v.Type())
		}
		fits, err := text.test(want)
		sel.texts = append(sel.texts, textTest{text.read, fits})
		sel.wanted[name] = want
		return err
	}
	if read, ok := flags[name]; ok {
		want, ok := v.(starlark.Bool)
		if !ok {
			return fmt.Errorf("have a %s, want True or False", v.Type())
		}
		sel.flags = append(sel.flags, flagTest{read, bool(want)})
		return nil
	}
	if fits, ok := places[name]; ok {
		than, ok := v.(*widget)
		if !ok && v != starlark.None { // what find returns where there is none: nothing is inside it
			return fmt.Errorf("have a %s, want a widget, as find returns it", v.Type())
		}
		sel.places = append(sel.places, placeTest{fits, than})
		return nil
	}
	if name == "xpath" {
		path, ok := starlark.AsString(v)
		if !ok {
			return fmt.Errorf("have a %s, want a text", v.Type())
		}
		var err error
		if sel.path, err = xpath.Compile(path); err != nil {
			return fmt.Errorf("%q: %w", path, err)
		}
		return nil
	}
	if name != "index" {
		return fmt.Errorf("no such attribute: there are %s", attributes())
	}
	n, err := starlark.AsInt32(v)
	if err != nil || n < 0 {
		return errors.New("want a number from 0")
	}
	sel.nth = n
	return nil
}

// all returns the widgets that the selector means, in drawing order: those within one
// only, if that is not -1. What lies outside the display is not there.
func (sel *selector) all(s *ui.Screen, within int) []int {
	var list []int
	if s == nil {
		return nil
	}
	display := s.Bounds()
	for _, i := range sel.candidates(s) {
		w := &s.Widgets[i]
		if (within < 0 || s.Within(i, within)) && !w.Bounds.Intersect(display).Empty() && sel.fits(s, w) {
			list = append(list, i)
		}
	}
	if sel.nth >= 0 {
		return list[min(sel.nth, len(list)):min(sel.nth+1, len(list))]
	}
	return list
}

// candidates are the widgets that the path leads to, all of them without one.
func (sel *selector) candidates(s *ui.Screen) []int {
	if sel.path != nil {
		return sel.path.Select(s)
	}
	all := make([]int, len(s.Widgets))
	for i := range all {
		all[i] = i
	}
	return all
}

func (sel *selector) fits(s *ui.Screen, w *ui.Widget) bool {
	for _, t := range sel.texts {
		if !t.fits(t.read(w)) {
			return false
		}
	}
	for _, f := range sel.flags {
		if f.read(w) != f.want {
			return false
		}
	}
	for _, p := range sel.places {
		// A widget of an earlier screen lies nowhere on this one, nor does one that is not there.
		if p.than == nil || p.than.screen != s || !p.fits(s, w, &s.Widgets[p.than.index]) {
			return false
		}
	}
	return true
}
