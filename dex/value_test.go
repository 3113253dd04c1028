package dex

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"talpa/internal/golden"
)

// named is a file with some names and nothing else.
func named() *File {
	f := &File{strings: []string{"zero", "one"}, types: []string{"LA;", "I"}, protos: []proto{{desc: "(I)V"}}}
	// One field LA;->one:I and one method LA;->zero(I)V.
	f.data = []byte{0, 0, 1, 0, 1, 0, 0, 0 /* method */, 0, 0, 0, 0, 0, 0, 0, 0}
	f.Header.FieldIDs = Table{Size: 1, Off: 0}
	f.Header.MethodIDs = Table{Size: 1, Off: 8}
	return f
}

// decodeValue reads one encoded value that stands behind the tables of named.
func decodeValue(encoded ...byte) (Value, *valueReader) {
	f := named()
	off := uint32(len(f.data))
	f.data = append(f.data, encoded...)
	r := f.valuesAt(off)
	return r.value(), r
}

// TestValue: each kind, in the fewest bytes and in more: integers are extended by their sign,
// characters by zeros, floats by zeros on the right.
func TestValue(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in   []byte
		want Value
		text string
	}{
		"byte":              {[]byte{0x00, 0x80}, Value{Kind: ValueByte, Int: -128}, "-128"},
		"short":             {[]byte{0x02, 0xff}, Value{Kind: ValueShort, Int: -1}, "-1"},
		"short_of_two":      {[]byte{0x22, 0xff, 0x00}, Value{Kind: ValueShort, Int: 255}, "255"},
		"char":              {[]byte{0x03, 0xff}, Value{Kind: ValueChar, Int: 255}, "255"},
		"char_of_two":       {[]byte{0x23, 0xff, 0xff}, Value{Kind: ValueChar, Int: 65535}, "65535"},
		"int":               {[]byte{0x44, 0x00, 0x00, 0x80}, Value{Kind: ValueInt, Int: -0x800000}, "-8388608"},
		"long":              {[]byte{0xe6, 1, 0, 0, 0, 0, 0, 0, 0x80}, Value{Kind: ValueLong, Int: math.MinInt64 + 1}, "-9223372036854775807"},
		"float":             {[]byte{0x30, 0x80, 0x3f}, Value{Kind: ValueFloat, Float: 1}, "1"},
		"float_of_four":     {[]byte{0x70, 0xdb, 0x0f, 0x49, 0x40}, Value{Kind: ValueFloat, Float: float64(float32(math.Pi))}, "3.1415927410125732"},
		"double":            {[]byte{0x11, 0x40}, Value{Kind: ValueDouble, Float: 2}, "2"},
		"double_infinite":   {[]byte{0x31, 0xf0, 0xff}, Value{Kind: ValueDouble, Float: math.Inf(-1)}, "-Inf"},
		"method_type":       {[]byte{0x15, 0}, Value{Kind: ValueMethodType, Str: "(I)V"}, "(I)V"},
		"string":            {[]byte{0x17, 1}, Value{Kind: ValueString, Int: 1, Str: "one"}, `"one"`},
		"string_of_four":    {[]byte{0x77, 1, 0, 0, 0}, Value{Kind: ValueString, Int: 1, Str: "one"}, `"one"`},
		"type":              {[]byte{0x18, 0}, Value{Kind: ValueType, Str: "LA;"}, "LA;"},
		"field":             {[]byte{0x19, 0}, Value{Kind: ValueField, Str: "LA;->one:I"}, "LA;->one:I"},
		"method":            {[]byte{0x1a, 0}, Value{Kind: ValueMethod, Str: "LA;->zero(I)V"}, "LA;->zero(I)V"},
		"enum":              {[]byte{0x1b, 0}, Value{Kind: ValueEnum, Str: "LA;->one:I"}, "LA;->one:I"},
		"null":              {[]byte{0x1e}, Value{Kind: ValueNull}, "null"},
		"true":              {[]byte{0x3f}, Value{Kind: ValueBoolean, Int: 1}, "true"},
		"false":             {[]byte{0x1f}, Value{Kind: ValueBoolean}, "false"},
		"empty_array":       {[]byte{0x1c, 0}, Value{Kind: ValueArray}, "{}"},
		"array":             {[]byte{0x1c, 2, 0x1e, 0x3f}, Value{Kind: ValueArray, Elems: []Value{{Kind: ValueNull}, {Kind: ValueBoolean, Int: 1}}}, "{null, true}"},
		"nested_annotation": {[]byte{0x1d, 0, 1, 1, 0x00, 7}, Value{Kind: ValueAnnotation, Annotation: &Annotation{Type: "LA;", Elements: []Element{{"one", Value{Int: 7}}}}}, "@LA;(one=7)"},
	} {
		got, r := decodeValue(c.in...)
		if diff := cmp.Diff(c.want, got); diff != "" || r.err != nil || r.left() != 0 {
			t.Errorf("%s: %v, %d bytes left:\n%s", name, r.err, r.left(), diff)
		}
		if got.String() != c.text {
			t.Errorf("%s: %s, want %s", name, got, c.text)
		}
	}
}

// TestValue_random: integers and floats in the least number of bytes that hold them.
func TestValue_random(t *testing.T) {
	t.Parallel()
	rnd := golden.Rand(t)
	for range 2000 {
		n := int64(rnd.Uint64()) >> rnd.IntN(64)
		size := 1
		for ; size < 8 && n<<(64-8*size)>>(64-8*size) != n; size++ {
		}
		raw := binary.LittleEndian.AppendUint64(nil, uint64(n))[:size]
		if got, r := decodeValue(append([]byte{byte(ValueLong) | byte(size-1)<<5}, raw...)...); got.Int != n || r.err != nil {
			t.Fatalf("%d in %d bytes: %v, %v", n, size, got, r.err)
		}
		bits := rnd.Uint64() << (8 * rnd.IntN(8))
		f := math.Float64frombits(bits)
		raw = binary.LittleEndian.AppendUint64(nil, bits)
		for len(raw) > 1 && raw[0] == 0 {
			raw = raw[1:]
		}
		got, r := decodeValue(append([]byte{byte(ValueDouble) | byte(len(raw)-1)<<5}, raw...)...)
		if math.Float64bits(got.Float) != math.Float64bits(f) && f == f || r.err != nil {
			t.Fatalf("%v in %d bytes: %v, %v", f, len(raw), got, r.err)
		}
	}
}

// TestValue_hostile: values that name nothing, end too early, nest or repeat without end.
func TestValue_hostile(t *testing.T) {
	t.Parallel()
	bomb := []byte{0x1c, 1} // an array of one array of one ...
	for name, c := range map[string]struct {
		in   []byte
		want string
	}{
		"no_kind":                    {[]byte{0x01, 0}, "expected the kind of a value, found 0x01"},
		"cut_off":                    {[]byte{0x66, 1, 2}, "found the end of the file"},
		"nothing":                    {nil, "found the end of the file"},
		"string_beyond_the_table":    {[]byte{0x17, 2}, "expected an index below 2, found 2"},
		"string_of_a_large_index":    {[]byte{0x77, 0xff, 0xff, 0xff, 0xff}, "expected an index below 2, found 4294967295"},
		"type_beyond_the_table":      {[]byte{0x18, 2}, "expected an index below 2"},
		"field_beyond_the_table":     {[]byte{0x19, 1}, "expected an index below 1"},
		"method_beyond_the_table":    {[]byte{0x1a, 1}, "expected an index below 1"},
		"handle_without_a_table":     {[]byte{0x16, 0}, "expected an index below 0"},
		"prototype_beyond_the_table": {[]byte{0x15, 1}, "expected an index below 1"},
		"array_longer_than_the_file": {[]byte{0x1c, 0xff, 0x7f}, "expected room for 16383 values"},
		"annotation_of_no_type":      {[]byte{0x1d, 9, 0}, "expected a type index below 2"},
		"element_without_a_name":     {[]byte{0x1d, 0, 1, 9, 0x1e}, "expected a string index below 2"},
		"deep":                       {slices.Repeat(bomb, maxValueDepth+1), "nested at most 32 deep"},
	} {
		if _, r := decodeValue(c.in...); r.err == nil || !strings.Contains(r.err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", name, r.err, c.want)
		}
	}
	if _, r := decodeValue(append(slices.Repeat(bomb, maxValueDepth), 0x1e)...); r.err != nil {
		t.Errorf("as deep as may be: %v", r.err)
	}
	f := named()
	f.data = append(f.data, 0x1e)
	r := f.valuesAt(uint32(len(f.data) - 1))
	r.values = 0
	if r.value(); r.err == nil || !strings.Contains(r.err.Error(), "expected at most") {
		t.Errorf("more values than the budget: %v", r.err)
	}
}

// TestLEB128_random: numbers written by the book are read again, and what follows them is
// left alone.
func TestLEB128_random(t *testing.T) {
	t.Parallel()
	rnd := golden.Rand(t)
	for range 2000 {
		u := rnd.Uint32() >> rnd.IntN(32)
		var b []byte
		for v := u; ; v >>= 7 {
			if v < 0x80 {
				b = append(b, byte(v))
				break
			}
			b = append(b, byte(v)|0x80)
		}
		c := cursor{data: append(b, 0xff)}
		if got := c.uleb(); got != u || c.left() != 1 || c.err != nil {
			t.Fatalf("uleb(% x) = %d, want %d", b, got, u)
		}
		s := int32(rnd.Uint32()) >> rnd.IntN(32)
		b = b[:0]
		for v := s; ; v >>= 7 {
			if v >= -0x40 && v < 0x40 {
				b = append(b, byte(v)&0x7f)
				break
			}
			b = append(b, byte(v)|0x80)
		}
		c = cursor{data: append(b, 0xff)}
		if got := c.sleb(); got != s || c.left() != 1 || c.err != nil {
			t.Fatalf("sleb(% x) = %d, want %d", b, got, s)
		}
	}
}

// TestCursor_fails_once: the first error stays, and nothing is read behind it.
func TestCursor_fails_once(t *testing.T) {
	t.Parallel()
	c := cursor{data: []byte{1, 2, 3, 4, 5}, off: 2}
	if got := c.u32(); got != 0 || c.err == nil || !strings.Contains(c.err.Error(), "at 0x2: expected 4 bytes") {
		t.Fatalf("u32 = %d, %v", got, c.err)
	}
	first := c.err
	if c.u8() != 0 || c.u16() != 0 || c.uleb() != 0 || c.sleb() != 0 || c.count(1, "items") != 0 || !errors.Is(c.err, first) {
		t.Errorf("something was read behind an error, now %v", c.err)
	}
	beyond := cursor{data: []byte{1}, off: 0xffffffff}
	if beyond.left() != 0 || beyond.u8() != 0 || beyond.err == nil {
		t.Errorf("beyond the end: %v", beyond.err)
	}
}
