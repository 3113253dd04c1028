package guide

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

var (
	levels     = []Level{LevelNone, LevelReach, LevelPaper, LevelASRA}
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
	inputCauses = []InputCause{
		CauseParsed, CauseCompared, CauseChecked, CauseConnects, CauseLanguage, CauseFormats, CauseSaved, CauseChanged,
		CauseLate, CauseAwaited, CauseExtra, CauseException,
	}
	dependencyKinds = []DependencyKind{Sets, Passes, AddsRows, ShowsSetting, LeadsToNull}
	subjectKinds    = []SubjectKind{
		SubjectAttribute, SubjectField, SubjectArgument, SubjectSetting, SubjectTable, SubjectNull, SubjectLook,
		SubjectContents, SubjectFile, SubjectClipboard, SubjectScreen, SubjectRoom, SubjectRows, SubjectMenu, SubjectDialog,
		SubjectFocus, SubjectDrawing, SubjectSize, SubjectClick, SubjectSchedule, SubjectAnswer, SubjectBroadcast,
		SubjectTimeZone, SubjectCall, SubjectExtra, SubjectResult, SubjectServer, SubjectStatus, SubjectColumn, SubjectSensor,
		SubjectLanguage, SubjectPart,
		SubjectPlace, SubjectConstant, SubjectPermission, SubjectWidget, SubjectMethod, SubjectClass, SubjectComponent,
		SubjectResource,
	}
	// testable are the kinds of subjects of conditions.
	testable    = []SubjectKind{SubjectAttribute, SubjectField, SubjectArgument, SubjectSetting, SubjectPermission}
	reasonKinds = []ReasonKind{
		ReasonNoTarget, ReasonOnStack, ReasonLeads, ReasonRole, ReasonMakes, ReasonHidden, ReasonDisabled, ReasonUnreached,
		ReasonUnset, ReasonEmpty, ReasonNoEffect, ReasonUnexamined, ReasonRunsOn, ReasonChanges, ReasonSetsTested, ReasonSets,
		ReasonAddsRows, ReasonOpens, ReasonNull, ReasonCalls, ReasonLoads, ReasonNative, ReasonStarts, ReasonTooMuch,
		ReasonLeavesBack,
	}
	stepKinds = []ReasonKind{
		StepTraceCalls, StepCrashPoint, StepCalls, StepMakes, StepUses, StepCanRun, StepStarts, StepAsks, StepLeads,
		StepRuns, StepUnnoticed, StepWrites, StepWritesUnread, StepNoEffect, StepStartsAway, StepReadOnStack,
		StepReadLeads, StepReadOnPath, StepReadKept, StepRejects,
	}
)

// prunable are the roles of callbacks that a guide may call irrelevant: events
// that a user makes. Everything else (life cycle, drawing, adapters, results,
// threads, the system) keeps the app alive and must run.
var prunable = []Role{
	RoleClick, RoleLongClick, RoleItem, RoleMenu, RoleDialog, RoleText, RoleCheck, RoleTouch, RoleKey, RolePreference,
}

// Prunable says whether a callback of the role may ever be called irrelevant.
// The list is R18 of package asra. It is here since both halves have to keep it: a guide that prunes more is
// refused.
func (r Role) Prunable() bool { return slices.Contains(prunable, r) }

// Validate reports the first thing that makes g unfit for use: a value outside
// its enumeration, a name that is not of its form, a prune without a reason.
// A guide that passes may be used without looking again: methods have the form of methods, kinds are known,
// numbers are in their ranges. Whether the app has such methods is for whoever has the app.
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
	if err := g.Crash.validate(); err != nil {
		return fmt.Errorf("crash condition: %w", err)
	}
	if err := g.Plan.validate(); err != nil {
		return fmt.Errorf("plan: %w", err)
	}
	return g.validatePath()
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
	a := t.Android
	if a != nil && (len(a.Levels) == 0 || !slices.IsSorted(a.Levels) || a.Agree <= 0 || a.Agree > a.Frames) {
		return fmt.Errorf("android levels %v with %d of %d frames", a.Levels, a.Agree, a.Frames)
	}
	if a != nil && !slices.Contains([]Need{"", NeedLacking, NeedMethod, NeedWords}, a.Needed) {
		return fmt.Errorf("android is needed for %q, which is none of %s, %s, %s",
			a.Needed, NeedLacking, NeedMethod, NeedWords)
	}
	for i, d := range t.Doubts {
		named := d.Kind != DoubtMinified && d.Kind != DoubtNoFrame && d.Kind != DoubtNoMethod
		switch {
		case !slices.Contains(doubtKinds, d.Kind):
			return fmt.Errorf("doubt %d: kind %q is none of %v", i, d.Kind, doubtKinds)
		case named != (d.Method != ""), named && !IsMethodName(d.Method):
			return fmt.Errorf("doubt %d: %s with method %q", i, d.Kind, d.Method)
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

// What drops code is held to more than the rest, since a wrong guide would hide a crash without a word.
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
		case c.Rule == "" || c.Reason == (Reason{}):
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
	if c.Reason != (Reason{}) {
		if err := c.Reason.validate(reasonKinds); err != nil {
			return fmt.Errorf("reason: %w", err)
		}
	}
	for i := range c.Why {
		if err := c.Why[i].validate(); err != nil {
			return fmt.Errorf("step %d: %w", i, err)
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
	if err := c.Subject.validate(testable); err != nil {
		return err
	}
	if c.Min != nil && c.Max != nil && *c.Min > *c.Max {
		return fmt.Errorf("minimum %d above maximum %d", *c.Min, *c.Max)
	}
	if c.Where != "" && !IsMethodName(c.Where) {
		return fmt.Errorf("%q is not a DEX method name", c.Where)
	}
	return nil
}

func (s *Step) validate() error {
	if s.Rule == "" {
		return errors.New("no rule")
	}
	if err := s.Reason.validate(slices.Concat(reasonKinds, stepKinds)); err != nil || s.Because == nil {
		return err
	}
	return s.Because.validate(reasonKinds)
}

func (r *Reason) validate(kinds []ReasonKind) error {
	if !slices.Contains(kinds, r.Kind) {
		return fmt.Errorf("kind %q is none of %v", r.Kind, kinds)
	}
	for _, s := range []Subject{r.Subject, r.Object} {
		if s == (Subject{}) {
			continue
		}
		if err := s.validate(subjectKinds); err != nil {
			return err
		}
	}
	for _, name := range []string{r.Method, r.Reader} {
		if name != "" && !IsMethodName(name) {
			return fmt.Errorf("%q is not a DEX method name", name)
		}
	}
	return nil
}

// validate checks a subject, which must be of one of some kinds.
// Names are not checked: they are the app's, and may be anything.
func (s *Subject) validate(kinds []SubjectKind) error {
	switch {
	case !slices.Contains(kinds, s.Kind):
		return fmt.Errorf("subject: kind %q is none of %v", s.Kind, kinds)
	case s.Kind == SubjectAttribute && s.Name == "":
		return errors.New("subject: an attribute without a name")
	case s.Register < 0 || s.Register != 0 && s.Kind != SubjectArgument:
		return fmt.Errorf("subject: register %d of kind %s", s.Register, s.Kind)
	}
	return nil
}

// validatePath checks milestones, inputs, dependencies and settings.
// Names of activities are not held against the components: a path may pass one of a library.
func (g *Guide) validatePath() error {
	for i, m := range g.Milestones {
		if m.Callback != "" && !IsMethodName(m.Callback) {
			return fmt.Errorf("milestone %d: %q is not a DEX method name", i, m.Callback)
		}
		if m.Role != "" && !slices.Contains(roles, m.Role) {
			return fmt.Errorf("milestone %d: role %q is none of %v", i, m.Role, roles)
		}
	}
	for i := range g.Inputs {
		if err := g.Inputs[i].validate(); err != nil {
			return fmt.Errorf("input %d: %w", i, err)
		}
	}
	for i := range g.Dependencies {
		if err := g.Dependencies[i].validate(); err != nil {
			return fmt.Errorf("dependency %d: %w", i, err)
		}
	}
	for i, s := range g.Settings {
		if s.Key == "" || s.Title == "" || s.Distance < -1 || (s.Distance < 0) != (s.Reader == "") {
			return fmt.Errorf("setting %d: key %q, title %q, distance %d to %q", i, s.Key, s.Title, s.Distance, s.Reader)
		}
		if s.Reader != "" && !IsMethodName(s.Reader) {
			return fmt.Errorf("setting %d: %q is not a DEX method name", i, s.Reader)
		}
	}
	return nil
}

func (in *Input) validate() error {
	switch {
	case !slices.Contains(inputKinds, in.Kind):
		return fmt.Errorf("kind %q is none of %v", in.Kind, inputKinds)
	case !slices.Contains(inputCauses, in.Cause):
		return fmt.Errorf("cause %q is none of %v", in.Cause, inputCauses)
	}
	for _, name := range []string{in.Where, in.Callback} {
		if name != "" && !IsMethodName(name) {
			return fmt.Errorf("%q is not a DEX method name", name)
		}
	}
	if lacks := in.lacks(); lacks != "" {
		return fmt.Errorf("%s for cause %s without %s", in.Kind, in.Cause, lacks)
	}
	return nil
}

// lacks names the field that the cause speaks of, if it is not set.
// Without that field the sentence about the input would have a hole, and a search nothing to do.
func (in *Input) lacks() string {
	named := in.Widget.ID != "" || in.Widget.Text != ""
	switch {
	case (in.Cause == CauseParsed || in.Cause == CauseCompared) && !named:
		return "widget"
	case in.Cause == CauseParsed && in.Parser == "":
		return "parser"
	case in.Cause == CauseChecked && in.Kind == InputPermission && in.Permission == "":
		return "permission"
	case in.Cause == CauseChanged && in.Callback == "":
		return "callback"
	case in.Cause == CauseAwaited && in.Action == "":
		return "action"
	case in.Cause == CauseExtra && len(in.Extras) == 0:
		return "extras"
	}
	return ""
}

func (d *Dependency) validate() error {
	switch {
	case !slices.Contains(dependencyKinds, d.Kind):
		return fmt.Errorf("kind %q is none of %v", d.Kind, dependencyKinds)
	case !IsMethodName(d.Setter) || !IsMethodName(d.Tester):
		return fmt.Errorf("%q, %q: not DEX method names", d.Setter, d.Tester)
	}
	return d.Subject.validate(subjectKinds)
}

// IsMethodName says whether s has the form "Lpkg/Class;->name(Args)Ret" of a
// method's DEX name.
// It is a test of form, cheap enough for every name of a guide; it does not parse the descriptor.
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
// Arrays and primitive types have no Java name of this form.
func JavaClass(dexName string) string {
	class, _, found := strings.Cut(dexName, ";")
	if !found || len(class) < 2 || class[0] != 'L' {
		return dexName
	}
	return strings.ReplaceAll(class[1:], "/", ".")
}
