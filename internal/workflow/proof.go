package workflow

import (
	"talpa/fuzz"
	"talpa/fuzz/crash"
	"talpa/fuzz/event"
	"talpa/fuzz/repro"
)

// proof is a script that met the crash on the app as it is, and how sure that is.
type proof struct {
	found     *fuzz.Finding    // what it comes from
	script    *event.Script    // as it was first run on the app as it is
	known     repro.Known      // what that run met
	shrunk    *repro.Minimal   // script shortened; nil: it was not, or that does not work
	fresh     bool             // what is left met the crash on fresh processes
	stability *repro.Stability // on fresh processes; nil: not measured
	pictures  *fuzz.Outcome    // of a run that met the crash; nil: none was filmed
	after     float64          // seconds from the job's start to when it first met the crash
}

// best is the shortest script that works.
func (p *proof) best() *event.Script {
	if p.shrunk != nil {
		return p.shrunk.Script
	}
	return p.script
}

// verdict is of the crash that best met.
func (p *proof) verdict() crash.Verdict {
	if p.shrunk != nil {
		return p.shrunk.Verdict
	}
	return p.known.Verdict
}

// holds says whether fresh processes met the crash.
func (p *proof) holds() bool {
	if p.stability != nil {
		return p.stability.Hits > 0
	}
	return p.fresh
}

// always says that no run has missed the crash.
func (p *proof) always() bool { return p.stability == nil || p.stability.Hits == p.stability.Runs }

// better says whether p works more often than the other, or as often with fewer
// events; anything is better than nil.
func (p *proof) better(other *proof) bool {
	switch {
	case other == nil:
		return true
	case p.hits() != other.hits():
		return p.hits() > other.hits()
	}
	return len(p.best().Events) < len(other.best().Events)
}

func (p *proof) hits() int {
	if p.stability == nil {
		return 0
	}
	return p.stability.Hits
}
