package main

import (
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/adler32"
	"math"

	"talpa/dex"
	"talpa/dex/apk"
	"talpa/instrument/seal"
)

// throwable is an exception that an app's own code refers to, so that it can be thrown without
// adding anything to the tables of the file.
type throwable struct {
	class       string // descriptor
	typ, method uint16 // indices of the class and of its constructor
	text        bool   // the constructor takes a text; null is given
}

// exceptions are those that are planted, the first that a file can make.
var exceptions = []string{
	"Ljava/lang/IllegalStateException;", "Ljava/lang/IllegalArgumentException;", "Ljava/lang/RuntimeException;",
	"Ljava/lang/UnsupportedOperationException;", "Ljava/lang/NullPointerException;",
	"Ljava/lang/IndexOutOfBoundsException;", "Ljava/lang/AssertionError;", "Ljava/lang/NumberFormatException;",
	"Ljava/lang/SecurityException;", "Ljava/lang/Error;",
}

// findThrowable finds an exception with a constructor that the file refers to. A file that has none
// of them throws null, which is a NullPointerException.
func findThrowable(f *dex.File) throwable {
	types := map[string]uint16{}
	for i := range min(f.NumTypes(), math.MaxUint16) {
		types[f.TypeAt(uint32(i))] = uint16(i)
	}
	best, rank := throwable{class: "Ljava/lang/NullPointerException;"}, len(exceptions)
	for i := range min(f.NumMethods(), math.MaxUint16) {
		m := f.MethodAt(uint32(i))
		if m.Name != "<init>" || m.Desc != "()V" && m.Desc != "(Ljava/lang/String;)V" {
			continue
		}
		for r, class := range exceptions[:rank] {
			if typ, ok := types[class]; ok && m.Class == class {
				best, rank = throwable{class, typ, uint16(i), m.Desc != "()V"}, r
			}
		}
	}
	return best
}

// Instructions that a planted throw is made of.
const (
	opConst4V0     = 0x0012
	opConst4V1     = 0x0112
	opNewInstance  = 0x22
	opInvokeDirect = 0x70
	oneArg         = 1 << 12
	twoArgs        = 2 << 12
	argsV0V1       = 0x10
	opThrowV0      = 0x0027
)

// units is the code that throws. It uses v0 and v1, which nobody reads afterwards: there is no handler
// around it.
func (t throwable) units() []uint16 {
	switch {
	case t == throwable{class: t.class}:
		return []uint16{opConst4V0, opThrowV0}
	case t.text:
		return []uint16{opNewInstance, t.typ, opConst4V1, opInvokeDirect | twoArgs, t.method, argsV0V1, opThrowV0}
	}
	return []uint16{opNewInstance, t.typ, opInvokeDirect | oneArg, t.method, 0, opThrowV0}
}

// room is where a throw replaces instructions: all of one line, none of them the target of a jump but the first.
type room struct{ start, end uint32 }

// rooms finds in a method where n code units can be replaced: on lines that run without an exception
// before, outside of every try.
func rooms(m *dex.Method, n int) []room {
	c := m.Code()
	normal, targets := flow(c)
	lines, err := c.Lines()
	if err != nil {
		return nil
	}
	var all []room
	last := uint32(math.MaxUint32)
	for _, l := range lines {
		if l.Off == last || !normal[l.Off] || c.OpAt(l.Off).TakesResult() || inTry(m, l.Off) {
			continue
		}
		last = l.Off
		if end, ok := extent(m, l.Off, uint32(n), targets); ok {
			all = append(all, room{l.Off, end})
		}
	}
	return all
}

// extent is where the instructions from start end that n units replace; ok is false if they cannot be.
func extent(m *dex.Method, start, n uint32, targets map[uint32]bool) (end uint32, ok bool) {
	c := m.Code()
	line := c.Line(start)
	at := start
	for in := range c.InsnsIn(start, c.Units) {
		if in.Off != at { // a payload lies between
			return 0, false
		}
		if at >= start+n && !in.Op.TakesResult() {
			return at, true
		}
		if at > start && targets[at] || c.Line(at) != line || inTry(m, at) || line <= 0 {
			return 0, false
		}
		at = in.Next()
	}
	return at, at >= start+n
}

// flow walks through a method as it runs without exceptions: the positions that it comes by, and
// those that something jumps to.
func flow(c *dex.Code) (seen, targets map[uint32]bool) {
	seen, targets = map[uint32]bool{}, map[uint32]bool{}
	for _, t := range c.Tries() {
		for _, h := range t.Handlers {
			targets[h.Target] = true
		}
	}
	for list := []uint32{0}; len(list) > 0; {
		pc := list[len(list)-1]
		list = list[:len(list)-1]
		if seen[pc] {
			continue
		}
		seen[pc] = true
		in := c.At(pc)
		if in.Op.Continues() {
			list = append(list, in.Next())
		}
		if in.Op.Branches() {
			targets[in.Target()] = true
			list = append(list, in.Target())
		}
		if in.Op.Switches() {
			for arm := range c.Cases(in) {
				targets[arm.Target] = true
				list = append(list, arm.Target)
			}
		}
	}
	return seen, targets
}

// plant makes the copy of the app that throws, signed.
func plant(archive *apk.Archive, data []byte, p *place) ([]byte, error) {
	at := p.chain[len(p.chain)-1]
	for i, file := range archive.DEX() {
		f := at.method.Class.File
		if len(f.Bytes()) != len(file) || !bytes.Equal(f.Bytes(), file) {
			continue
		}
		changed, err := change(f, at.method.Code(), p.fault)
		if err != nil {
			return nil, err
		}
		return sealed(archive, data, map[string][]byte{archive.DEXNames()[i]: changed})
	}
	return nil, errors.New("the method's file is not one of the app's")
}

// fault is the throw over the instructions of a room, at its end: nothing is left behind it that only they
// led to.
func (t throwable) fault(r room) fault {
	units := make([]uint16, r.end-r.start) // nop is 0
	throw := t.units()
	copy(units[len(units)-len(throw):], throw)
	return fault{what: "throw", at: r.start, units: units, pc: r.start, class: t.class}
}

// change writes a fault into the code of a method.
func change(f *dex.File, c *dex.Code, planted fault) ([]byte, error) {
	out := bytes.Clone(f.Bytes())
	for i, u := range planted.units {
		binary.LittleEndian.PutUint16(out[c.InsnsOff+2*planted.at+2*uint32(i):], u)
	}
	const outs = 4 // of a code item: where it keeps how many registers calls need for arguments
	if got := binary.LittleEndian.Uint16(out[c.Off+outs:]); got < 2 {
		binary.LittleEndian.PutUint16(out[c.Off+outs:], 2)
	}
	sum := sha1.Sum(out[32:])
	copy(out[12:], sum[:])
	binary.LittleEndian.PutUint32(out[8:], adler32.Checksum(out[12:]))
	g, err := dex.Parse(out)
	if err != nil {
		return nil, fmt.Errorf("reading the changed code: %w", err)
	}
	if len(g.Faults) > len(f.Faults) {
		return nil, fmt.Errorf("the changed code is broken: %w", g.Faults[0].Err)
	}
	return out, nil
}

// sealed packs and signs an app with changed files.
func sealed(archive *apk.Archive, data []byte, changed map[string][]byte) ([]byte, error) {
	key, err := seal.SeededKey("planted")
	if err != nil {
		return nil, fmt.Errorf("making a key: %w", err)
	}
	var packed bytes.Buffer
	if err := seal.Pack(&packed, bytes.NewReader(data), int64(len(data)), changed); err != nil {
		return nil, fmt.Errorf("packing the app: %w", err)
	}
	signed, _, err := seal.Sign(packed.Bytes(), key, archive.Manifest().MinSDK)
	if err != nil {
		return nil, fmt.Errorf("signing the app: %w", err)
	}
	return signed, nil
}
