package crash

import (
	"maps"
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// outside is what is outside of the app, of a kind that names nothing else. Of a server's answer it is the field from
// which the walk came.
func outside(w *walk, kind guide.SubjectKind) guide.Subject {
	s := guide.Subject{Kind: kind}
	if kind == guide.SubjectServer {
		s.Name = w.member
	}
	return s
}

// member follows what a call takes out of the object or document that its receiver is: an argument is the key.
func member(w *walk, m callgraph.MethodID, call *dex.Insn, key, depth int) {
	inside(w, w.named(m, call, key), func() { w.argument(m, call, specs.Receiver, depth) })
}

// inside follows what has a value under a key, "" for one that is not known. What is there under the key may be null
// though all that leads to it is not.
func inside(w *walk, key string, follow func()) {
	defer func(before string) { w.member, w.derived = before, w.derived-1 }(w.member)
	w.derived++
	switch {
	case key == "":
	case w.member == "":
		w.member = key
	default:
		w.member = key + "." + w.member
	}
	follow()
}

// listed follows what is put into a list that is too short, or has nothing in it: a list of a server's answer, without
// elements, leads to none. What else is put into it is no reason.
func listed(w *walk, m callgraph.MethodID, list origin.Origin, depth int) {
	if w.listing || w.derived > 0 || w.out.Kind != guide.CrashIndex && w.out.Kind != guide.CrashEmpty {
		return
	}
	methods := []callgraph.MethodID{m}
	if list.Kind == origin.Field || list.Kind == origin.Static {
		for _, u := range w.app.Calls.Index.Reads(list.FieldRef()) {
			if !slices.Contains(methods, u.Method) && len(methods) < maxFan {
				methods = append(methods, u.Method)
			}
		}
	}
	before, seen, member := w.found, w.seen, w.member
	w.found, w.seen, w.listing, w.derived = nil, maps.Clone(seen), true, w.derived+1
	for _, m := range methods {
		added(w, m, list, depth)
	}
	w.seen, w.listing, w.member, w.derived = seen, false, member, w.derived-1
	for _, c := range w.found {
		if c.Subject.Kind == guide.SubjectServer {
			before = append(before, c)
		}
	}
	w.found = before
}

// adding are the methods of collections that add what their last argument is.
var adding = []string{"add", "addAll", "addLast", "addFirst", "offer", "push"}

// added follows what a method adds to a list.
func added(w *walk, m callgraph.MethodID, list origin.Origin, depth int) {
	an := w.app.OriginsOf(m)
	if an == nil {
		return
	}
	same := func(o origin.Origin) bool {
		return o == list || o.Kind == list.Kind && list.Kind != origin.New && o.FieldRef() == list.FieldRef()
	}
	for in := range an.Graph.Code.Insns() {
		if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod || in.Op.Call() == dex.CallStatic {
			continue
		}
		ref := an.Graph.Code.File.MethodAt(in.Index)
		if !slices.Contains(adding, ref.Name) || !w.app.Hierarchy.IsSubtype(ref.Class, "Ljava/util/Collection;") ||
			!slices.ContainsFunc(an.Args(&in, 0), same) {
			continue
		}
		if reg, ok := origin.ArgRegister(an.Graph.Code.File, &in, len(ref.Params())); ok {
			w.register(m, in.Off, reg, depth)
		}
	}
}

// filled follows the object of a field that a library fills by name: it makes such objects of what it reads. True if
// no code of the app writes the field, but with what it is given or a constant.
func filled(w *walk, m callgraph.MethodID, o origin.Origin, writes []callgraph.Use, depth int) bool {
	parsed := w.app.Parsed(o.Owner)
	if o.Kind != origin.Field || !parsed && !madeByLibrary(w, o.Owner) {
		return false
	}
	known := false
	inside(w, jsonName(w, o.FieldRef()), func() {
		before := len(w.found)
		known = holder(w, m, o, depth) || parsed
		server := func(c candidate) bool { return c.Subject.Kind == guide.SubjectServer }
		if parsed && !slices.ContainsFunc(w.found[before:], server) {
			w.note(m, outside(w, guide.SubjectServer)) // handed on by what the walk does not follow
		}
	})
	return known && madeByLibrary(w, o.Owner) && !slices.ContainsFunc(writes, func(u callgraph.Use) bool {
		return !writesGiven(w, u)
	})
}

// holder follows the object of a field: that of a call by which the walk came into the method of the object, such as a
// getter. False if it is the object of a method into which it did not come so.
func holder(w *walk, m callgraph.MethodID, o origin.Origin, depth int) bool {
	an := w.app.OriginsOf(m)
	in := an.Graph.Code.At(o.PC)
	if !in.Op.ReadsField() {
		return false
	}
	from, came := w.calls[m]
	for _, of := range an.At(o.PC, in.B()) {
		i, ok := origin.ParamIndex(w.app.Calls.Method(m), int(of.Int))
		if of.Kind != origin.Param || !ok || i != 0 || w.app.Calls.Method(m).IsStatic() {
			continue
		}
		if !came {
			return false
		}
		if reg, ok := origin.ArgRegister(w.app.Calls.Method(from.in).Class.File, &from.at, 0); ok {
			w.register(from.in, from.at.Off, reg, depth)
		}
		return true
	}
	w.register(m, o.PC, in.B(), depth)
	return true
}

// writesGiven says that an instruction writes what its method is given, or a constant.
func writesGiven(w *walk, u callgraph.Use) bool {
	an := w.app.OriginsOf(u.Method)
	if an == nil {
		return false
	}
	in := w.app.Calls.Method(u.Method).Code().At(u.PC)
	return !slices.ContainsFunc(an.At(u.PC, in.A()), func(o origin.Origin) bool {
		return o.Kind != origin.Param && o.Kind != origin.Int && o.Kind != origin.String
	})
}

// madeByLibrary says that the app has a class of its own for data of which it makes no objects, but copies and in
// code that is generated for libraries: creators of parcels, serializers, adapters.
func madeByLibrary(w *walk, class string) bool {
	c := w.app.Hierarchy.Set().Class(class)
	if c == nil || c.IsInterface() || slices.Contains(specs.Fragments(), class) ||
		c.Super != "Ljava/lang/Object;" && !madeByLibrary(w, c.Super) {
		return false
	}
	return !slices.ContainsFunc(w.app.Calls.Index.Allocs(class), func(u callgraph.Use) bool {
		in := w.app.Calls.Method(u.Method)
		copies := in.Class == c && !in.IsStatic()
		return !copies && !strings.Contains(in.Class.Descriptor, "$$serializer") &&
			!strings.HasSuffix(in.Class.Descriptor, "JsonAdapter;") &&
			!w.app.Hierarchy.IsSubtype(in.Class.Descriptor, "Landroid/os/Parcelable$Creator;")
	})
}

// naming are the ends of the annotations that tell the name of a field in JSON, and the words for it in them.
var naming = []string{"/SerializedName;", "/Json;", "/JsonProperty;", "/JSONField;", "/SerialName;"}

// jsonName is what a field is called in JSON: an annotation of a library tells, or else the field's name.
func jsonName(w *walk, ref dex.FieldRef) string {
	c := w.app.Hierarchy.Set().Class(w.app.Calls.Index.Field(ref).Class)
	if c == nil || c.AnnotationsOff == 0 {
		return ref.Name
	}
	all, err := c.Annotations()
	if err != nil {
		return ref.Name
	}
	for _, f := range c.Fields {
		if f.Ref().Name != ref.Name {
			continue
		}
		for _, a := range all.Fields[f.Index] {
			for _, element := range []string{"value", "name"} {
				v, ok := a.Element(element)
				known := slices.ContainsFunc(naming, func(end string) bool { return strings.HasSuffix(a.Type, end) })
				if ok && known && v.Kind == dex.ValueString && v.Str != "" {
					return v.Str
				}
			}
		}
	}
	return ref.Name
}
