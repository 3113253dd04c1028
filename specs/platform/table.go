package platform

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
)

// lines is a text, since bytes would lie among what the program may write: a few pages of it are read in place.
//
//go:embed lines.bin
var lines string

// inside is the table of lines.
var inside = sync.OnceValues(func() (*table, error) { return decode(lines) })

// Span is the lines from First to Last; the zero Span is none.
type Span struct{ First, Last int }

// Add is the smallest span that has the line too.
func (s Span) Add(line int) Span {
	if s == (Span{}) {
		return Span{line, line}
	}
	return Span{min(s.First, line), max(s.Last, line)}
}

func (s Span) has(line int) bool { return s.First <= line && line <= s.Last }

// Spans are the methods of one name in a class, sorted, without repeats.
type Spans []Span

// Builder collects the spans of classes, methods and levels and writes them as a table.
type Builder struct {
	sources string
	classes map[string]methods
}

// methods are the rows of a class by the name of the method.
type methods map[string][]row

// row is what several levels agree in.
type row struct {
	mask  uint32 // bit i is level firstLevel+i
	spans Spans
}

// firstLevel is Android 4.1, the oldest level of which class files are to be had.
const firstLevel = 16

// NewBuilder returns an empty builder; sources name what the table is made from.
func NewBuilder(sources string) *Builder {
	return &Builder{sources: sources, classes: map[string]methods{}}
}

// Set says that on a level (16 to 47) a class ("android.view.View") has methods of that
// name on the given lines.
func (b *Builder) Set(level int, class, method string, spans []Span) {
	spans = slices.Clone(spans)
	slices.SortFunc(spans, func(a, b Span) int {
		if a.First != b.First {
			return a.First - b.First
		}
		return a.Last - b.Last
	})
	spans = slices.Compact(spans)
	known := b.classes[class]
	if known == nil {
		known = methods{}
		b.classes[class] = known
	}
	bit := uint32(1) << (level - firstLevel)
	for i, r := range known[method] {
		if slices.Equal(r.spans, spans) {
			known[method][i].mask |= bit
			return
		}
	}
	known[method] = append(known[method], row{bit, spans})
}

// perBlock is how many classes are packed together: one trace asks for some twenty, and
// unpacks their whole blocks.
const perBlock = 16

// Encode writes the table: the sources, the number of blocks, and of each the name of its
// first class and its length; then the blocks, in order of the classes. A block is, packed
// by DEFLATE, the number of its classes and of each its name as the length of the prefix
// shared with the one before and the rest, the number of its methods, their names
// likewise, the number of their rows, and of each the levels as bits, the number of spans,
// and per span the distance from the one before and the length. Numbers are varints.
func (b *Builder) Encode() ([]byte, error) {
	var index encoder
	var blocks []byte
	index.text(b.sources)
	names := slices.Sorted(maps.Keys(b.classes))
	index.number((len(names) + perBlock - 1) / perBlock)
	for chunk := range slices.Chunk(names, perBlock) {
		block, err := b.block(chunk)
		if err != nil {
			return nil, err
		}
		index.text(chunk[0])
		index.number(len(block))
		blocks = append(blocks, block...)
	}
	return append(index.out, blocks...), nil
}

func (b *Builder) block(names []string) ([]byte, error) {
	var e encoder
	e.number(len(names))
	class := ""
	for _, name := range names {
		e.after(class, name)
		class = name
		e.number(len(b.classes[name]))
		method := ""
		for _, m := range slices.Sorted(maps.Keys(b.classes[name])) {
			e.after(method, m)
			method = m
			e.rows(b.classes[name][m])
		}
	}
	var packed bytes.Buffer
	z, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(e.out); err != nil {
		return nil, err
	}
	err = z.Close()
	return packed.Bytes(), err
}

type encoder struct{ out []byte }

func (e *encoder) number(n int) { e.out = binary.AppendVarint(e.out, int64(n)) }

func (e *encoder) text(s string) {
	e.number(len(s))
	e.out = append(e.out, s...)
}

func (e *encoder) after(before, s string) {
	shared := 0
	for shared < min(len(before), len(s)) && before[shared] == s[shared] {
		shared++
	}
	e.number(shared)
	e.text(s[shared:])
}

func (e *encoder) rows(rows []row) {
	e.number(len(rows))
	line := 0
	for _, r := range rows {
		e.number(int(r.mask))
		e.number(len(r.spans))
		for _, s := range r.spans {
			e.number(s.First - line)
			e.number(s.Last - s.First)
			line = s.First
		}
	}
}

// table reads what Encode wrote. Blocks are unpacked as they are asked for.
type table struct {
	sources string
	first   []string // class of each block
	starts  []uint32 // of each block in packed, and where the last one ends
	packed  string
}

var errTable = errors.New("no table of lines")

func decode(data string) (*table, error) {
	d := &decoder[string]{rest: data}
	t := &table{sources: d.text()}
	n := d.count()
	t.first, t.starts = make([]string, 0, n), make([]uint32, 1, n+1)
	end := 0
	for range n {
		t.first = append(t.first, d.text())
		end += max(d.number(), 0)
		t.starts = append(t.starts, uint32(min(end, len(data))))
	}
	t.packed = d.rest
	if d.bad || end != len(d.rest) || !slices.IsSorted(t.first) {
		return nil, fmt.Errorf("%w: its index is damaged", errTable)
	}
	return t, nil
}

// reader looks classes up, and keeps what it unpacks with from one to the next.
type reader struct {
	*table
	unpacker io.ReadCloser
	plain    bytes.Buffer
}

// class are the methods of a class, as far as they are wanted; nil if the table does not have it.
func (r *reader) class(name string, wanted func(method string) bool) (methods, error) {
	i, exact := slices.BinarySearch(r.first, name)
	if !exact {
		i--
	}
	if i < 0 {
		return nil, nil
	}
	if err := r.unpack(r.packed[r.starts[i]:r.starts[i+1]]); err != nil {
		return nil, fmt.Errorf("%w: block of %s: %w", errTable, r.first[i], err)
	}
	d := &decoder[[]byte]{rest: r.plain.Bytes()}
	var class []byte
	for range d.count() {
		class = d.after(class)
		if string(class) == name {
			if found := d.methods(wanted); !d.bad {
				return found, nil
			}
		}
		d.skipMethods()
	}
	if d.bad {
		return nil, fmt.Errorf("%w: block of %s", errTable, r.first[i])
	}
	return nil, nil
}

// unpack leaves in plain what a block unpacks to.
func (r *reader) unpack(block string) error {
	if r.unpacker == nil {
		r.unpacker = flate.NewReader(strings.NewReader(block))
	} else if err := r.unpacker.(flate.Resetter).Reset(strings.NewReader(block), nil); err != nil {
		return err
	}
	r.plain.Reset()
	_, err := r.plain.ReadFrom(io.LimitReader(r.unpacker, maxBlock))
	return err
}

// maxBlock bounds what a block unpacks to.
const maxBlock = 16 << 20 // bytes

// levels are those on which a method of that name has code on the line.
func (m methods) levels(method string, line int) []int {
	var levels []int
	for _, r := range m[method] {
		if !slices.ContainsFunc(r.spans, func(s Span) bool { return s.has(line) }) {
			continue
		}
		for level := range 32 {
			if r.mask&(1<<level) != 0 {
				levels = append(levels, firstLevel+level)
			}
		}
	}
	return levels
}

// decoder reads numbers and texts and remembers the first fault. The index is read in place, out of the program;
// blocks are bytes that the next one overwrites.
type decoder[T string | []byte] struct {
	rest T
	bad  bool
}

func (d *decoder[T]) number() int {
	n, size := binary.Varint([]byte(d.rest[:min(len(d.rest), binary.MaxVarintLen64)]))
	if size <= 0 || d.bad {
		d.fail()
		return 0
	}
	d.rest = d.rest[size:]
	return int(n)
}

func (d *decoder[T]) fail() {
	var none T
	d.bad, d.rest = true, none
}

// count is a number of things that take a byte each at least.
func (d *decoder[T]) count() int {
	n := d.number()
	if n < 0 || n > len(d.rest) {
		d.bad = true
		return 0
	}
	return n
}

func (d *decoder[T]) text() T {
	size := d.number()
	if size < 0 || size > len(d.rest) {
		d.fail()
		return d.rest
	}
	b := d.rest[:size]
	d.rest = d.rest[size:]
	return b
}

// after is the text that begins as the one before, whose room it takes.
func (d *decoder[T]) after(before []byte) []byte {
	shared := d.number()
	if d.bad || shared < 0 || shared > len(before) {
		d.bad = true
		return nil
	}
	return append(before[:shared], d.text()...)
}

func (d *decoder[T]) methods(wanted func(string) bool) methods {
	found := methods{}
	var name []byte
	for range d.count() {
		name = d.after(name)
		if method := string(name); wanted(method) {
			found[method] = d.rows()
		} else {
			d.skipRows()
		}
	}
	return found
}

// skipMethods passes over the methods of a class without keeping them.
func (d *decoder[T]) skipMethods() {
	for range d.count() {
		d.number()
		d.text()
		d.skipRows()
	}
}

func (d *decoder[T]) skipRows() {
	for range d.count() {
		d.number()
		for range d.count() {
			d.number()
			d.number()
		}
	}
}

func (d *decoder[T]) rows() []row {
	var rows []row
	line := 0
	for range d.count() {
		r := row{mask: uint32(d.number())}
		for range d.count() {
			line += d.number()
			r.spans = append(r.spans, Span{line, line + d.number()})
		}
		rows = append(rows, r)
	}
	return rows
}
