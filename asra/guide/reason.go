package guide

// ReasonKind is a kind of finding behind a verdict or a step of an explanation.
// A kind says what was found, not which rule it serves: R20 alone has a handful of them.
type ReasonKind string

// What a rule found about a callback.
const (
	ReasonNoTarget   ReasonKind = "crash-point-unknown"
	ReasonOnStack    ReasonKind = "on-stack"
	ReasonLeads      ReasonKind = "leads-to-target" // in Callback.Distance steps
	ReasonRole       ReasonKind = "role-kept"       // callbacks of its role are always kept
	ReasonMakes      ReasonKind = "makes"           // it makes something for its caller, or answers it
	ReasonHidden     ReasonKind = "hidden"          // the layout hides Subject, and with it Object, for good
	ReasonDisabled   ReasonKind = "disabled"        // the layout disables Subject for good
	ReasonUnreached  ReasonKind = "unreached"       // nothing that it runs leads to the target
	ReasonUnset      ReasonKind = "unset"           // nor sets an attribute that a path to the target tests
	ReasonEmpty      ReasonKind = "empty"           // it does nothing
	ReasonNoEffect   ReasonKind = "no-effect"       // it changes nothing that relevant code reads
	ReasonUnexamined ReasonKind = "unexamined"      // its effects are not known
	ReasonRunsOn     ReasonKind = "runs-relevant"   // it runs relevant code, in Method
	ReasonChanges    ReasonKind = "changes"         // it changes Subject, in Method, which Reader depends on
	ReasonSetsTested ReasonKind = "sets-attribute"  // it sets an attribute that the path tests
	ReasonSets       ReasonKind = "sets"            // it sets Subject, which the path tests
	ReasonAddsRows   ReasonKind = "adds-rows"       // it adds rows of Subject, which a list on the path shows
	ReasonOpens      ReasonKind = "opens-setting"   // it leads to a setting that the path reads
	ReasonNull       ReasonKind = "leads-to-null"   // it leads to where the null comes from
	ReasonCalls      ReasonKind = "calls-unknown"   // it calls Subject, in Method; who notices is not known
	ReasonLoads      ReasonKind = "loads-page"      // it loads a web page, in Method
	ReasonNative     ReasonKind = "native"          // Method is native code
	ReasonStarts     ReasonKind = "starts-unknown"  // it starts a component of the kind Subject.Name, in Method
	ReasonTooMuch    ReasonKind = "too-much-code"   // it can run more code than the analysis looks at
	ReasonLeavesBack ReasonKind = "leaves-screen"   // Method leaves a screen that does more on Back
)

// What a step of an explanation says of Subject, and of Object if there is one.
const (
	StepTraceCalls   ReasonKind = "trace-calls"   // Subject calls Object, as the trace says
	StepCrashPoint   ReasonKind = "crash-point"   // Subject is the crash point
	StepCalls        ReasonKind = "calls"         // Subject calls Object
	StepMakes        ReasonKind = "creates"       // Subject makes Object
	StepUses         ReasonKind = "uses"          // Subject uses Object
	StepCanRun       ReasonKind = "can-run"       // so that Object can run
	StepStarts       ReasonKind = "starts"        // Subject starts Object
	StepAsks         ReasonKind = "asks"          // Subject asks for Object
	StepLeads        ReasonKind = "leads"         // Subject leads to the crash point
	StepRuns         ReasonKind = "runs"          // Subject runs Object
	StepUnnoticed    ReasonKind = "unnoticed"     // Because says what Subject does, and who notices is not known
	StepWrites       ReasonKind = "writes"        // Subject changes Object, to Values
	StepWritesUnread ReasonKind = "writes-unread" // the same, and nothing relevant depends on it
	StepNoEffect     ReasonKind = "no-change"     // it changes nothing that other code could see
	StepStartsAway   ReasonKind = "starts-away"   // it starts Object, from which no path leads to the target
	StepReadOnStack  ReasonKind = "read-on-stack" // Subject depends on it and is on the stack of the crash
	StepReadLeads    ReasonKind = "read-leads"    // Subject depends on it and leads to the target
	StepReadOnPath   ReasonKind = "read-on-path"  // Subject depends on it and runs on the path
	StepReadKept     ReasonKind = "read-kept"     // Subject depends on it and runs in Object, kept for Because
	StepRejects      ReasonKind = "rejects"       // for Callback.Rejects it changes nothing on which relevant code depends
)

// Reason is what a rule found. Reasons are comparable; the zero Reason is none.
// Method and Reader are set where the finding is elsewhere than in the callback that it is about.
type Reason struct {
	Kind ReasonKind `json:"kind"`
	// Subject and Object are what Kind says.
	Subject Subject `json:"subject,omitzero"`
	Object  Subject `json:"object,omitzero"`
	// Method is the DEX name of the method that does it; "" if the callback itself does.
	Method string `json:"method,omitempty"`
	// Reader is the DEX name of the method that depends on it.
	Reader string `json:"reader,omitempty"`
}

// Step is one link of an explanation: a rule, and what it found.
// The steps of one callback are read from the first to the last: each is about what the one before names.
type Step struct {
	Rule string `json:"rule"`
	Reason
	// Values are those that Object is changed to; empty means any.
	Values []Interval `json:"values,omitempty"`
	// Because is why a callback is kept, or what it does.
	Because *Reason `json:"because,omitempty"`
}

// Interval is a range of integers, both ends included; nil is open.
type Interval struct {
	Min *int64 `json:"min,omitempty"`
	Max *int64 `json:"max,omitempty"`
}
