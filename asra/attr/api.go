package attr

import (
	"slices"

	"talpa/specs"
)

// Subtype says whether a type is another one or below it; types are DEX
// descriptors.
type Subtype func(sub, super string) bool

// Getter finds the attribute that a method (bare name) of a type reads.
func Getter(typ, name string, subtype Subtype) (specs.AttributeRow, bool) {
	return find(typ, name, subtype, func(r specs.AttributeRow) []string { return r.Getters })
}

// Setter finds the attribute that a method (bare name) of a type changes.
func Setter(typ, name string, subtype Subtype) (specs.AttributeRow, bool) {
	return find(typ, name, subtype, func(r specs.AttributeRow) []string { return r.Setters })
}

func find(typ, name string, subtype Subtype, methods func(specs.AttributeRow) []string) (specs.AttributeRow, bool) {
	for _, row := range specs.Attributes() {
		if slices.Contains(methods(row), name) && subtype(typ, row.Type) {
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
