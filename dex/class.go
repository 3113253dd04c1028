package dex

import (
	"fmt"
	"iter"
)

// Class is one class definition. Its fields must not be changed.
type Class struct {
	File       *File
	Descriptor string
	Super      string // "" for java.lang.Object only
	Interfaces []string
	Access     Access
	Source     string // name of the source file, "" if unknown
	// Fields are the static fields, then the instance fields; Methods the direct
	// methods (static, private, constructors), then the virtual ones.
	Fields  []*Field
	Methods []*Method

	NumStatic int // of Fields
	NumDirect int // of Methods

	// Raw positions in bytes, 0 where the class has no such item: of its
	// class_def, class_data, annotations directory and static values.
	DefOff, DataOff, AnnotationsOff, StaticValuesOff uint32
}

// Field is one field definition.
type Field struct {
	Class  *Class
	Index  uint32 // into the field references of the file
	Access Access
}

// Ref names the field.
func (f *Field) Ref() FieldRef { return f.Class.File.FieldAt(f.Index) }

// Method is one method definition.
type Method struct {
	Class   *Class
	Name    string
	Desc    string // parameters and result, "(Landroid/view/View;)V"
	Index   uint32 // into the method references of the file
	Access  Access
	Virtual bool   // dispatched on the receiver: not static, private or constructor
	CodeOff uint32 // position of the code item in bytes, 0 if abstract or native
	code    *Code
}

// Code is the method's code: nil if it has none, or a broken one that
// File.Faults lists.
func (m *Method) Code() *Code { return m.code }

// Ref names the method.
func (m *Method) Ref() MethodRef {
	return MethodRef{Class: m.Class.Descriptor, Name: m.Name, Desc: m.Desc}
}

// String is the method's identifier, "Lcom/foo/A;->name(I)V".
func (m *Method) String() string { return m.Ref().String() }

// IsStatic reports whether the method has no receiver.
func (m *Method) IsStatic() bool { return m.Access&AccStatic != 0 }

// ParamRegisters gives the parameters in order, each with its register, counted from the first
// that holds an argument (the receiver of a method that has one), and its type.
func (m *Method) ParamRegisters() iter.Seq2[int64, string] {
	return func(yield func(int64, string) bool) {
		reg := int64(1)
		if m.IsStatic() {
			reg = 0
		}
		for _, p := range Params(m.Desc) {
			if !yield(reg, p) {
				return
			}
			reg++
			if IsWide(p) {
				reg++
			}
		}
	}
}

// IsAbstract reports whether the method is abstract.
func (m *Method) IsAbstract() bool { return m.Access&AccAbstract != 0 }

// IsConstructor reports an instance initialiser.
func (m *Method) IsConstructor() bool { return m.Name == "<init>" }

// IsClassInit reports a class initialiser.
func (m *Method) IsClassInit() bool { return m.Name == "<clinit>" }

// Method finds a method that the class itself defines, nil if there is none.
func (c *Class) Method(name, desc string) *Method {
	for _, m := range c.Methods {
		if m.Name == name && m.Desc == desc {
			return m
		}
	}
	return nil
}

// IsInterface reports whether the class is an interface.
func (c *Class) IsInterface() bool { return c.Access&AccInterface != 0 }

// JavaName is "com.foo.A$B".
func (c *Class) JavaName() string { return JavaName(c.Descriptor) }

// classReader reads class_defs and what hangs on them.
type classReader struct {
	file     *File
	methods  []bool // by method index: already defined
	fields   []bool
	code     map[uint32]codeResult // code items may be shared by methods
	budget   int64                 // bytes of code that may still be checked
	lists    int64                 // interfaces that may still be listed: lists may be shared
	cases    int64                 // switch arms that may still be checked: payloads may be shared
	boundary []uint64              // scratch: bit set of instruction starts
}

type codeResult struct {
	code *Code
	err  error
}

func newClassReader(f *File) *classReader {
	return &classReader{
		file:    f,
		methods: make([]bool, f.Header.MethodIDs.Size),
		fields:  make([]bool, f.Header.FieldIDs.Size),
		code:    make(map[uint32]codeResult, f.Header.MethodIDs.Size/2),
		// Code items do not overlap, so each byte is checked once; a file of
		// overlapping ones could otherwise cost the square of its size.
		budget: int64(len(f.data)) + 1<<16,
		lists:  int64(len(f.data)) + 1<<16,
		cases:  int64(len(f.data)) + 1<<16,
	}
}

func (r *classReader) read() error {
	f := r.file
	defs := f.Header.ClassDefs
	f.Classes = make([]*Class, 0, defs.Size)
	f.byDesc = make(map[string]*Class, defs.Size)
	slab := make([]Class, defs.Size)
	for i := range defs.Size {
		c := &slab[i]
		if err := r.readClass(defs.Off+32*i, c); err != nil {
			return err
		}
		f.Classes = append(f.Classes, c)
		if f.byDesc[c.Descriptor] != nil {
			f.Warnings = append(f.Warnings, fmt.Sprintf("class %s is defined twice, the first definition is used",
				c.Descriptor))
			continue
		}
		f.byDesc[c.Descriptor] = c
	}
	return nil
}

func (r *classReader) readClass(off uint32, c *Class) error {
	f := r.file
	word := func(i uint32) uint32 { return u32at(f.data, off+4*i) }
	typ, super, source := word(0), word(2), word(4)
	if int(typ) >= len(f.types) || super != noIndex && int(super) >= len(f.types) ||
		source != noIndex && int(source) >= len(f.strings) {
		return faultf(off, "expected a class of existing types and strings, found type %d, superclass %d, source %d",
			typ, super, source)
	}
	interfaces, err := f.typeList(word(3))
	if err != nil {
		return fmt.Errorf("interfaces of %s: %w", f.types[typ], err)
	}
	if r.lists -= int64(len(interfaces)); r.lists < 0 {
		return faultf(word(3), "expected interface lists of reasonable length: together they exceed the file")
	}
	*c = Class{
		File: f, Descriptor: f.types[typ], Super: f.TypeAt(super), Interfaces: interfaces,
		Access: Access(word(1)), Source: f.StringAt(source),
		DefOff: off, AnnotationsOff: word(5), DataOff: word(6), StaticValuesOff: word(7),
	}
	if c.DataOff == 0 {
		return nil
	}
	if err := r.readData(c); err != nil {
		return fmt.Errorf("members of %s: %w", c.Descriptor, err)
	}
	return nil
}

func (r *classReader) readData(c *Class) error {
	cur := &cursor{data: r.file.data, off: c.DataOff}
	var n [4]uint32
	for i := range n {
		n[i] = cur.uleb()
	}
	need := 2*uint64(n[0]) + 2*uint64(n[1]) + 3*uint64(n[2]) + 3*uint64(n[3])
	if cur.err == nil && need > uint64(cur.left()) {
		return faultf(c.DataOff, "expected members inside the file, found %d fields and %d methods",
			uint64(n[0])+uint64(n[1]), uint64(n[2])+uint64(n[3]))
	}
	if cur.err != nil {
		return cur.err
	}
	c.NumStatic, c.NumDirect = int(n[0]), int(n[2])
	fields := make([]Field, n[0]+n[1])
	c.Fields = make([]*Field, len(fields))
	for i := range fields {
		c.Fields[i] = &fields[i]
	}
	methods := make([]Method, n[2]+n[3])
	c.Methods = make([]*Method, len(methods))
	for i := range methods {
		c.Methods[i] = &methods[i]
	}
	for _, part := range [][]Field{fields[:n[0]], fields[n[0]:]} {
		if err := r.readFields(cur, c, part); err != nil {
			return err
		}
	}
	for i, part := range [][]Method{methods[:n[2]], methods[n[2]:]} {
		if err := r.readMethods(cur, c, part, i == 1); err != nil {
			return err
		}
	}
	return nil
}

func (r *classReader) readFields(cur *cursor, c *Class, fields []Field) error {
	index := uint32(0)
	for i := range fields {
		at := cur.off
		index += cur.uleb()
		fields[i] = Field{Class: c, Index: index, Access: Access(cur.uleb())}
		if cur.err != nil {
			return cur.err
		}
		if err := claim(r.fields, index, at, "field"); err != nil {
			return err
		}
		if got := r.file.FieldAt(index).Class; got != c.Descriptor {
			return faultf(at, "expected a field of this class, found one of %s", got)
		}
	}
	return nil
}

// claim marks a member as defined. Each may be defined once, which also bounds
// the work for class data that many classes share.
func claim(seen []bool, index, at uint32, what string) error {
	if int(index) >= len(seen) {
		return faultf(at, "expected a %s index below %d, found %d", what, len(seen), index)
	}
	if seen[index] {
		return faultf(at, "expected each %s to be defined once, found %d again", what, index)
	}
	seen[index] = true
	return nil
}

func (r *classReader) readMethods(cur *cursor, c *Class, methods []Method, virtual bool) error {
	index := uint32(0)
	for i := range methods {
		at := cur.off
		index += cur.uleb()
		access, code := cur.uleb(), cur.uleb()
		if cur.err != nil {
			return cur.err
		}
		if err := claim(r.methods, index, at, "method"); err != nil {
			return err
		}
		ref := r.file.MethodAt(index)
		if ref.Class != c.Descriptor {
			return faultf(at, "expected a method of this class, found one of %s", ref.Class)
		}
		m := &methods[i]
		*m = Method{Class: c, Name: ref.Name, Desc: ref.Desc, Index: index, Access: Access(access), Virtual: virtual,
			CodeOff: code}
		if code == 0 {
			continue
		}
		res, err := r.codeAt(code)
		if err != nil {
			return err
		}
		if m.code = res.code; res.err != nil {
			r.file.Faults = append(r.file.Faults, Fault{Method: ref, Err: res.err})
		}
	}
	return nil
}
