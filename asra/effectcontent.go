package asra

import (
	"slices"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// changes is for calls that change objects: the one that they are on, or, for
// static ones, those that they are given.
func (x *effects) changes(m callgraph.MethodID, in *dex.Insn, typ string, mean *meaning, e *effect) {
	if in.Op.Call() != dex.CallStatic {
		family := mean.family
		if family == "" {
			family = typ
		}
		x.own(m, in, family, e)
		return
	}
	an := x.a.originsOf(m)
	if an == nil {
		e.write(fact{kind: contentFact})
		return
	}
	for i, p := range an.Graph.Code.File.MethodAt(in.Index).Params() {
		if family := x.family(p); family != "" {
			if origins := an.Args(in, i); !allNew(origins) {
				x.contents(family, x.objects.of(m, an, origins), func(f fact) { e.write(f) })
			}
		}
	}
}

// own notes the change of the contents of the object that a call is on.
func (x *effects) own(m callgraph.MethodID, in *dex.Insn, family string, e *effect) {
	an := x.a.originsOf(m)
	if an == nil {
		e.write(fact{kind: contentFact, name: family})
		return
	}
	if origins := an.Args(in, 0); !x.newChain(an, origins, 0) {
		x.contents(family, x.objects.of(m, an, origins), func(f fact) { e.write(f) })
	}
}

// arrayAccess notes the contents of an array that the method did not make itself.
func (x *effects) arrayAccess(m callgraph.MethodID, in *dex.Insn, note func(f fact)) {
	an := x.a.originsOf(m)
	if an == nil {
		note(fact{kind: contentFact, name: "array"})
		return
	}
	origins := an.At(in.Off, in.B())
	if !allNew(origins) && !counters(origins) {
		x.contents("array", x.objects.of(m, an, origins), note)
	}
}

// contents notes the contents of an object by the places that make it.
func (x *effects) contents(family string, found makers, note func(f fact)) {
	f := fact{kind: contentFact, name: family}
	if !found.all || len(found.sites) == 0 {
		note(f)
		return
	}
	for _, s := range found.sites {
		f.owner = s
		note(f)
	}
}

// handedContents notes that the framework can read the contents of what a call
// hands to it.
func (x *effects) handedContents(m callgraph.MethodID, in *dex.Insn, ref dex.MethodRef, e *effect) {
	first := 1
	if in.Op.Call() == dex.CallStatic {
		first = 0
	}
	for i, p := range ref.Params() {
		family := x.family(p)
		if family == "" {
			continue
		}
		an := x.a.originsOf(m)
		if an == nil {
			e.read(fact{kind: contentFact, name: family})
		} else if origins := an.Args(in, first+i); !allNew(origins) && !counters(origins) {
			x.contents(family, x.objects.of(m, an, origins), func(f fact) { e.read(f) })
		}
	}
}

// family groups types whose objects have contents that calls change, so that an
// object has the same family whatever type it is known by; "" for other types.
func (x *effects) family(typ string) string {
	switch {
	case typ == "" || typ[0] != 'L' && typ[0] != '[':
		return ""
	case typ[0] == '[':
		return "array"
	case typ == "Ljava/lang/StringBuilder;", typ == "Ljava/lang/StringBuffer;", typ == "Ljava/lang/Appendable;":
		return "text"
	case strings.HasPrefix(typ, "Ljava/util/concurrent/") && !strings.HasPrefix(typ, "Ljava/util/concurrent/atomic/"):
		for _, kind := range []string{"Concurrent", "CopyOnWrite", "Queue;", "Deque;"} {
			if strings.Contains(typ, kind) {
				return "collection"
			}
		}
		return ""
	case strings.HasPrefix(typ, "Ljava/net/"), strings.HasPrefix(typ, "Ljavax/net/"),
		strings.HasPrefix(typ, "Lorg/apache/http/"):
		return "connection"
	case strings.HasPrefix(typ, "Ljava/util/Timer"), strings.HasPrefix(typ, "Ljava/util/logging/"):
		return ""
	case strings.HasPrefix(typ, "Ljava/util/regex/"), strings.HasPrefix(typ, "Ljava/util/concurrent/atomic/"),
		strings.HasPrefix(typ, "Ljava/util/zip/"):
		return typ
	case typ == "Ljava/util/Locale;", typ == "Ljava/util/UUID;", typ == "Ljava/util/Objects;",
		typ == "Ljava/util/Arrays;", typ == "Ljava/util/Collections;", typ == "Ljava/util/Comparator;",
		typ == "Ljava/util/TimeZone;", typ == "Ljava/util/Currency;":
		return ""
	case typ == "Ljava/util/Date;", typ == "Ljava/util/Calendar;", typ == "Ljava/util/GregorianCalendar;":
		return "date"
	case strings.HasPrefix(typ, "Ljava/util/"), typ == "Ljava/lang/Iterable;":
		return "collection"
	case typ == "Landroid/content/Intent;", typ == "Landroid/os/Bundle;", typ == "Landroid/os/BaseBundle;":
		return "bundle"
	}
	class, _ := specs.Effect(typ, "", func(func(string) bool) {})
	if class == specs.EffectOwn || typ == "Landroid/database/Cursor;" {
		return typ
	}
	return ""
}

// counters says that an array is one of a coverage tool.
func counters(origins []origin.Origin) bool {
	return len(origins) > 0 && !slices.ContainsFunc(origins, func(o origin.Origin) bool {
		return !ofCoverage(o.Name)
	})
}
