package dex

// Set is the multi-dex view of an app: several files in class path order. As on
// a device, the first definition of a class wins. Immutable.
type Set struct {
	Files   []*File
	classes []*Class
	byDesc  map[string]*Class
}

// NewSet joins files in class path order: classes.dex, classes2.dex and so on.
func NewSet(files ...*File) *Set {
	n := 0
	for _, f := range files {
		n += len(f.Classes)
	}
	s := &Set{Files: files, classes: make([]*Class, 0, n), byDesc: make(map[string]*Class, n)}
	for _, f := range files {
		for _, c := range f.Classes {
			if s.byDesc[c.Descriptor] == nil {
				s.byDesc[c.Descriptor] = c
				s.classes = append(s.classes, c)
			}
		}
	}
	return s
}

// Without is the set without the classes that hidden names, which a device
// takes from elsewhere. The files keep them.
func (s *Set) Without(hidden func(desc string) bool) *Set {
	kept := &Set{Files: s.Files, byDesc: make(map[string]*Class, len(s.byDesc))}
	for _, c := range s.classes {
		if !hidden(c.Descriptor) {
			kept.classes = append(kept.classes, c)
			kept.byDesc[c.Descriptor] = c
		}
	}
	return kept
}

// Classes are the classes that count, each descriptor once, in class path
// order. Do not change the slice.
func (s *Set) Classes() []*Class { return s.classes }

// Class finds a class by descriptor, nil if the app does not define it.
func (s *Set) Class(desc string) *Class { return s.byDesc[desc] }

// Method finds a method that the named class itself defines, nil if there is
// none. Inherited methods are found through package cfg/callgraph.
func (s *Set) Method(ref MethodRef) *Method {
	if c := s.byDesc[ref.Class]; c != nil {
		return c.Method(ref.Name, ref.Desc)
	}
	return nil
}
