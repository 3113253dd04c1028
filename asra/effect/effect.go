// Package effect says what code reads and changes, as far as other code can see it:
// the summary of each method in facts. It is the second stage of the analysis, and
// knows nothing of a crash: what of it matters is found out by relevance.
//
// # Facts
//
// A fact is named by a heap abstraction, never by a variable: a field by its
// declaration and the class of the object, a widget attribute by the resource name
// of the widget, the contents of a collection by the places that make it, a setting
// by its key, a row by its table, what is on a screen by the component. What
// cannot be told apart is one fact that overlaps with all others of its kind: an
// empty name or owner stands for any.
//
// # Calls
//
// The framework's code is not read. What a call into it does is known by its class
// (specs.Effect), by the attribute that it gets or sets (specs.Attributes), or by its
// meaning (specs.Calls). A call of which nothing is known leaves a lasting effect, so
// that whoever makes it is kept (R20): the summary errs by saying too much.
//
// What is not told: what native code does, and what a method does to an object that
// it made itself and has not handed out.
package effect

import (
	"talpa/asra/attr"
	"talpa/asra/guide"
	"talpa/cfg/icfg"
)

// Effect is what a piece of code reads and changes, as far as other code can see it: its summary.
// It is frozen once it has been returned. The order of the lists is that of the instructions, and
// so the same in every run. A fact is told when any path through the code touches it: a summary has
// no branches, which is why callers that know which instructions run ask for a part
// (Summaries.Part).
type Effect struct {
	// Reads are the facts read with those of their values that matter, Writes the
	// facts changed with the values that they can get (R1, R2). Each fact is in a
	// list once.
	Reads, Writes []Access
	// Lasting is what was done that everybody may notice; nil if nothing was.
	Lasting *guide.Reason
	// Leaves says that the screen is left as Back leaves it, Closes that a dialog is
	// taken away.
	Leaves, Closes bool
	// Starts are the components that are started without an edge that says so.
	Starts []icfg.Node
}

// none is the effect of the many methods that have none.
var none Effect

// Changes says whether anything is done that others can notice: all but reads.
func (e *Effect) Changes() bool {
	return len(e.Writes)+len(e.Starts) > 0 || e.Lasting != nil || e.Leaves || e.Closes
}

// Access is a fact and some of its values: what it is changed to, or what matters of
// it.
type Access struct {
	Fact   Fact
	Values attr.Values
}

// joined adds values of a fact to a list that has each fact once. Values only grow, so that the
// order in which instructions are scanned does not show in the result; a fact of which all values
// matter stays so.
func joined(list []Access, f Fact, v attr.Values) []Access {
	for i := range list {
		if list[i].Fact == f {
			if !list[i].Values.IsAll() {
				list[i].Values = list[i].Values.Union(v)
			}
			return list
		}
	}
	return append(list, Access{f, v})
}
