package oracle

import "talpa/fuzz/crash"

// byLog sees the crashes of some kinds that the log tells of. It keeps no state.
type byLog struct {
	name  string
	kinds []crash.Kind
}

// Crash returns the oracle that sees uncaught exceptions and crashes of native
// code.
func Crash() Oracle { return byLog{name: "crash", kinds: []crash.Kind{crash.Java, crash.Native}} }

// ANR returns the oracle that sees an app that does not respond.
func ANR() Oracle { return byLog{name: "anr", kinds: []crash.Kind{crash.ANR}} }

// Name implements Oracle.
func (o byLog) Name() string { return o.name }

// Reset implements Oracle.
func (o byLog) Reset() {}

// Memoryless implements the capability.
func (o byLog) Memoryless() bool { return true }

// Judge implements Oracle.
func (o byLog) Judge(s Step) []Violation {
	var all []Violation
	for i := range s.Crashes {
		c := &s.Crashes[i]
		for _, kind := range o.kinds {
			if c.Kind == kind {
				all = append(all, Violation{Oracle: o.name, Signature: c.Signature, Title: c.Title(), Crash: c})
			}
		}
	}
	return all
}
