package icfg

import (
	"maps"
	"slices"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/cfg/values"
	"talpa/dex"
)

// maxNamed bounds the classes, actions or resources that one text put together at run
// time can mean: beyond, too little of it is known.
const maxNamed = 64

// maxNameSteps bounds the registers looked at for the name of a class or an action.
const maxNameSteps = 30

// minLetters is what has to be known of such a text.
const minLetters = 3

// nameCall is a call that takes a name; arg is which argument, 0 being the receiver of
// calls that have one.
type nameCall struct {
	name, desc string
	arg        int
}

// The calls that take the name of a class, of an action, of a resource, of a method.
var (
	classCalls = []nameCall{
		{"forName", "(Ljava/lang/String;)Ljava/lang/Class;", 0},
		{"forName", "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;", 0},
		{"loadClass", "(Ljava/lang/String;)Ljava/lang/Class;", 1},
		{"setClassName", "(Landroid/content/Context;Ljava/lang/String;)Landroid/content/Intent;", 2},
		{"setClassName", "(Ljava/lang/String;Ljava/lang/String;)Landroid/content/Intent;", 2},
		{"<init>", "(Ljava/lang/String;Ljava/lang/String;)V", 2}, // ComponentName
		{"<init>", "(Landroid/content/Context;Ljava/lang/String;)V", 2},
		{"instantiate", "(Landroid/content/Context;Ljava/lang/String;)Landroid/app/Fragment;", 1},
		{
			"instantiate",
			"(Landroid/content/Context;Ljava/lang/String;Landroid/os/Bundle;)Landroid/app/Fragment;", 1,
		},
		{"instantiate", "(Landroid/content/Context;Ljava/lang/String;)Landroid/support/v4/app/Fragment;", 1},
		{
			"instantiate",
			"(Landroid/content/Context;Ljava/lang/String;Landroid/os/Bundle;)Landroid/support/v4/app/Fragment;", 1,
		},
		{
			"instantiate",
			"(Landroid/content/Context;Ljava/lang/String;Landroid/os/Bundle;)Landroidx/fragment/app/Fragment;", 1,
		},
		{"instantiate", "(Ljava/lang/ClassLoader;Ljava/lang/String;)Landroidx/fragment/app/Fragment;", 2},
	}
	actionCalls = []nameCall{
		{"<init>", "(Ljava/lang/String;)V", 1}, // Intent
		{"<init>", "(Ljava/lang/String;Landroid/net/Uri;)V", 1},
		{"setAction", "(Ljava/lang/String;)Landroid/content/Intent;", 1},
	}
	identifierCalls = []nameCall{{"getIdentifier", "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)I", 1}}
	methodCalls     = []nameCall{
		{"getMethod", "(Ljava/lang/String;[Ljava/lang/Class;)Ljava/lang/reflect/Method;", 1},
		{"getDeclaredMethod", "(Ljava/lang/String;[Ljava/lang/Class;)Ljava/lang/reflect/Method;", 1},
	}
)

// nameConstructors are the classes whose constructors take a name, by what the name is.
var nameConstructors = map[string]bool{"Landroid/content/ComponentName;": true, "Landroid/content/Intent;": true}

// nameBuilder makes the edges of names that are put together at run time.
// Patterns of which fewer than minLetters letters are known would mean half of the app and are left out; that
// is the one place where names are not over-approximated.
type nameBuilder struct {
	*edges
	trace *values.Tracer
}

// builtNames adds the edges for classes, actions and resources whose names are put
// together at run time, and for methods that are called by their name. A name of which
// a part is not known may mean whatever has the rest.
func (b *nameBuilder) builtNames() {
	b.eachName(classCalls, func(u callgraph.Use, p values.Pattern) { b.classByName(u, p) })
	b.eachName(actionCalls, func(u callgraph.Use, p values.Pattern) { b.actionByName(u, p) })
	b.eachName(identifierCalls, func(u callgraph.Use, p values.Pattern) { b.resourceByName(u, p) })
	b.reflectedMethods()
}

// eachName visits the texts that calls take as names, those of classes and actions that stand in the code as
// they are left out: their users are found without looking.
func (b *nameBuilder) eachName(calls []nameCall, visit func(callgraph.Use, values.Pattern)) {
	for _, c := range calls {
		for _, u := range b.calls.Index.Calls(c.name, c.desc) {
			if b.platform(u.Method) {
				continue // the names come from XML, or from who calls the library
			}
			method := b.calls.Method(u.Method)
			in := method.Code().At(u.PC)
			if c.name == "<init>" && !nameConstructors[method.Class.File.MethodAt(in.Index).Class] {
				continue
			}
			reg, ok := origin.ArgRegister(method.Class.File, &in, c.arg)
			if !ok || c.name != identifierCalls[0].name && b.plain(u.Method, u.PC, reg) {
				continue
			}
			for _, p := range b.trace.Patterns(b.packageName(), u.Method, u.PC, reg) {
				if p.Letters() >= minLetters {
					visit(u, p)
				}
			}
		}
	}
}

// platform says that a method is of the platform's libraries.
func (b *nameBuilder) platform(m callgraph.MethodID) bool {
	return callgraph.Platform(b.vendors[b.calls.Owner(m)])
}

// plain says that a register holds nothing but constants of the method itself.
func (b *nameBuilder) plain(m callgraph.MethodID, pc uint32, reg uint16) bool {
	a := b.trace.Origins(m)
	if a == nil {
		return true
	}
	for _, o := range a.At(pc, reg) {
		if o.Kind != origin.String {
			return false
		}
	}
	return true
}

// More than maxNamed classes say that too little of the name is known.
func (b *nameBuilder) classByName(u callgraph.Use, p values.Pattern) {
	desc := values.Pattern{"L"}.Then(p).Then(values.Pattern{";"})
	for i := range desc {
		desc[i] = strings.ReplaceAll(desc[i], ".", "/")
	}
	var found []callgraph.TypeID
	for t := range callgraph.TypeID(b.types.Len()) {
		if !desc.Matches(b.types.Name(t)) || b.types.Class(t) == nil {
			continue
		}
		if found = append(found, t); len(found) > maxNamed {
			return
		}
	}
	for _, t := range found {
		b.named(t, u)
	}
}

func (b *nameBuilder) actionByName(u callgraph.Use, p values.Pattern) {
	for i := range b.components {
		for _, action := range b.components[i].Actions {
			if !strings.HasPrefix(action, "android.intent.action.") && p.Matches(action) {
				b.edge(Open, Node(u.Method), b.Component(i), u.PC)
			}
		}
	}
}

func (b *nameBuilder) resourceByName(u callgraph.Use, p values.Pattern) {
	var found []Node
	for _, id := range b.resource {
		_, name, _ := strings.Cut(b.resources.Name(id), "/")
		if p.Matches(name) {
			if found = append(found, b.resNode[id]); len(found) > maxNamed {
				return
			}
		}
	}
	for _, n := range found {
		b.edge(Inflate, Node(u.Method), n, u.PC)
	}
}

// reflectedMethods adds the edges to methods that reflection calls by a constant name:
// of the class that is asked, if it is known, or else of whatever class has one.
func (b *nameBuilder) reflectedMethods() {
	asked := map[string][]callgraph.Use{}
	for _, c := range methodCalls {
		for _, u := range b.calls.Index.Calls(c.name, c.desc) {
			if b.platform(u.Method) {
				continue
			}
			in := b.calls.Method(u.Method).Code().At(u.PC)
			for _, o := range b.trace.Argument(u.Method, &in, c.arg) {
				if o.Kind == origin.String {
					asked[o.Text] = append(asked[o.Text], u)
				} else {
					b.anyMethod(u, &in)
				}
			}
		}
	}
	if len(asked) == 0 {
		return
	}
	named := map[string][]callgraph.MethodID{}
	for id := range callgraph.MethodID(b.calls.Len()) {
		m := b.calls.Method(id)
		if len(asked[m.Name]) > 0 && !m.IsAbstract() {
			named[m.Name] = append(named[m.Name], id)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		for _, u := range asked[name] {
			in := b.calls.Method(u.Method).Code().At(u.PC)
			if all := b.methodsOf(u.Method, &in, named[name]); len(all) <= maxNamed {
				for _, m := range all {
					b.edge(Call, Node(u.Method), Node(m), u.PC)
				}
			}
		}
	}
}

// anyMethod adds the edges to all methods of the class of which one is asked by a name
// that is not known, if the class is.
func (b *nameBuilder) anyMethod(u callgraph.Use, call *dex.Insn) {
	for _, o := range b.trace.Argument(u.Method, call, 0) {
		t := b.types.ID(o.Text)
		if o.Kind != origin.Class || t == callgraph.NoType || b.types.Class(t) == nil {
			continue
		}
		for _, m := range b.types.Class(t).Methods {
			if id := b.calls.ID(m); id != callgraph.NoMethod && !m.IsConstructor() && !m.IsAbstract() {
				b.edge(Call, Node(u.Method), Node(id), u.PC)
			}
		}
	}
}

// methodsOf are those of the methods that the classes which a call of getMethod is made on have, or
// inherit. A class that is not a constant may be any: then all methods of the name count.
func (b *nameBuilder) methodsOf(
	m callgraph.MethodID, call *dex.Insn, named []callgraph.MethodID,
) []callgraph.MethodID {
	classes := map[string]bool{}
	for _, o := range b.trace.Argument(m, call, 0) {
		if o.Kind != origin.Class {
			return named
		}
		classes[o.Text] = true
	}
	var all []callgraph.MethodID
	for _, id := range named {
		for class := range classes {
			if b.types.IsSubtype(class, b.calls.Method(id).Class.Descriptor) {
				all = append(all, id)
				break
			}
		}
	}
	return all
}

func (b *nameBuilder) packageName() string {
	if b.in.Manifest == nil {
		return ""
	}
	return b.in.Manifest.Package
}
