package icfg

import (
	"strings"

	"talpa/cfg/callgraph"
)

// companions adds the edges to generated classes that libraries find by the name
// of the class that they are for: Dagger's A$$InjectAdapter, ButterKnife's
// A_ViewBinding, Room's A_Impl. Such a class is made and named nowhere; its name
// is that of another class and an ending that stands in the code as a string.
// A class that the code makes or names by itself needs no such guess and gets none.
func (b *codeBuilder) companions() {
	index := b.calls.Index
	for t := range callgraph.TypeID(b.types.Len()) {
		class := b.types.Class(t)
		if class == nil || len(index.Allocs(class.Descriptor)) > 0 || len(index.ConstClasses(class.Descriptor)) > 0 {
			continue
		}
		for _, of := range b.companionOf(class.Descriptor) {
			b.reflective(t)
			b.edge(Create, b.Type(of), b.Type(t), 0)
		}
	}
}

// companionOf are the classes of which the name of one is an extension, by an
// ending that the code has as a string.
func (b *codeBuilder) companionOf(desc string) []callgraph.TypeID {
	var all []callgraph.TypeID
	name := strings.TrimSuffix(desc, ";")
	for i := strings.LastIndexByte(name, '/') + 2; i < len(name); i++ {
		if name[i] != '$' && name[i] != '_' {
			continue
		}
		of := b.types.ID(name[:i] + ";")
		if of == callgraph.NoType || b.types.Class(of) == nil {
			continue
		}
		if len(b.calls.Index.Strings(name[i:])) > 0 {
			all = append(all, of)
		}
	}
	return all
}
