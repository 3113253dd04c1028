package relevance

import (
	"runtime/metrics"
	"time"
)

// Budget bounds what Analyze spends on clearing callbacks (R17 to R19). When one
// runs out, nothing is cleared: the verdicts are those of plain reachability, what
// does not lead to the target is unknown, and the guide says which budget it was.
// Zero fields mean the default.
type Budget struct {
	Facts  int           // needed facts
	Steps  int           // nodes walked behind callbacks
	Time   time.Duration // needs Options.Now
	Memory uint64        // bytes of live objects of the whole process
}

// Defaults of Budget: some fifty times what the largest known app needs.
const (
	defaultFacts  = 1 << 20
	defaultSteps  = 1 << 25
	defaultTime   = 2 * time.Minute
	defaultMemory = 3 << 30
)

// meter watches a budget. Facts and steps are the same in every run, time and memory are not: who
// wants one result leaves Options.Now nil.
type meter struct {
	Budget
	now   func() time.Time
	start time.Time
	steps int
	over  string // the budget that ran out
}

// newMeter watches a budget from now on; fields that are zero get their defaults.
func newMeter(b Budget, now func() time.Time) *meter {
	m := &meter{Budget: b, now: now}
	if m.Facts == 0 {
		m.Facts = defaultFacts
	}
	if m.Steps == 0 {
		m.Steps = defaultSteps
	}
	if m.Time == 0 {
		m.Time = defaultTime
	}
	if m.Memory == 0 {
		m.Memory = defaultMemory
	}
	if now != nil {
		m.start = now()
	}
	return m
}

// spent says whether a budget has run out. facts is the number of needed ones. The first
// budget that runs out is the one that is told, and it stays so: what was cleared before
// is not cleared any more, since facts that were not looked at might need it.
// It is asked between callbacks and not inside of one, which maxClosure bounds.
func (m *meter) spent(facts int) bool {
	switch {
	case m.over != "":
	case facts > m.Facts:
		m.over = "facts"
	case m.steps > m.Steps:
		m.over = "steps"
	case m.now != nil && m.now().Sub(m.start) > m.Time:
		m.over = "time"
	case liveBytes() > m.Memory:
		m.over = "memory"
	}
	return m.over != ""
}

// liveBytes is the memory in use by the whole process, in bytes; 0 if the runtime does
// not tell. It is read from the runtime's counters, which costs microseconds, and not by
// a collection.
func liveBytes() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}
