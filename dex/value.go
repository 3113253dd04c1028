package dex

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ValueKind is the type of an encoded value.
type ValueKind uint8

// The kinds of encoded values, with the numbers of the format.
const (
	ValueByte         ValueKind = 0x00
	ValueShort        ValueKind = 0x02
	ValueChar         ValueKind = 0x03
	ValueInt          ValueKind = 0x04
	ValueLong         ValueKind = 0x06
	ValueFloat        ValueKind = 0x10
	ValueDouble       ValueKind = 0x11
	ValueMethodType   ValueKind = 0x15
	ValueMethodHandle ValueKind = 0x16
	ValueString       ValueKind = 0x17
	ValueType         ValueKind = 0x18
	ValueField        ValueKind = 0x19
	ValueMethod       ValueKind = 0x1a
	ValueEnum         ValueKind = 0x1b
	ValueArray        ValueKind = 0x1c
	ValueAnnotation   ValueKind = 0x1d
	ValueNull         ValueKind = 0x1e
	ValueBoolean      ValueKind = 0x1f
)

// Value is a constant: a static field's initial value, an element of an
// annotation, an argument of a bootstrap method. The kind says which of the
// other fields is set.
type Value struct {
	Kind ValueKind
	// Int is the value of the integer kinds; 0 or 1 of a boolean; the index of
	// a method handle.
	Int   int64
	Float float64 // of float and double
	// Str is a string; the descriptor of a type or method type; the identifier
	// of a field, method or enum constant.
	Str        string
	Elems      []Value     // of an array
	Annotation *Annotation // of a nested annotation
}

// String writes the value much like Java.
func (v Value) String() string {
	switch v.Kind {
	case ValueFloat, ValueDouble:
		return strconv.FormatFloat(v.Float, 'g', -1, 64)
	case ValueString:
		return strconv.Quote(v.Str)
	case ValueMethodType, ValueType, ValueField, ValueMethod, ValueEnum:
		return v.Str
	case ValueArray:
		parts := make([]string, len(v.Elems))
		for i, e := range v.Elems {
			parts[i] = e.String()
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case ValueAnnotation:
		return v.Annotation.String()
	case ValueNull:
		return "null"
	case ValueBoolean:
		return strconv.FormatBool(v.Int != 0)
	}
	return strconv.FormatInt(v.Int, 10)
}

// valueReader decodes encoded values within a budget: arrays and annotations
// can be shared, so the bytes alone do not bound the work.
type valueReader struct {
	cursor
	file   *File
	values int // that may still be decoded
	depth  int
	keep   func(v Visibility, desc string) bool // which annotations to decode; nil means all
}

const (
	maxValues     = 1 << 20
	maxValueDepth = 32
	maxRoom       = 64 // values that room is made for before they are read
)

func (f *File) valuesAt(off uint32) *valueReader {
	return &valueReader{cursor: cursor{data: f.data, off: off}, file: f, values: maxValues}
}

func (r *valueReader) value() Value {
	head := r.u8()
	kind, arg := ValueKind(head&0x1f), head>>5
	if r.values--; r.values < 0 {
		r.fail("expected at most %d values", maxValues)
	}
	switch kind {
	case ValueArray, ValueAnnotation:
		return r.nested(kind)
	case ValueNull:
		return Value{Kind: kind}
	case ValueBoolean:
		return Value{Kind: kind, Int: int64(arg & 1)}
	}
	var raw uint64
	for i := range arg + 1 {
		raw |= uint64(r.u8()) << (8 * i)
	}
	unused := 64 - 8*(uint(arg)+1)
	switch kind {
	case ValueByte, ValueShort, ValueInt, ValueLong:
		return Value{Kind: kind, Int: int64(raw<<unused) >> unused}
	case ValueChar:
		return Value{Kind: kind, Int: int64(raw)}
	case ValueFloat:
		return Value{Kind: kind, Float: float64(math.Float32frombits(uint32(raw << (unused & 63) >> 32)))}
	case ValueDouble:
		return Value{Kind: kind, Float: math.Float64frombits(raw << unused)}
	}
	return r.reference(kind, uint32(raw))
}

func (r *valueReader) nested(kind ValueKind) Value {
	if r.depth++; r.depth > maxValueDepth {
		r.fail("expected values nested at most %d deep", maxValueDepth)
	}
	defer func() { r.depth-- }()
	v := Value{Kind: kind}
	if kind == ValueArray {
		v.Elems = r.array()
	} else {
		v.Annotation = r.annotation()
	}
	return v
}

func (r *valueReader) array() []Value {
	n := r.count(1, "values")
	if n == 0 {
		return nil
	}
	elems := make([]Value, 0, min(n, maxRoom))
	for ; n > 0 && r.err == nil; n-- {
		elems = append(elems, r.value())
	}
	return elems
}

func (r *valueReader) reference(kind ValueKind, i uint32) Value {
	f := r.file
	v := Value{Kind: kind, Int: int64(i)}
	size := 0
	switch kind {
	case ValueMethodType:
		v.Str, size = f.ProtoAt(i), len(f.protos)
	case ValueMethodHandle:
		size = int(f.section(MapMethodHandle, 8).Size)
	case ValueString:
		v.Str, size = f.StringAt(i), len(f.strings)
	case ValueType:
		v.Str, size = f.TypeAt(i), len(f.types)
	case ValueField, ValueEnum:
		v.Str, size = f.FieldAt(i).String(), f.NumFields()
	case ValueMethod:
		v.Str, size = f.MethodAt(i).String(), f.NumMethods()
	default:
		r.fail("expected the kind of a value, found 0x%02x", uint8(kind))
	}
	if r.err == nil && int64(i) >= int64(size) {
		r.fail("expected an index below %d, found %d", size, i)
	}
	return v
}

// StaticValues are the initial values of the first static fields of the class,
// in the order of Class.Fields; the fields beyond them start as zero.
func (c *Class) StaticValues() ([]Value, error) {
	if c.StaticValuesOff == 0 {
		return nil, nil
	}
	r := c.File.valuesAt(c.StaticValuesOff)
	values := r.array()
	if r.err != nil {
		return nil, fmt.Errorf("static values of %s: %w", c.Descriptor, r.err)
	}
	return values, nil
}
