package effect

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// changes is for calls that change objects: the one that they are on, or, for
// static ones, those that they are given.
func (s *scan) changes(in *dex.Insn, typ string, mean *meaning) {
	if in.Op.Call() != dex.CallStatic {
		family := mean.family
		if family == "" {
			family = typ
		}
		s.own(in, family)
		return
	}
	an := s.origins()
	if an == nil {
		s.write(Fact{Kind: Content})
		return
	}
	for i, p := range an.Graph.Code.File.MethodAt(in.Index).Params() {
		if family := s.x.family(p); family != "" {
			if origins := an.Args(in, i); !allNew(origins) {
				s.contents(family, s.x.objects.of(s.m, an, origins), func(f Fact) { s.write(f) })
			}
		}
	}
}

// own notes the change of the contents of the object that a call is on. A chain of calls that each
// return the object that they are on (StringBuilder, Intent) is followed to the object at its
// beginning.
func (s *scan) own(in *dex.Insn, family string) {
	an := s.origins()
	if an == nil {
		s.write(Fact{Kind: Content, Name: family})
		return
	}
	if origins := an.Args(in, 0); !s.newChain(an, origins, 0) {
		s.contents(family, s.x.objects.of(s.m, an, origins), func(f Fact) { s.write(f) })
	}
}

// closing notes whether an object can be used: close ends that, and every other call on it fails from then on. It is
// one fact for all types that can be closed, since the same object is known by several.
func (s *scan) closing(in *dex.Insn, typ, method string) {
	if in.Op.Call() == dex.CallStatic || in.N == 0 || method == "<init>" ||
		!s.app.Hierarchy.IsSubtype(typ, "Ljava/lang/AutoCloseable;") {
		return
	}
	note := s.read
	if method == "close" {
		note = s.write
	}
	an := s.origins()
	if an == nil {
		note(Fact{Kind: Content, Name: "closed"})
	} else if origins := an.Args(in, 0); !s.newChain(an, origins, 0) {
		s.contents("closed", s.x.objects.of(s.m, an, origins), note)
	}
}

// arrayAccess notes the contents of an array that the method did not make itself.
func (s *scan) arrayAccess(in *dex.Insn, note func(f Fact)) {
	an := s.origins()
	if an == nil {
		note(Fact{Kind: Content, Name: "array"})
		return
	}
	origins := an.At(in.Off, in.B())
	if !allNew(origins) && !counters(origins) {
		s.contents("array", s.x.objects.of(s.m, an, origins), note)
	}
}

// contents notes the contents of an object by the places that make it.
// Reads and writes come here with the same makers for the same object, which is what lets them meet: an object
// of which one maker is unknown has the fact without an owner, which meets all.
func (s *scan) contents(family string, found makers, note func(f Fact)) {
	f := Fact{Kind: Content, Name: family}
	if !found.all || len(found.sites) == 0 {
		note(f)
		return
	}
	for _, s := range found.sites {
		f.Owner = s
		note(f)
	}
}

// handedContents notes that the framework can read the contents of what a call
// hands to it.
func (s *scan) handedContents(in *dex.Insn, ref dex.MethodRef) {
	first := 1
	if in.Op.Call() == dex.CallStatic {
		first = 0
	}
	for i, p := range ref.Params() {
		family := s.x.family(p)
		if family == "" {
			continue
		}
		an := s.origins()
		if an == nil {
			s.read(Fact{Kind: Content, Name: family})
		} else if origins := an.Args(in, first+i); !allNew(origins) && !counters(origins) {
			s.contents(family, s.x.objects.of(s.m, an, origins), func(f Fact) { s.read(f) })
		}
	}
}

// family groups types whose objects have contents that calls change, so that an
// object has the same family whatever type it is known by; "" for other types.
// A List that is read as a Collection has to be one fact, so that families are coarser than types: all of
// java.util is one. Types without a family have no contents that code changes after they are made (Locale,
// UUID), or a meaning of their own in the tables.
func (x *Summaries) family(typ string) string {
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
		return !appcode.OfCoverage(o.Name)
	})
}
