package guide

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

var (
	levels     = []Level{LevelNone, LevelReach, LevelASRA}
	precisions = []Precision{PrecisionLine, PrecisionMethod, PrecisionChain, PrecisionNone}
	verdicts   = []Verdict{Necessary, Irrelevant, Unknown}
	kinds      = []ComponentKind{Activity, Service, Receiver, Provider, Application}
	roles      = []Role{
		RoleLifecycle, RoleClick, RoleLongClick, RoleItem, RoleMenu, RoleDialog, RoleText, RoleCheck, RoleTouch,
		RoleKey, RoleFocus, RolePreference, RoleResult, RoleAsync, RoleSystem, RoleAdapter, RoleDraw, RoleOther,
	}
	inputKinds = []InputKind{
		InputText, InputPermission, InputLocale, InputNetwork, InputRotation, InputMedia, InputResult, InputIntent,
	}
)

// prunable are the roles of callbacks that a guide may call irrelevant: events
// that a user makes. Everything else (life cycle, drawing, adapters, results,
// threads, the system) keeps the app alive and must run.
var prunable = []Role{
	RoleClick, RoleLongClick, RoleItem, RoleMenu, RoleDialog, RoleText, RoleCheck, RoleTouch, RoleKey, RolePreference,
}

// Prunable says whether a callback of the role may ever be called irrelevant.
func (r Role) Prunable() bool { return slices.Contains(prunable, r) }

// Validate reports the first thing that makes g unfit for use: a value outside
// its enumeration, a name that is not of its form, a prune without a reason.
func (g *Guide) Validate() error {
	if g == nil {
		return errors.New("no guide")
	}
	if g.Version != Version {
		return fmt.Errorf("version is %d, want %d", g.Version, Version)
	}
	if !slices.Contains(levels, g.Level) {
		return fmt.Errorf("level %q is none of %v", g.Level, levels)
	}
	if err := g.Target.validate(); err != nil {
		return fmt.Errorf("target: %w", err)
	}
	if err := g.validateComponents(); err != nil {
		return err
	}
	if err := g.validateCallbacks(); err != nil {
		return err
	}
	return g.validateWay()
}

func (t *Target) validate() error {
	if !slices.Contains(precisions, t.Precision) {
		return fmt.Errorf("precision %q is none of %v", t.Precision, precisions)
	}
	if (t.Method == "") != (t.Precision == PrecisionNone) {
		return fmt.Errorf("precision %q with method %q", t.Precision, t.Method)
	}
	for _, name := range []string{t.Method, t.Callback} {
		if name != "" && !IsMethodName(name) {
			return fmt.Errorf("%q is not a DEX method name", name)
		}
	}
	for _, offset := range t.Offsets {
		if offset < 0 {
			return fmt.Errorf("offset %d is negative", offset)
		}
	}
	for i, f := range t.Frames {
		for _, name := range f.Resolved {
			if !IsMethodName(name) {
				return fmt.Errorf("frame %d: %q is not a DEX method name", i, name)
			}
		}
	}
	return nil
}

func (g *Guide) validateComponents() error {
	seen := make(map[string]bool, len(g.Components))
	for i, c := range g.Components {
		switch {
		case c.Name == "":
			return fmt.Errorf("component %d has no name", i)
		case seen[c.Name]:
			return fmt.Errorf("component %s is listed twice", c.Name)
		case !slices.Contains(kinds, c.Kind):
			return fmt.Errorf("component %s: kind %q is none of %v", c.Name, c.Kind, kinds)
		case !slices.Contains(verdicts, c.Verdict):
			return fmt.Errorf("component %s: verdict %q is none of %v", c.Name, c.Verdict, verdicts)
		case c.Distance < -1:
			return fmt.Errorf("component %s: distance %d", c.Name, c.Distance)
		}
		seen[c.Name] = true
	}
	return nil
}

func (g *Guide) validateCallbacks() error {
	seen := make(map[string]bool, len(g.Callbacks))
	for i := range g.Callbacks {
		c := &g.Callbacks[i]
		if !IsMethodName(c.Method) {
			return fmt.Errorf("callback %d: %q is not a DEX method name", i, c.Method)
		}
		if seen[c.Method] {
			return fmt.Errorf("callback %s is listed twice", c.Method)
		}
		seen[c.Method] = true
		if err := c.validate(g.Level); err != nil {
			return fmt.Errorf("callback %s: %w", c.Method, err)
		}
	}
	return nil
}

func (c *Callback) validate(level Level) error {
	switch {
	case !slices.Contains(roles, c.Role):
		return fmt.Errorf("role %q is none of %v", c.Role, roles)
	case !slices.Contains(verdicts, c.Verdict):
		return fmt.Errorf("verdict %q is none of %v", c.Verdict, verdicts)
	case c.Distance < -1:
		return fmt.Errorf("distance %d", c.Distance)
	}
	if c.Verdict == Irrelevant || len(c.Rejects) > 0 {
		switch {
		case level == LevelNone:
			return errors.New("pruned at level none")
		case !c.Role.Prunable():
			return fmt.Errorf("a callback of role %s is never pruned", c.Role)
		case c.Rule == "" || c.Reason == "":
			return errors.New("pruned without rule and reason")
		}
	}
	for _, id := range c.Rejects {
		if slices.Contains(c.Accepts, id) {
			return fmt.Errorf("%s is both accepted and rejected", id)
		}
	}
	if g := c.Guard; g != nil {
		if g.Getter != "" && g.Getter != GuardMenuItem && g.Getter != GuardView {
			return fmt.Errorf("no guard calls %s", g.Getter)
		}
		if g.Argument < 0 || g.Argument > 255 || len(g.Rejects) == 0 || len(c.Rejects) == 0 || !c.Role.Prunable() {
			return errors.New("the guard has nothing to reject")
		}
	}
	for i, cond := range c.Conditions {
		if err := cond.validate(); err != nil {
			return fmt.Errorf("condition %d: %w", i, err)
		}
	}
	return nil
}

func (c *Condition) validate() error {
	if c.Attribute == "" {
		return errors.New("no attribute")
	}
	if c.Min != nil && c.Max != nil && *c.Min > *c.Max {
		return fmt.Errorf("minimum %d above maximum %d", *c.Min, *c.Max)
	}
	if c.Where != "" && !IsMethodName(c.Where) {
		return fmt.Errorf("%q is not a DEX method name", c.Where)
	}
	return nil
}

// validateWay checks milestones, inputs, dependencies and values.
func (g *Guide) validateWay() error {
	for i, m := range g.Milestones {
		if m.Callback != "" && !IsMethodName(m.Callback) {
			return fmt.Errorf("milestone %d: %q is not a DEX method name", i, m.Callback)
		}
		if m.Role != "" && !slices.Contains(roles, m.Role) {
			return fmt.Errorf("milestone %d: role %q is none of %v", i, m.Role, roles)
		}
	}
	for i, in := range g.Inputs {
		if !slices.Contains(inputKinds, in.Kind) {
			return fmt.Errorf("input %d: kind %q is none of %v", i, in.Kind, inputKinds)
		}
		if in.Where != "" && !IsMethodName(in.Where) {
			return fmt.Errorf("input %d: %q is not a DEX method name", i, in.Where)
		}
	}
	for i, d := range g.Dependencies {
		if !IsMethodName(d.Setter) || !IsMethodName(d.Tester) {
			return fmt.Errorf("dependency %d: %q, %q: not DEX method names", i, d.Setter, d.Tester)
		}
	}
	for i, v := range g.Values {
		if v.Key == "" || v.Title == "" || v.Distance < -1 || (v.Distance < 0) != (v.Reader == "") {
			return fmt.Errorf("value %d: key %q, title %q, distance %d to %q", i, v.Key, v.Title, v.Distance, v.Reader)
		}
		if v.Reader != "" && !IsMethodName(v.Reader) {
			return fmt.Errorf("value %d: %q is not a DEX method name", i, v.Reader)
		}
	}
	return nil
}

// IsMethodName says whether s has the form "Lpkg/Class;->name(Args)Ret" of a
// method's DEX name.
func IsMethodName(s string) bool {
	class, rest, ok := strings.Cut(s, ";->")
	if !ok || len(class) < 2 || (class[0] != 'L' && class[0] != '[') {
		return false
	}
	name, proto, ok := strings.Cut(rest, "(")
	if !ok || name == "" {
		return false
	}
	_, ret, ok := strings.Cut(proto, ")")
	return ok && ret != ""
}

// JavaClass returns the Java name ("com.foo.Main$1") of a DEX type
// ("Lcom/foo/Main$1;") or of the class of a DEX method name; anything else
// comes back as it is.
func JavaClass(dexName string) string {
	class, _, found := strings.Cut(dexName, ";")
	if !found || len(class) < 2 || class[0] != 'L' {
		return dexName
	}
	return strings.ReplaceAll(class[1:], "/", ".")
}
