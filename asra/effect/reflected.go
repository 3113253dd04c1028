package effect

import (
	"talpa/asra/appcode"
	"talpa/asra/attr"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// reflected says that a reflective call does no more than is known of it: it makes an object of a
// class that the method names by a constant, whose constructors have edges if they are the app's,
// or it calls a framework method, named the same way, that leaves no trace. Constructor and class
// have to be constants of this method: what comes out of a field or a file could be any class, and
// the call is then one of which nothing is known.
func (s *scan) reflected(in *dex.Insn, ref dex.MethodRef) bool {
	makes := ref.Name == "newInstance" && (ref.Class == "Ljava/lang/reflect/Constructor;" || ref.Class == classType)
	if !makes && (ref.Name != "invoke" || ref.Class != "Ljava/lang/reflect/Method;") {
		return false
	}
	an := s.origins()
	if an == nil {
		return false
	}
	origins := an.Args(in, 0)
	for _, o := range origins {
		class, method := member(an, o)
		if class == "" || !makes && !s.x.traceless(class, method) {
			return false
		}
	}
	return len(origins) > 0
}

const classType = "Ljava/lang/Class;"

// member is the descriptor of the class that an object of reflection is, or is a
// member of, and the name of that member; "" for what is not constant.
func member(an *origin.Analysis, o origin.Origin) (class, name string) {
	switch {
	case o.Kind == origin.Class:
		return o.Text, ""
	case o.Kind != origin.Result || o.Owner != classType:
		return "", ""
	}
	call := an.Graph.Code.At(o.PC)
	switch o.Name {
	case "forName":
		if text := appcode.ConstantText(an, &call, 0); text != "" {
			return dex.Descriptor(text), ""
		}
	case "getConstructor", "getDeclaredConstructor", "getMethod", "getDeclaredMethod":
		of := an.Args(&call, 0)
		if len(of) == 1 && (of[0].Kind == origin.Class || of[0].Name == "forName") {
			class, _ = member(an, of[0])
			return class, appcode.ConstantText(an, &call, 1)
		}
	}
	return "", ""
}

// traceless says that a method of the framework leaves no trace beside its result.
// A name that a class has several methods of counts only if the tables call the class pure under that name,
// whichever is meant.
func (x *Summaries) traceless(class, method string) bool {
	h := x.app.Hierarchy
	if method == "" || h.Class(h.ID(class)) != nil || !specs.Framework().HasNamed(class, method) {
		return false
	}
	subtype := h.IsSubtype
	_, gets := attr.Getter(class, method, subtype)
	return x.meaning(class, method).class == specs.EffectPure && !gets && len(attr.Calls(class, method, subtype)) == 0
}
