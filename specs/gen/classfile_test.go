package main

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"slices"
	"testing"

	"talpa/specs"
)

// classBytes makes a class file: a/B extends a/C implements a/D with a constant
// "label", a public method "run()V" with an attribute and a private one.
func classBytes() []byte {
	var b bytes.Buffer
	put := func(values ...any) {
		for _, v := range values {
			_ = binary.Write(&b, binary.BigEndian, v) // a Buffer takes everything
		}
	}
	text := func(s string) {
		put(uint8(1), uint16(len(s)))
		b.WriteString(s)
	}
	put(uint32(0xcafebabe), uint32(52), uint16(16))
	text("a/B")                          // 1
	put(uint8(7), uint16(1))             // 2
	text("a/C")                          // 3
	put(uint8(7), uint16(3))             // 4
	text("a/D")                          // 5
	put(uint8(7), uint16(5))             // 6
	text("run")                          // 7
	text("()V")                          // 8
	text("own")                          // 9
	put(uint8(5), uint64(1))             // 10 and 11: a long takes two
	text("ConstantValue")                // 12
	put(uint8(3), uint32(0x01010001))    // 13
	text("I")                            // 14
	text("label")                        // 15
	put(uint16(accPublic | accAbstract)) // access
	put(uint16(2), uint16(4), uint16(1), uint16(6))
	put(uint16(1), uint16(accPublic|accStatic), uint16(15), uint16(14), uint16(1), uint16(12), uint32(2), uint16(13))
	put(uint16(2)) // methods
	put(uint16(accPublic), uint16(7), uint16(8), uint16(1), uint16(9), uint32(2), uint16(0))
	put(uint16(accPrivate), uint16(9), uint16(8), uint16(0))
	return b.Bytes()
}

func TestParseClass(t *testing.T) {
	t.Parallel()
	c, err := parseClass(classBytes())
	if err != nil {
		t.Fatal(err)
	}
	if c.name != "a/B" || c.super != "a/C" || len(c.interfaces) != 1 || c.interfaces[0] != "a/D" || len(c.methods) != 2 {
		t.Errorf("class %+v", c)
	}
	if len(c.constants) != 1 || c.constants["label"] != 0x01010001 {
		t.Errorf("constants %v", c.constants)
	}
	want := specs.Class{Name: "La/B;", Super: "La/C;", Interfaces: []string{"La/D;"}, Kind: 'A', Methods: []string{"run()V"}}
	if got := facts([]class{c})[0]; !reflect.DeepEqual(got, want) {
		t.Errorf("facts %+v, want %+v", got, want)
	}
	for n := range classBytes() {
		if _, err := parseClass(classBytes()[:n]); err == nil {
			t.Errorf("accepted with %d bytes", n)
		}
	}
}

// TestMerge joins two levels: methods of both, and overridable wins.
func TestMerge(t *testing.T) {
	t.Parallel()
	of := func(name string, flags uint16) method { return method{name: name, desc: "()V", flags: flags} }
	now := class{name: "android/B", super: "a/C", flags: accPublic, methods: []method{
		of("both", accPublic), of("now", accPublic), of("opened", accPublic|accFinal), of("shown", 0),
	}}
	then := class{name: "android/B", super: "a/Old", flags: accPublic, methods: []method{
		of("both", accPublic|accFinal), of("then", accProtected), of("opened", accPublic), of("shown", accPublic),
	}}
	got := facts([]class{merge(now, then)})[0]
	want := specs.Class{Name: "Landroid/B;", Super: "La/C;", Kind: 'C', Methods: []string{
		"both()V", "now()V", "opened()V", "shown()V", "then()V",
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("merged: %+v, want %+v", got, want)
	}
	then.flags |= accFinal
	got = facts([]class{merge(now, then)})[0]
	if !slices.Contains(got.Methods, "-then()V") || !slices.Contains(got.Methods, "now()V") {
		t.Errorf("of a class that was final: %+v", got)
	}
}

func TestVisible(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"android/view/View":                     true,
		"android/hardware/Camera":               true,
		"android/hardware/audio/V2_0/IDevice":   false,
		"com/android/internal/app/Something":    false,
		"android/app/IActivityManager$Stub":     false,
		"java/util/concurrent/atomic/AtomicInt": true,
		"sun/misc/Unsafe":                       false,
	} {
		if visible(name) != want {
			t.Errorf("visible(%s) = %v", name, !want)
		}
	}
}

func FuzzParseClass(f *testing.F) {
	f.Add(classBytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := parseClass(data)
		if err != nil {
			return
		}
		if got := facts([]class{c}); len(got) != 1 || got[0].Name != descriptor(c.name) {
			t.Errorf("facts %+v", got)
		}
	})
}
