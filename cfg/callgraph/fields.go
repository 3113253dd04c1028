package callgraph

import (
	"slices"
	"sync"

	"talpa/dex"
)

// fields numbers the fields that the app declares, class by class.
type fields struct {
	classes []*dex.Class
	first   []int32 // first field of each class of the app; one more entry ends the last

	mu    sync.Mutex
	large map[TypeID]map[fieldKey]int32 // of classes with more than manyFields, made when asked for
}

type fieldKey struct{ name, typ string }

// manyFields is the size from which on looking through a class is slower than a map
// of its fields.
const manyFields = 32

func newFields(h *Hierarchy) *fields {
	f := &fields{classes: h.set.Classes(), large: map[TypeID]map[fieldKey]int32{}}
	f.first = make([]int32, len(f.classes)+1)
	for i, c := range f.classes {
		f.first[i+1] = f.first[i] + int32(len(c.Fields))
	}
	return f
}

// len is the number of fields.
func (f *fields) len() int { return int(f.first[len(f.classes)]) }

// at is field n.
func (f *fields) at(n int32) *dex.Field {
	class, ok := slices.BinarySearch(f.first, n)
	if !ok {
		class-- // inside of the class before
	}
	for len(f.classes[class].Fields) == 0 {
		class++ // classes without fields begin at the same number
	}
	return f.classes[class].Fields[n-f.first[class]]
}

// own is the field that a class itself declares, -1 if there is none.
func (f *fields) own(t TypeID, name, typ string) int32 {
	if int(t) >= len(f.classes) {
		return -1
	}
	list := f.classes[t].Fields
	if len(list) > manyFields {
		if i, ok := f.byName(t)[fieldKey{name, typ}]; ok {
			return i
		}
		return -1
	}
	for i, field := range list {
		if ref := field.Ref(); ref.Name == name && ref.Type == typ {
			return f.first[t] + int32(i)
		}
	}
	return -1
}

// byName is the map of a large class.
func (f *fields) byName(t TypeID) map[fieldKey]int32 {
	f.mu.Lock()
	defer f.mu.Unlock()
	byName := f.large[t]
	if byName == nil {
		list := f.classes[t].Fields
		byName = make(map[fieldKey]int32, len(list))
		for i, field := range list {
			ref := field.Ref()
			byName[fieldKey{ref.Name, ref.Type}] = f.first[t] + int32(i)
		}
		f.large[t] = byName
	}
	return byName
}

// field finds the declaration that a reference means: that of the class or of the nearest supertype
// that has one. -1 if the app does not declare it. The order is that of the JVM (5.4.3.2): the
// class, what it implements, then its superclass.
func (r *resolver) field(f dex.FieldRef) int32 {
	t := r.h.ID(f.Class)
	if t == NoType {
		return -1
	}
	for c := range r.h.Supertypes(t) {
		if n := r.fields.own(c, f.Name, f.Type); n >= 0 {
			return n
		}
	}
	return -1
}
