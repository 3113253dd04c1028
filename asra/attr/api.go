package attr

import (
	"sync"

	"talpa/specs"
)

// Subtype says whether a type is another one or below it; types are DEX
// descriptors.
type Subtype func(sub, super string) bool

// Getter finds the attribute that a method (bare name) of a type reads.
func Getter(typ, name string, subtype Subtype) (specs.AttributeRow, bool) {
	return find(typ, getters()[name], subtype)
}

// Setter finds the attribute that a method (bare name) of a type changes.
func Setter(typ, name string, subtype Subtype) (specs.AttributeRow, bool) {
	return find(typ, setters()[name], subtype)
}

// getters and setters are the rows of the specification by the bare names of their
// methods, in its order.
var (
	getters = byName(func(r *specs.AttributeRow) []string { return r.Getters })
	setters = byName(func(r *specs.AttributeRow) []string { return r.Setters })
)

func byName(methods func(r *specs.AttributeRow) []string) func() map[string][]specs.AttributeRow {
	return sync.OnceValue(func() map[string][]specs.AttributeRow {
		rows := map[string][]specs.AttributeRow{}
		for _, row := range specs.Attributes() {
			for _, name := range methods(&row) {
				rows[name] = append(rows[name], row)
			}
		}
		return rows
	})
}

// Where several rows fit, the first one of the specification counts, which lists types from the special to the
// general wherever two of them share a method's name.
func find(typ string, rows []specs.AttributeRow, subtype Subtype) (specs.AttributeRow, bool) {
	for _, row := range rows {
		if subtype(typ, row.Type) {
			return row, true
		}
	}
	return specs.AttributeRow{}, false
}

// Calls returns the meanings of a method (bare name) of a type.
func Calls(typ, name string, subtype Subtype) []specs.Call {
	var all []specs.Call
	for _, c := range specs.Calls()[name] {
		if subtype(typ, c.Type) {
			all = append(all, c)
		}
	}
	return all
}

// Valued says that the setters of an attribute, with a constant, set just that value.
func Valued(row *specs.AttributeRow) bool {
	return row.Kind == specs.KindBool && row.Attribute != "clickable" || row.Attribute == "visibility"
}
