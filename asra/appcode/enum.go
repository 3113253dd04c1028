package appcode

import (
	"slices"

	"talpa/asra/attr"
	"talpa/cfg/origin"
	"talpa/dex"
)

// firstEnum is the number of the first constant of each enum. Values are compared as numbers; these are beyond all
// that code can test of a number or an id, and the type of what is tested says which enum they are of.
const firstEnum = 1 << 41

// EnumConstant is the number of the constant of an enum of the app that a value is; ok is false for other values.
func (r *Reader) EnumConstant(origins []origin.Origin) (n int64, ok bool) {
	if len(origins) != 1 || origins[0].Kind != origin.Static || origins[0].Desc != origins[0].Owner {
		return 0, false
	}
	i := slices.Index(r.enumNames(origins[0].Owner), origins[0].Name)
	return firstEnum + int64(i), i >= 0
}

// EnumNamed reads values of a type as constants of an enum. told says that the values tell some of its constants from
// others; name is then the one that is among them, "" if there are several.
func (r *Reader) EnumNamed(desc string, v attr.Values) (name string, told bool) {
	names := r.enumNames(desc)
	var among []string
	for i, one := range names {
		if v.Has(firstEnum + int64(i)) {
			among = append(among, one)
		}
	}
	if len(among) == 1 {
		name = among[0]
	}
	return name, len(among) > 0 && len(among) < len(names)
}

// enumNames are the constants of an enum of the app, in the order of its class; none for other types.
func (r *Reader) enumNames(desc string) []string {
	c := r.Hierarchy.Set().Class(desc)
	if c == nil || c.Access&dex.AccEnum == 0 {
		return nil
	}
	var all []string
	for _, f := range c.Fields[:c.NumStatic] {
		if f.Access&dex.AccEnum != 0 {
			all = append(all, f.Ref().Name)
		}
	}
	return all
}

// Values are the values that origins stand for, as Constants has them, and constants of enums.
func (r *Reader) Values(origins []origin.Origin) attr.Values {
	if n, ok := r.EnumConstant(origins); ok {
		return attr.Only(n)
	}
	return Constants(origins)
}
