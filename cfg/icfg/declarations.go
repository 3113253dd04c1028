package icfg

import (
	"slices"
	"strings"

	"talpa/cfg/callgraph"
	"talpa/dex"
	"talpa/dex/apk"
)

// metaFiles adds the edges of the XML files that metadata names: shortcuts open
// components from the launcher's menu, a widget's description names the screen that
// sets it up, others the classes that they describe.
func (b *xmlBuilder) metaFiles() {
	for i := range b.in.MetaXML {
		x := &b.in.MetaXML[i]
		walkElements(x.Root, func(e *apk.Element) {
			b.attributes(x.ID, e)
			if e.Name == "intent" {
				if action, ok := e.Attr(attrAction, "action"); ok {
					b.opened(x.ID, b.resources.Text(action))
				}
			}
		})
	}
	if b.in.Manifest == nil {
		return
	}
	launcher := b.in.Manifest.Launcher()
	for i := range b.components {
		c := &b.components[i]
		for _, id := range b.entries[i].files {
			if n, known := b.resNode[id]; known {
				b.edge(Declare, b.Component(i), n, 0)
			}
		}
		if launcher != nil && c.Name == launcher.Class() {
			for _, m := range b.in.Manifest.Application.MetaData {
				if n, known := b.resNode[m.Resource]; known {
					b.edge(Declare, b.Component(i), n, 0)
				}
			}
		}
	}
}

// attrAction is android:action.
const attrAction apk.ID = 0x0101002d

func walkElements(e *apk.Element, visit func(*apk.Element)) {
	if e == nil {
		return
	}
	visit(e)
	for _, c := range e.Children {
		walkElements(c, visit)
	}
}

// opened adds the edges from a resource to the components that take an action.
func (b *xmlBuilder) opened(resource apk.ID, action string) {
	for i := range b.components {
		c := &b.components[i]
		if action != "" && slices.Contains(c.Actions, action) && !strings.HasPrefix(action, "android.intent.action.") {
			b.edge(Open, b.resNode[resource], b.Component(i), 0)
		}
	}
}

// serviceFiles adds the edges to the classes that java.util.ServiceLoader makes: from
// the methods that name their interface, or, where none does, that call the loader.
func (b *xmlBuilder) serviceFiles() {
	for _, service := range b.in.Services {
		users := b.calls.Index.ConstClasses(dex.Descriptor(service.Interface))
		if len(users) == 0 {
			for _, desc := range []string{
				"(Ljava/lang/Class;)Ljava/util/ServiceLoader;",
				"(Ljava/lang/Class;Ljava/lang/ClassLoader;)Ljava/util/ServiceLoader;",
			} {
				users = append(users, b.calls.Index.Calls("load", desc)...)
			}
		}
		for _, name := range service.Classes {
			if t, ok := b.types.AppClass(name); ok {
				for _, u := range users {
					b.named(t, u)
				}
			}
		}
	}
}

// textClasses adds the edges for classes that texts in the resources name: from the methods that
// load the text. Frameworks of plugins and settings keep class names so; a text is taken for one if
// the app has such a class.
func (b *xmlBuilder) textClasses() {
	note := func(r *apk.Resource, v apk.Value) {
		if v.Type != apk.TypeString || !strings.Contains(v.Str, ".") || strings.ContainsAny(v.Str, " /\n") {
			return
		}
		if t, ok := b.types.AppClass(v.Str); ok {
			for _, u := range b.resourceUses(r.ID) {
				b.named(t, u)
			}
		}
	}
	for _, typ := range []string{"string", "array"} {
		for _, r := range b.resources.OfType(typ) {
			for _, v := range r.Values {
				note(r, v.Value)
				if v.Bag != nil {
					for _, item := range v.Bag.Items {
						note(r, item.Value)
					}
				}
			}
		}
	}
}

// shortNames finds the classes of preferences by their name without package, with which
// XML names those of the support libraries.
func (b *xmlBuilder) shortNames() map[string][]string {
	if b.preferences != nil {
		return b.preferences
	}
	b.preferences = map[string][]string{}
	for t := range callgraph.TypeID(b.types.Len()) {
		class := b.types.Class(t)
		if class == nil {
			continue
		}
		for up := t; up != callgraph.NoType && b.types.Class(up) != nil; up = b.types.Super(up) {
			if name := b.types.Name(up); strings.HasSuffix(name, "/preference/Preference;") {
				short := class.JavaName()[strings.LastIndexByte(class.JavaName(), '.')+1:]
				b.preferences[short] = append(b.preferences[short], class.JavaName())
				break
			}
		}
	}
	return b.preferences
}

// inPackageOf are the names that an attribute without a package can mean: views look
// for their managers and behaviours beside themselves, or beside a class above them.
func (b *xmlBuilder) inPackageOf(class, short string) []string {
	t, ok := b.types.AppClass(class)
	if !ok || strings.ContainsAny(short, " /:") || short == "" || short[0] < 'A' || short[0] > 'Z' {
		return nil
	}
	var all []string
	for ; t != callgraph.NoType && b.types.Class(t) != nil; t = b.types.Super(t) {
		name := b.types.Class(t).JavaName()
		all = append(all, name[:strings.LastIndexByte(name, '.')+1]+short)
	}
	return all
}

// manifestClasses adds the edges from components to the classes that the manifest
// names beside them: the factory of components, modules and initialisers in
// metadata. Those of the application are there whatever is started, and so are
// those that styles name (what inflates the views of a theme).
func (b *xmlBuilder) manifestClasses() {
	app := &b.in.Manifest.Application
	shared := append(metaNames(app.MetaData), app.Factory, app.BackupAgent)
	b.styleItems(func(v apk.Value) {
		if v.Type == apk.TypeString {
			shared = append(shared, v.Str)
		}
	})
	for i := range b.components {
		for _, name := range slices.Concat(shared, b.entries[i].classes) {
			if t, ok := b.types.AppClass(name); ok && strings.Contains(name, ".") {
				b.reflective(t)
				b.edge(Declare, b.Component(i), b.Type(t), 0)
			}
		}
	}
}
