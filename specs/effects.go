package specs

import (
	"fmt"
	"slices"
	"strings"
)

// EffectClass says which other code of the app can notice that a framework
// method was called.
type EffectClass string

// The classes; effects.txt says what each means.
const (
	EffectPure      EffectClass = "pure"
	EffectOwn       EffectClass = "own"
	EffectLook      EffectClass = "look"
	EffectDraw      EffectClass = "draw"
	EffectFocus     EffectClass = "focus"
	EffectListen    EffectClass = "listen"
	EffectRows      EffectClass = "rows"
	EffectMenu      EffectClass = "menu"
	EffectScreen    EffectClass = "screen"
	EffectLeave     EffectClass = "leave"
	EffectAnswer    EffectClass = "answer"
	EffectCancel    EffectClass = "cancel"
	EffectBroadcast EffectClass = "broadcast"
	EffectDialog    EffectClass = "dialog"
	EffectGone      EffectClass = "gone"
	EffectClick     EffectClass = "click"
	EffectZone      EffectClass = "zone"
)

var effectClasses = []EffectClass{
	EffectPure, EffectOwn, EffectLook, EffectDraw, EffectFocus, EffectListen, EffectRows, EffectMenu, EffectScreen,
	EffectLeave, EffectAnswer, EffectCancel, EffectBroadcast, EffectDialog, EffectGone,
	EffectClick, EffectZone,
}

// effectRow is a row of effects.txt for one type.
type effectRow struct {
	class   EffectClass
	typ     string
	methods []string // bare names, or prefixes that end in "*"; none means all
}

func (r *effectRow) covers(name string) bool {
	return slices.ContainsFunc(r.methods, func(m string) bool {
		prefix, cut := strings.CutSuffix(m, "*")
		return m == name || cut && strings.HasPrefix(name, prefix)
	})
}

// effectTable is effects.txt.
type effectTable struct {
	rows     []effectRow                       // in the order of the file
	byType   map[string][]int                  // rows that name methods
	whole    map[string]EffectClass            // rows for whole types
	patterns []struct{ prefix, suffix string } // of type names, for whole types
	classes  []EffectClass                     // of patterns
}

func (t *effectTable) row(fields []string) error {
	class := EffectClass(fields[0])
	switch {
	case !slices.Contains(effectClasses, class):
		return fmt.Errorf("no class %q", fields[0])
	case len(fields) < 2:
		return fmt.Errorf("no type in %q", fields)
	}
	if t.byType == nil {
		t.byType, t.whole = map[string][]int{}, map[string]EffectClass{}
	}
	for _, name := range expand(fields[1]) {
		prefix, suffix, pattern := strings.Cut(name, "*")
		switch {
		case len(fields) > 2:
			typ := descriptor(name)
			t.byType[typ] = append(t.byType[typ], len(t.rows))
			t.rows = append(t.rows, effectRow{class, typ, fields[2:]})
		case pattern:
			if suffix != "" {
				suffix += ";"
			}
			t.patterns = append(t.patterns, struct{ prefix, suffix string }{"L" + prefix, suffix})
			t.classes = append(t.classes, class)
		default:
			t.whole[descriptor(name)] = class
		}
	}
	return nil
}

// Effect is the class of a method (bare name) of a type. A row that names methods
// holds for subtypes as well, which supertypes yields: the type itself and all
// above it; one for a whole type holds for that type only. ok is false for
// methods of which nothing is known.
func Effect(typ, name string, supertypes func(yield func(typ string) bool)) (class EffectClass, ok bool) {
	t := &tables().effects
	first := len(t.rows)
	for up := range supertypes {
		for _, i := range t.byType[up] {
			if i < first && t.rows[i].covers(name) {
				first = i
			}
		}
	}
	if first < len(t.rows) {
		return t.rows[first].class, true
	}
	if class, ok := t.whole[typ]; ok {
		return class, true
	}
	for i, p := range t.patterns {
		if strings.HasPrefix(typ, p.prefix) && strings.HasSuffix(typ, p.suffix) {
			return t.classes[i], true
		}
	}
	return "", false
}
