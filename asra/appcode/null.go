package appcode

import (
	"slices"

	"talpa/cfg/origin"
	"talpa/specs"
)

// NeverNull says that a value is an object for certain: one that the method makes, a constant, or what a call gives of
// which specs knows that it never gives null. Of others it is not known.
func (r *Reader) NeverNull(o origin.Origin) bool {
	switch o.Kind {
	case origin.New, origin.Array, origin.String, origin.Class:
		return true
	case origin.Result:
		return slices.ContainsFunc(specs.SourceCalls(o.Name), func(c specs.SourceCall) bool {
			return c.Source == specs.SourceMade && r.Hierarchy.IsSubtype(o.Owner, c.Type)
		})
	}
	return false
}
