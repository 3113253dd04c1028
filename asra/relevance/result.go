// Package relevance decides which callbacks can matter for a crash: the last stage before
// the guide is written (rules R7 and R16 to R22 of package asra).
//
// It is one least fixpoint. What reaches the crash point is relevant from the start (R8,
// R13). What relevant code reads is needed, and so is what decides whether Android runs a
// relevant callback; a callback that changes something needed is relevant, and what it
// reads is needed in turn (R19). Beside the facts there are sources of what is necessary:
// code that sets an attribute, a field or a setting which a condition wants, that passes
// such an argument, that adds rows to a list on the path, that opens the screen of a
// setting which the path reads, that leads to the null of a crash (R7, R19, R21). A
// handler that a source names enters the fixpoint like any other relevant one. What is not
// relevant when nothing changes any more is irrelevant (R17), if its role lets it be (R18).
//
// Invariants, which tests state: relevance only grows while it is computed, so that the
// order of work does not show in the set; what cannot run (R22) is never made necessary;
// and the Result is frozen, so that nothing changes a verdict after the fixpoint.
//
// When a budget runs out nothing is cleared: the verdicts are those of plain reachability
// with what the sources name (R20).
package relevance

import (
	"slices"
	"time"

	"talpa/asra/appcode"
	"talpa/asra/branch"
	"talpa/asra/condition"
	"talpa/asra/effect"
	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/reach"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
)

// Input are the results of the stages before. All of it is frozen, and belongs to one app and one
// target.
type Input struct {
	App      *appcode.Reader
	Branches *branch.Table
	// Effects may be nil for levels that clear nothing.
	Effects    *effect.Summaries
	Target     *locate.Target
	Reach      *reach.Result
	Conditions condition.Result
	// CannotRun are the handlers that cannot run (R22), and why.
	CannotRun map[callgraph.MethodID]guide.Reason
	// Callbacks are those to decide about, in the order of their methods.
	Callbacks []*icfg.Callback
}

// Options steer Find.
type Options struct {
	// Level is the strength of the verdicts.
	Level guide.Level
	// States has who sets fields and settings, and passes arguments, count as a source.
	States bool
	// Explain keeps what Result.Why needs.
	Explain bool
	// Budget bounds the work; Now tells the time for it, nil if nobody does.
	Budget Budget
	Now    func() time.Time
}

// Verdict is what was decided about a callback: the number of the rule, and what it found.
type Verdict struct {
	Verdict guide.Verdict
	Rule    string
	Reason  guide.Reason
}

// NullSource is a place that the null of the crash can come from: a constant null in a method or,
// if Call is not "", the result of a call. A source with a call is for people only: nothing is
// promoted for it.
type NullSource struct {
	In   callgraph.MethodID
	Call string // DEX name of the called method
}

// SettingReader is the method nearest to the crash point that names the key of a setting.
type SettingReader struct {
	In    callgraph.MethodID
	Steps int // calls and fields from the crash point
}

// Result is what the fixpoint found. It is frozen: it has no exported field and no method
// that changes it.
type Result struct {
	verdicts     map[callgraph.MethodID]Verdict
	rejected     map[callgraph.MethodID][]icfg.Widget
	dependencies []guide.Dependency
	nulls        []NullSource
	readers      map[string]SettingReader
	near         []callgraph.MethodID
	facts        int
	fallback     string
	explain      *fixpoint // nil unless asked for
}

// Of is the verdict on a callback.
func (r Result) Of(m callgraph.MethodID) Verdict { return r.verdicts[m] }

// Rejected are the widgets for which a callback that serves several changes nothing that
// matters (R16).
func (r Result) Rejected(m callgraph.MethodID) []icfg.Widget { return slices.Clone(r.rejected[m]) }

// Dependencies say who brings about what the path tests, source by source.
func (r Result) Dependencies() []guide.Dependency { return slices.Clone(r.dependencies) }

// Nulls are the places that the null of the crash can come from (R21).
func (r Result) Nulls() []NullSource { return slices.Clone(r.nulls) }

// Reader is the nearest method that names the key of a setting; ok is false if none is
// near.
func (r Result) Reader(key string) (reader SettingReader, ok bool) {
	reader, ok = r.readers[key]
	return reader, ok
}

// Near are the methods on the stack, those on the path from the start, those that store
// what the path reads, and what these call directly in code of their own vendor.
func (r Result) Near() []callgraph.MethodID { return slices.Clone(r.near) }

// Facts is the number of needed facts.
func (r Result) Facts() int { return r.facts }

// Fallback names the budget that ran out; "" if none did.
func (r Result) Fallback() string { return r.fallback }
