package dmf

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"talpa/fuzz/oracle/xpath"
)

// Bounds of a specification; the largest published one has 8 functions.
const (
	maxFile      = 8 << 20 // bytes
	maxFunctions = 1000
	maxSteps     = 200
	maxWeight    = 1000
)

// anything is the published word for an attribute that does not count.
const anything = "#any#"

// The published form of a specification.
type (
	fileSpec struct {
		DMFs []fileFunction `json:"dmfs"`
	}
	fileFunction struct {
		Name       string          `json:"name"`
		Type       string          `json:"type"`
		DataType   string          `json:"datatype"`
		Proportion string          `json:"proportion"`
		Widgets    []fileWidget    `json:"widgets"`
		Events     []fileEvent     `json:"events"`
		Impacts    []fileImpact    `json:"impacts"`
		Before     []fileCondition `json:"preconditions"`
		After      []fileCondition `json:"post-conditions"`
	}
	fileWidget struct {
		Name     string `json:"name"`
		Layout   string `json:"UI_layout_num"`
		Class    string `json:"class"`
		Desc     string `json:"content-desc"`
		ID       string `json:"resource-id"`
		Text     string `json:"text"`
		XPath    string `json:"xpath"`
		Instance string `json:"instance"`
	}
	fileEvent struct {
		Widget string `json:"widget"`
		Action string `json:"action"`
		Text   string `json:"text"`
		Force  bool   `json:"force"`
	}
	fileImpact struct {
		Operator string `json:"operator"`
		Object   string `json:"object"`
	}
	fileCondition struct {
		Widget   string `json:"widget"`
		Relation string `json:"relation"`
		DataType string `json:"datatype"`
	}
	fileKeys struct {
		Views []struct {
			View string `json:"view"`
		} `json:"keyviews"`
	}
)

// Read reads a specification in PBFDroid's form from a file, and its key views from
// the file that lies beside it by PBFDroid's names: keyviews_app.json for
// dmf_app.json. Without that file no widget is a key view but those that the
// first steps of functions with impacts use.
func Read(path string) (*Spec, error) {
	data, err := readSome(path)
	if err != nil {
		return nil, err
	}
	spec, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	path, ok := keysBeside(path)
	if !ok {
		return spec, nil
	}
	data, err = readSome(path)
	if errors.Is(err, os.ErrNotExist) {
		return spec, nil
	}
	if err != nil {
		return nil, err
	}
	if spec.Keys, err = ParseKeys(data); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return spec, nil
}

// keysBeside is the file beside a specification that names key views; false: it could have none.
func keysBeside(path string) (string, bool) {
	name, ok := strings.CutPrefix(filepath.Base(path), "dmf")
	return filepath.Join(filepath.Dir(path), "keyviews"+name), ok
}

// Files are those that Read reads: the specification, and what names key views beside it, if that is there.
func Files(path string) []string {
	all := []string{path}
	if keys, ok := keysBeside(path); ok {
		if _, err := os.Stat(keys); err == nil {
			all = append(all, keys)
		}
	}
	return all
}

func readSome(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s is a folder: name a specification of PBFDroid (dmf_APP.json)", path)
	}
	if info.Size() > maxFile {
		return nil, fmt.Errorf("%s: more than %d bytes", path, maxFile)
	}
	return os.ReadFile(path)
}

// Parse reads a specification in PBFDroid's form. A function that makes no sense
// (two of the published ones use widgets that they do not describe) is left out
// with a remark; none that can be used is an error.
func Parse(data []byte) (*Spec, error) {
	var f fileSpec
	if err := decode(data, &f); err != nil {
		return nil, err
	}
	if len(f.DMFs) == 0 {
		return nil, errors.New(`no functions: a specification is an object with the list "dmfs"`)
	}
	if len(f.DMFs) > maxFunctions {
		return nil, fmt.Errorf("%d functions, at most %d are read", len(f.DMFs), maxFunctions)
	}
	s := &Spec{}
	lines := functionLines(data)
	for i := range f.DMFs {
		fn, err := f.DMFs[i].function()
		if err != nil {
			s.Remarks = append(s.Remarks, fmt.Sprintf("dmfs[%d] %q is left out: %v", i, f.DMFs[i].Name, err))
			continue
		}
		if i < len(lines) {
			fn.Line = lines[i]
		}
		s.Functions = append(s.Functions, *fn)
	}
	if len(s.Functions) == 0 {
		return nil, fmt.Errorf("no function can be used: %s", strings.Join(s.Remarks, "; "))
	}
	return s, nil
}

// ParseKeys reads a list of key views in PBFDroid's form: a node of a dump each.
func ParseKeys(data []byte) ([]Pattern, error) {
	var f fileKeys
	if err := decode(data, &f); err != nil {
		return nil, err
	}
	keys := make([]Pattern, 0, len(f.Views))
	for i, v := range f.Views {
		var node struct {
			Attributes []xml.Attr `xml:",any,attr"`
		}
		if err := xml.Unmarshal([]byte(v.View), &node); err != nil {
			return nil, fmt.Errorf("keyviews[%d]: %w", i, err)
		}
		p := Pattern{}
		for _, a := range node.Attributes {
			if a.Value != anything && a.Value != "" {
				p[a.Name.Local] = a.Value
			}
		}
		for name := range p {
			if _, ok := xpath.Attributes[name]; !ok {
				return nil, fmt.Errorf("keyviews[%d]: attribute %q is not known", i, name)
			}
		}
		if len(p) == 0 {
			return nil, fmt.Errorf("keyviews[%d]: it names no attribute, so every widget would be one", i)
		}
		keys = append(keys, p)
	}
	return keys, nil
}

// decode is json.Unmarshal that says where a file is broken.
func decode(data []byte, to any) error {
	err := json.Unmarshal(data, to)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("line %d: %w", line(data, syntax.Offset), err)
	case errors.As(err, &kind):
		return fmt.Errorf("line %d: %w", line(data, kind.Offset), err)
	}
	return err
}

// functionLines are the lines where the functions of a specification begin; fewer where the list does
// not come first.
func functionLines(data []byte) []int {
	dec := json.NewDecoder(bytes.NewReader(data))
	for _, want := range []json.Token{json.Delim('{'), "dmfs", json.Delim('[')} {
		if got, err := dec.Token(); err != nil || got != want {
			return nil
		}
	}
	var lines []int
	for dec.More() {
		offset := dec.InputOffset()
		next := bytes.IndexByte(data[offset:], '{')
		if next < 0 {
			break
		}
		lines = append(lines, line(data, offset+int64(next)))
		var skip json.RawMessage
		if dec.Decode(&skip) != nil {
			break
		}
	}
	return lines
}

func line(data []byte, offset int64) int {
	return 1 + strings.Count(string(data[:min(offset, int64(len(data)))]), "\n")
}

func (f *fileFunction) function() (*Function, error) {
	fn := &Function{Name: f.Name, Kind: Kind(f.Type), Type: f.DataType, Widgets: map[string]Widget{}}
	if err := oneOf("type", fn.Kind, Add, Delete, Edit, Search, View); err != nil {
		return nil, err
	}
	weight, err := strconv.Atoi(f.Proportion)
	if err != nil || weight < 0 || weight > maxWeight {
		return nil, fmt.Errorf("proportion %q: a number from 0 to %d", f.Proportion, maxWeight)
	}
	fn.Weight = weight
	for _, w := range f.Widgets {
		if fn.Widgets[w.Name], err = w.widget(); err != nil {
			return nil, fmt.Errorf("widget %q: %w", w.Name, err)
		}
	}
	if len(f.Events) == 0 || len(f.Events) > maxSteps {
		return nil, fmt.Errorf("%d events: 1 to %d are read", len(f.Events), maxSteps)
	}
	for i, e := range f.Events {
		step := Step{Action: Action(e.Action), Widget: e.Widget, Text: e.Text, Optional: !e.Force}
		if err := fn.complete(&step); err != nil {
			return nil, fmt.Errorf("events[%d]: %w", i, err)
		}
		fn.Steps = append(fn.Steps, step)
	}
	if err := errors.Join(f.conditions(fn), f.impacts(fn)); err != nil {
		return nil, err
	}
	return fn, fn.refer()
}

// refer notes which widgets' texts the function speaks of; an error says which of
// them no step leads to.
func (fn *Function) refer() error {
	names := map[string]bool{}
	note := func(text string) {
		if name, ok := reference(text); ok && fn.known(name) == nil {
			names[name] = true
		}
	}
	for _, im := range fn.Impacts {
		note(im.Object + ".text")
	}
	for _, st := range fn.Steps {
		note(st.Text)
	}
	for _, w := range fn.Widgets {
		note(w.Text)
	}
	fn.referred = slices.Sorted(maps.Keys(names))
	for _, name := range fn.referred {
		if layout := fn.Widgets[name].Layout; layout > len(fn.Steps) {
			return fmt.Errorf("widget %q: UI_layout_num %d, and there are %d events", name, layout, len(fn.Steps))
		}
	}
	return nil
}

func (f *fileFunction) conditions(fn *Function) error {
	var err error
	if fn.Before, err = fn.conditions(f.Before); err != nil {
		return fmt.Errorf("preconditions%w", err)
	}
	if fn.After, err = fn.conditions(f.After); err != nil {
		return fmt.Errorf("post-conditions%w", err)
	}
	return nil
}

func (f *fileFunction) impacts(fn *Function) error {
	for i, im := range f.Impacts {
		op := Operator(im.Operator)
		if err := oneOf("operator", op, Put, AddConflict, AddNoDuplicate, Remove, Clear); err != nil {
			return fmt.Errorf("impacts[%d]: %w", i, err)
		}
		name, ok := reference(im.Object)
		if op != Clear {
			if err := fn.known(name); !ok || err != nil {
				return fmt.Errorf(`impacts[%d]: object %q: the name of a widget and ".text" is wanted`, i, im.Object)
			}
		}
		fn.Impacts = append(fn.Impacts, Impact{Operator: op, Object: name})
	}
	return nil
}

func (w fileWidget) widget() (Widget, error) {
	layout, err := number(w.Layout)
	if err != nil {
		return Widget{}, fmt.Errorf("UI_layout_num %w", err)
	}
	nth, err := number(w.Instance)
	if err != nil {
		return Widget{}, fmt.Errorf("instance %w", err)
	}
	x := Widget{Name: w.Name, Class: w.Class, ID: w.ID, Desc: w.Desc, Text: w.Text, XPath: w.XPath,
		Nth: nth, Layout: layout}
	if x.XPath != "" {
		if x.path, err = xpath.Compile(x.XPath); err != nil {
			return Widget{}, fmt.Errorf("xpath %q: %w", x.XPath, err)
		}
	}
	return x, nil
}

func number(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > maxSteps {
		return 0, fmt.Errorf("%q: a number from 0 to %d", text, maxSteps)
	}
	return n, nil
}

func (fn *Function) conditions(from []fileCondition) ([]Condition, error) {
	var list []Condition
	for i, c := range from {
		x := Condition{Relation: Relation(c.Relation), Widget: c.Widget, Type: c.DataType}
		var err error
		switch {
		case x.Widget != "":
			err = errors.Join(oneOf("relation", x.Relation, In, NotIn), fn.known(x.Widget))
		case x.Type != "":
			err = oneOf("relation", x.Relation, Empty, NotEmpty, Smaller)
		default:
			err = errors.New("neither a widget nor a datatype")
		}
		if err != nil {
			return nil, fmt.Errorf("[%d]: %w", i, err)
		}
		list = append(list, x)
	}
	return list, nil
}

// complete reads what the text of a step says; an error says why it cannot be taken.
func (fn *Function) complete(s *Step) error {
	if _, ok := gestures[s.Action]; !ok {
		return fmt.Errorf("action %q: %s are known", s.Action, actionNames())
	}
	if needsWidget(s.Action) {
		if err := fn.known(s.Widget); err != nil {
			return err
		}
	}
	if s.Action == Click {
		s.Action = fn.pressed(s.Widget)
	}
	var err error
	switch s.Action {
	case Drag:
		s.drag, err = parseDrag(s.Text)
	case Sleep:
		if s.seconds, err = strconv.Atoi(s.Text); err != nil || s.seconds < 0 || s.seconds > 3600 {
			return fmt.Errorf("sleep %q: a number of seconds up to 3600", s.Text)
		}
	}
	return err
}

// Names of keys that are no widgets of the app, and on some devices none of any screen: the
// back button of the navigation bar, and the action key of Google's keyboard.
const (
	backButton = "com.android.systemui:id/back"
	actionKey  = "com.google.android.inputmethod.latin:id/key_pos_ime_action"
)

// pressed is what a click on a widget does: some are keys.
func (fn *Function) pressed(name string) Action {
	w := fn.Widgets[name]
	switch {
	case w.ID == backButton:
		return Back
	case w.ID == actionKey || strings.Contains(w.XPath, actionKey):
		return Enter
	}
	return Click
}

// known returns an error unless the function has a widget of that name.
func (fn *Function) known(name string) error {
	if _, ok := fn.Widgets[name]; !ok {
		return fmt.Errorf("no widget %q is described", name)
	}
	return nil
}

// reference is the name in "name.text".
func reference(text string) (string, bool) { return strings.CutSuffix(text, ".text") }

func oneOf[T ~string](what string, got T, known ...T) error {
	if slices.Contains(known, got) {
		return nil
	}
	words := make([]string, len(known))
	for i, k := range known {
		words[i] = strconv.Quote(string(k))
	}
	return fmt.Errorf("%s %q: %s are known", what, got, strings.Join(words, ", "))
}
