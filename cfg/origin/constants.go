package origin

import (
	"strings"

	"talpa/dex"
)

// Constants are the static fields that stand for one number: final ones with their initial value, and those of R
// classes, which code of libraries reads where the app's own code has the numbers themselves. The initialiser of an
// R class may set them, so that they are not final; nobody else does.
//
// Not modelled: fields that other initialisers compute. It is not safe for concurrent use.
type Constants struct {
	class func(desc string) *dex.Class
	known map[string]map[string]int64 // by class, then name; all of type int
}

// NewConstants returns the constants of the classes that a function finds by their descriptors.
func NewConstants(class func(desc string) *dex.Class) *Constants {
	return &Constants{class: class, known: map[string]map[string]int64{}}
}

// of is the number that a field stands for. It is asked once for each read of a static field, so
// what a class has is kept, also that it has none.
func (c *Constants) of(owner, name, typ string) (int64, bool) {
	if c == nil || typ != "I" {
		return 0, false
	}
	fields, ok := c.known[owner]
	if !ok {
		fields = constantFields(c.class(owner))
		c.known[owner] = fields
	}
	value, ok := fields[name]
	return value, ok
}

// constantFields are those of one class; none for a class that the app does not have.
// Fields with a value in the file come first in its list, so that values and fields have the same places.
func constantFields(class *dex.Class) map[string]int64 {
	if class == nil {
		return nil
	}
	values, err := class.StaticValues()
	if err != nil {
		values = nil // the fault is told where the file is read
	}
	statics := class.Fields[:class.NumStatic]
	fields := map[string]int64{}
	for i, value := range values[:min(len(values), len(statics))] {
		if value.Kind == dex.ValueInt {
			fields[statics[i].Ref().Name] = value.Int
		}
	}
	if init := class.Method("<clinit>", "()V"); init != nil && init.Code() != nil {
		initialised(init.Code(), class.Descriptor, fields)
	}
	for _, f := range statics {
		if !f.Access.Has(dex.AccFinal) && !strings.Contains(class.Descriptor, "/R$") {
			delete(fields, f.Ref().Name)
		}
	}
	return fields
}

// initialised changes the fields to what an initialiser sets them to: numbers as long as it does not branch. What
// else it sets is no constant; the initial value is a default then.
func initialised(code *dex.Code, class string, fields map[string]int64) {
	held, branched := map[uint16]int64{}, false // by register
	for in := range code.Insns() {
		switch {
		case in.Op >= dex.OpConst4 && in.Op < dex.OpConstWide16:
			held[in.A()] = in.Lit
			continue
		case in.Op == dex.OpSput:
			if f := code.File.FieldAt(in.Index); f.Class == class {
				value, ok := held[in.A()]
				if delete(fields, f.Name); ok && !branched && f.Type == "I" {
					fields[f.Name] = value
				}
			}
			continue
		}
		// Behind a branch it is not known which of two numbers is set.
		branched = branched || in.Op.Branches() || in.Op.Switches() || !in.Op.Continues()
		if reg, _, ok := in.Def(); ok {
			delete(held, reg)
		}
	}
}
