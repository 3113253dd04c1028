package icfg

import (
	"strings"

	"talpa/cfg/callgraph"
	"talpa/dex"
	"talpa/specs"
)

// annotatedCallbacks finds the methods that a library calls because they carry an
// annotation of its: subscribers of event buses, observers of life cycles, methods
// for scripts. Nothing in the code leads there but reflection, so that every
// annotation counts that is kept for the run time and is not known to be read by
// compilers and people only.
func (b *builder) annotatedCallbacks() {
	for t := range callgraph.TypeID(b.types.Len()) {
		class := b.types.Class(t)
		if class == nil || class.AnnotationsOff == 0 {
			continue
		}
		all, err := class.Annotations()
		if err != nil || len(all.Methods) == 0 {
			continue // broken annotations are none to the runtime either
		}
		for _, m := range class.Methods {
			id := b.calls.ID(m)
			if id == callgraph.NoMethod || b.called[id] || m.IsStatic() || m.IsAbstract() || m.IsConstructor() {
				continue
			}
			for _, a := range all.Methods[m.Index] {
				if a.Visibility == dex.VisibleRuntime && !descriptive(a.Type) {
					b.called[id] = true
					b.addCallback(Callback{Method: id, Role: "other"})
					break
				}
			}
		}
	}
}

// descriptivePackages hold annotations that change nothing at run time.
var descriptivePackages = []string{
	"Landroidx/annotation/", "Landroid/support/annotation/", "Lkotlin/", "Ljava/", "Ljavax/annotation/", "Lorg/jetbrains/",
	"Lorg/intellij/", "Lorg/checkerframework/", "Lcom/google/errorprone/", "Ledu/umd/cs/findbugs/",
}

// descriptive says that an annotation is for compilers and people.
func descriptive(typ string) bool {
	if typ == "Landroid/webkit/JavascriptInterface;" {
		return false
	}
	for _, p := range descriptivePackages {
		if strings.HasPrefix(typ, p) {
			return true
		}
	}
	return specs.Framework().Has(typ)
}
