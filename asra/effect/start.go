package effect

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// start notes the start of components that the program has no edge for: those of an intent which
// was made elsewhere, and those that take its action. Where the program has an edge for a start,
// the walk over the edges finds the component, and the summary need not name it.
func (s *scan) start(in *dex.Insn, c *specs.Call) {
	taken, known := s.started(in, c)
	if !known && s.e.Lasting == nil {
		kind := strings.Replace(string(c.Kind), "result", "activity", 1)
		s.e.Lasting = &guide.Reason{
			Kind: guide.ReasonStarts, Subject: guide.Subject{Kind: guide.SubjectComponent, Name: kind},
		}
	}
	s.e.Starts = append(s.e.Starts, taken...)
}

// started are the components that a call starts beside those that its method has an edge to; known says that
// there are no others. What the method names says whom an intent is for that is made in it, and nothing of one
// that it was given.
func (s *scan) started(in *dex.Insn, c *specs.Call) (taken []icfg.Node, known bool) {
	taken, known = s.x.startsHere(s.m, s.code)
	if known && (c.Argument < 0 || s.madeHere(in, c)) {
		return taken, true
	}
	elsewhere, known := s.startedElsewhere(in, c)
	return append(taken, elsewhere...), known
}

// madeHere says that the intent of a call is surely made in the method that makes the call, for a class that is
// known if it is for a class.
func (s *scan) madeHere(in *dex.Insn, c *specs.Call) bool {
	made := s.intents(in, c)
	return made.all && len(made.sites) > 0 && !slices.ContainsFunc(made.sites, func(site string) bool {
		maker, pc := placeOf(site)
		return maker != s.m || s.x.unknownClass(maker, pc)
	})
}

// intents are the makers of the intent of a call.
func (s *scan) intents(in *dex.Insn, c *specs.Call) makers {
	an := s.origins()
	arg := c.Argument
	if in.Op.Call() != dex.CallStatic {
		arg++
	}
	if an == nil || c.Argument < 0 {
		return unknownMakers
	}
	return s.x.objects.of(s.m, an, an.Args(in, arg))
}

// startedElsewhere are the components that the makers of an intent name; known says that all makers
// are known, and whom they mean. An intent that is made in one method and started in another is
// found by its makers; one of which a single maker is not known may be for any component.
func (s *scan) startedElsewhere(in *dex.Insn, c *specs.Call) (started []icfg.Node, known bool) {
	made := s.intents(in, c)
	if !made.all || len(made.sites) == 0 {
		return nil, false
	}
	for _, site := range made.sites {
		maker, pc := placeOf(site)
		if s.x.unknownClass(maker, pc) {
			return nil, false
		}
		some, ok := s.x.startsHere(maker, s.app.Calls.Method(maker).Code())
		if !ok {
			some, ok = s.x.intentOf(maker, pc)
		}
		if !ok {
			return nil, false
		}
		started = append(started, some...)
		for e := range s.app.Succs(s.app.Method(maker)) {
			if e.Kind == icfg.Open && !slices.Contains(started, e.To) {
				started = append(started, e.To)
			}
		}
	}
	return started, true
}

// startsHere are the components that a method starts beside those that it has an edge to: those
// that take an action which it names, if they take data of a kind that others take as well. known
// says that the method names what it starts; one that does not may start anything, with an intent
// that it did not make. It is asked of the method, not of the intent: of two that a method makes,
// one by an action of which the method holds no text, both are taken to be for what it names.
func (x *Summaries) startsHere(m callgraph.MethodID, code *dex.Code) (taken []icfg.Node, known bool) {
	var opened []icfg.Node
	for e := range x.app.Succs(x.app.Method(m)) {
		if e.Kind == icfg.Open {
			opened, known = append(opened, e.To), true
		}
	}
	for in := range code.Insns() {
		if in.Op != dex.OpConstString && in.Op != dex.OpConstStringJumbo {
			continue
		}
		text := code.File.StringAt(in.Index)
		for i := range x.app.Components {
			if !slices.Contains(x.app.Components[i].Actions, text) {
				continue
			}
			if known = true; !slices.Contains(opened, x.app.Component(i)) {
				taken = append(taken, x.app.Component(i))
			}
		}
		known = known || strings.Contains(text, ".action.") || strings.HasPrefix(text, "android.settings.")
	}
	return taken, known
}

// intentOf are the components that an intent made at a place is for, by classes that
// its maker takes out of fields, say; known says that it gets its class there, and
// that all of them are known.
func (x *Summaries) intentOf(m callgraph.MethodID, pc uint32) (started []icfg.Node, known bool) {
	an := x.app.OriginsOf(m)
	if an == nil || an.Graph.Code.At(pc).Op != dex.OpNewInstance {
		return nil, false
	}
	var classes []string
	for in := range an.Graph.Code.Insns() {
		if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod || in.Op.Call() == dex.CallStatic {
			continue
		}
		made := func(o origin.Origin) bool { return o.Kind != origin.New || o.PC == pc }
		ref := an.Graph.Code.File.MethodAt(in.Index)
		if ref.Class != "Landroid/content/Intent;" || !slices.ContainsFunc(an.Args(&in, 0), made) {
			continue
		}
		i := slices.Index(ref.Params(), classType)
		switch {
		case ref.Name == "<init>" && i >= 0 && in.N > 0:
			if classes, known = x.app.Classes(m, &in, 1+i); !known {
				return nil, false
			}
		case slices.Contains(redirects, ref.Name):
			return nil, false
		}
	}
	for i := range x.app.Components {
		if slices.Contains(classes, dex.Descriptor(x.app.Components[i].Name)) {
			started = append(started, x.app.Component(i))
		}
	}
	return started, known && len(started) == len(classes)
}

// unknownClass says that an intent made at a place is for a class that is not known.
func (x *Summaries) unknownClass(m callgraph.MethodID, pc uint32) bool {
	an := x.app.OriginsOf(m)
	if an == nil {
		return true
	}
	for in := range an.Graph.Code.Insns() {
		if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod || in.Op.Call() == dex.CallStatic {
			continue
		}
		made := func(o origin.Origin) bool { return o.Kind == origin.New && o.PC == pc }
		ref := an.Graph.Code.File.MethodAt(in.Index)
		i := slices.Index(ref.Params(), classType)
		if ref.Class != "Landroid/content/Intent;" || i < 0 || !slices.ContainsFunc(an.Args(&in, 0), made) {
			continue
		}
		if _, known := x.app.Classes(m, &in, 1+i); !known {
			return true
		}
	}
	return false
}

// redirects are the methods of an intent that change for whom it is.
var redirects = []string{
	"setClass", "setClassName", "setComponent", "setSelector", "fillIn",
}
