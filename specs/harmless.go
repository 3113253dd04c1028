package specs

import (
	"slices"
	"strings"
)

// harmlessTable is harmless.txt.
type harmlessTable struct {
	types    map[string][]string // type to methods; none means all
	patterns [][2]string         // prefix and suffix of type names
}

func (t *harmlessTable) row(fields []string) error {
	if prefix, suffix, ok := strings.Cut(fields[0], "*"); ok {
		if suffix != "" {
			suffix += ";"
		}
		t.patterns = append(t.patterns, [2]string{"L" + prefix, suffix})
		return nil
	}
	if t.types == nil {
		t.types = map[string][]string{}
	}
	for _, name := range expand(fields[0]) {
		t.types[descriptor(name)] = fields[1:]
	}
	return nil
}

// Harmless says that calling the method (bare name) on the framework type
// leaves no trace that a later test could see, beside the value that it returns
// and the objects that it was given. A row that names methods holds for subtypes
// as well; one for a whole type holds for that type only.
func Harmless(typ, name string) bool {
	t := &tables().harmless
	if methods, ok := t.types[typ]; ok && len(methods) == 0 {
		return true
	}
	for _, p := range t.patterns {
		if strings.HasPrefix(typ, p[0]) && strings.HasSuffix(typ, p[1]) {
			return true
		}
	}
	if slices.Contains(t.types[typ], name) {
		return true
	}
	found := false
	Framework().Walk(typ, func(up string) bool {
		found = slices.Contains(t.types[up], name)
		return !found
	})
	return found
}
