package dexpatch

import (
	"crypto/sha1"
	"errors"
	"fmt"
	"hash/adler32"
	"sort"

	"talpa/dex"
	"talpa/instrument"
)

// Rows of the map_list that a patch touches.
const (
	mapClassData = 0x2000
	mapCode      = 0x2001
	mapDebug     = 0x2003
)

// Result says what Patch did.
type Result struct {
	Data []byte // the new DEX file
	// Changed are the methods that were changed, Silent those of them that return
	// without a log line, in the order of the file.
	Changed, Silent []string
	// Failed are planned methods that cannot be changed, with the reason.
	Failed []instrument.Kept
}

// Patch applies actions, by DEX method name, to one DEX file; guards are those of
// the methods to guard. Methods that the file does not define are no error; Data is
// nil if it defines none of them.
func Patch(
	data []byte, actions map[string]instrument.Action, guards map[string]instrument.Guard,
) (*Result, error) {
	f, err := dex.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("patching DEX: %w", err)
	}
	if f.Header.Version < 41 && int(f.Header.FileSize) < len(data) {
		return Patch(data[:f.Header.FileSize], actions, guards) // what follows is not part of the file
	}
	p := &patcher{file: f, actions: actions, guards: guards, log: findLog(f), result: &Result{}}
	edits := p.find()
	if len(edits) == 0 {
		return p.result, nil
	}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("patching DEX: %w", err)
	}
	p.out = append([]byte(nil), data...)
	items := p.items(edits)
	if err := p.placeDebug(items); err != nil {
		return nil, fmt.Errorf("patching DEX: %w", err)
	}
	offsets := p.placeCode(items)
	p.placeClassData(offsets)
	p.finish()
	if err := p.verify(); err != nil {
		return nil, fmt.Errorf("patching DEX: %w", err)
	}
	p.result.Data = p.out
	return p.result, nil
}

// verify reads the result back. The section map of a hostile file may hide what
// lies inside a section that was cleared; such a file ends here.
func (p *patcher) verify() error {
	f, err := dex.Parse(p.out)
	if err != nil {
		return fmt.Errorf("the file's sections overlap: %w", err)
	}
	if len(f.Faults) > 0 || len(f.Classes) != len(p.file.Classes) {
		return errors.New("the file's sections overlap")
	}
	return nil
}

// patcher is the state of one Patch.
type patcher struct {
	file    *dex.File
	actions map[string]instrument.Action
	guards  map[string]instrument.Guard
	log     logCall
	out     []byte
	rows    []dex.MapItem
	result  *Result
}

// find lists the methods to change.
func (p *patcher) find() map[*dex.Method]instrument.Action {
	edits := map[*dex.Method]instrument.Action{}
	for _, c := range p.file.Classes {
		for _, m := range c.Methods {
			action, ok := p.actions[m.String()]
			switch {
			case !ok:
			case m.CodeOff == 0:
				p.fail(m, "it has no code: it is abstract or native")
			case m.IsConstructor() || m.IsClassInit():
				p.fail(m, "it initializes the class or its objects")
			case action == instrument.Log && !p.log.ok:
				p.fail(m, "the app refers to no log method")
			case action != instrument.Return && m.Code() != nil && int(m.Code().Registers)+scratch > maxFrame:
				p.fail(m, "its frame is full")
			case action == instrument.Guarded && p.unguardable(m) != "":
				p.fail(m, p.unguardable(m))
			default:
				edits[m] = action
			}
		}
	}
	return edits
}

func (p *patcher) fail(m *dex.Method, reason string) {
	p.result.Failed = append(p.result.Failed, instrument.Kept{Name: m.String(), Reason: reason})
}

// check refuses files whose sections cannot be written anew.
func (p *patcher) check() error {
	f := p.file
	switch {
	case f.Header.Version >= 41:
		return errors.New("the container form of DEX 041 is not supported")
	case len(f.Faults) > 0:
		return fmt.Errorf("the code of %s is broken: %w", f.Faults[0].Method, f.Faults[0].Err)
	case len(f.Map) == 0:
		return errors.New("the file has no section map")
	}
	p.rows = append(p.rows, f.Map...)
	for _, kind := range []dex.MapType{mapCode, mapClassData, mapDebug} {
		row := p.row(kind)
		if row == nil && kind == mapDebug {
			continue
		}
		if row == nil {
			return fmt.Errorf("the section map lacks the row %#x", kind)
		}
		if err := p.checkRow(row); err != nil {
			return err
		}
	}
	return nil
}

// checkRow refuses a section that overlaps what must stay, or whose items lie
// elsewhere: its old bytes are going to be cleared.
func (p *patcher) checkRow(row *dex.MapItem) error {
	h := &p.file.Header
	end := p.rowEnd(row)
	tables := max(h.HeaderSize, h.StringIDs.Off+4*h.StringIDs.Size, h.TypeIDs.Off+4*h.TypeIDs.Size,
		h.ProtoIDs.Off+12*h.ProtoIDs.Size, h.FieldIDs.Off+8*h.FieldIDs.Size,
		h.MethodIDs.Off+8*h.MethodIDs.Size, h.ClassDefs.Off+32*h.ClassDefs.Size)
	mapEnd := h.MapOff + 4 + 12*uint32(len(p.rows))
	if row.Off < tables || row.Off > end || row.Off < mapEnd && h.MapOff < end ||
		row.Type == mapCode && row.Off%4 != 0 {
		return fmt.Errorf("the section %#x at %#x overlaps others", row.Type, row.Off)
	}
	inside := func(off uint32) bool { return off == 0 || off >= row.Off && off < end }
	for _, c := range p.file.Classes {
		if row.Type == mapClassData && !inside(c.DataOff) {
			return fmt.Errorf("the members of %s lie outside their section", c.Descriptor)
		}
		for _, m := range c.Methods {
			if row.Type == mapCode && !inside(m.CodeOff) ||
				row.Type == mapDebug && m.Code() != nil && !inside(m.Code().DebugOff) {
				return fmt.Errorf("the code of %s lies outside its section", m)
			}
		}
	}
	return nil
}

// rowEnd is where the section that follows row begins.
func (p *patcher) rowEnd(row *dex.MapItem) uint32 {
	end := p.file.Header.FileSize
	for _, r := range p.file.Map {
		if r.Off > row.Off && r.Off < end {
			end = r.Off
		}
	}
	return end
}

func (p *patcher) row(kind dex.MapType) *dex.MapItem {
	for i := range p.rows {
		if p.rows[i].Type == kind {
			return &p.rows[i]
		}
	}
	return nil
}

// placed is a code item and the methods that it belongs to.
type placed struct {
	item
	old     uint32
	methods []*dex.Method
}

// items makes the new code section: the old items in their order, and behind an
// item that is shared or replaced, its changed forms.
func (p *patcher) items(edits map[*dex.Method]instrument.Action) []*placed {
	var list []*placed
	shared := map[uint32]*placed{}
	for _, c := range p.file.Classes {
		for _, m := range c.Methods {
			if m.CodeOff == 0 {
				continue
			}
			action, ok := edits[m]
			if !ok {
				if s := shared[m.CodeOff]; s != nil {
					s.methods = append(s.methods, m)
					continue
				}
				s := &placed{copyItem(p.file.Bytes(), m.CodeOff), m.CodeOff, []*dex.Method{m}}
				shared[m.CodeOff] = s
				list = append(list, s)
				continue
			}
			it := p.changed(m, action)
			list = append(list, &placed{it, m.CodeOff, []*dex.Method{m}})
			p.result.Changed = append(p.result.Changed, m.String())
			if it.silent {
				p.result.Silent = append(p.result.Silent, m.String())
			}
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].old < list[j].old })
	return list
}

// placeCode writes the code section and gives the offset of each method's code.
func (p *patcher) placeCode(items []*placed) map[*dex.Method]uint32 {
	var section []byte
	at := make([]uint32, len(items))
	for i, it := range items {
		for len(section)%4 != 0 {
			section = append(section, 0)
		}
		at[i] = uint32(len(section))
		section = append(section, it.bytes...)
	}
	base := p.place(p.row(mapCode), section, len(items))
	offsets := map[*dex.Method]uint32{}
	for i, it := range items {
		for _, m := range it.methods {
			offsets[m] = base + at[i]
		}
	}
	return offsets
}

// placeClassData writes the class_data section with the new offsets and makes
// the class definitions point to it.
func (p *patcher) placeClassData(offsets map[*dex.Method]uint32) {
	type owner struct{ def, at uint32 }
	var section []byte
	var owners []owner
	empty := map[uint32]uint32{} // class data without methods may be shared
	count := 0
	for _, c := range p.file.Classes {
		if c.DataOff == 0 {
			continue
		}
		at, ok := empty[c.DataOff]
		if !ok {
			at = uint32(len(section))
			section = appendClassData(section, c, offsets)
			count++
			if len(c.Methods)+len(c.Fields) == 0 {
				empty[c.DataOff] = at
			}
		}
		owners = append(owners, owner{c.DefOff, at})
	}
	base := p.place(p.row(mapClassData), section, count)
	for _, o := range owners {
		le.PutUint32(p.out[o.def+24:], base+o.at)
	}
}

func appendClassData(b []byte, c *dex.Class, offsets map[*dex.Method]uint32) []byte {
	b = appendULEB(b, uint32(c.NumStatic))
	b = appendULEB(b, uint32(len(c.Fields)-c.NumStatic))
	b = appendULEB(b, uint32(c.NumDirect))
	b = appendULEB(b, uint32(len(c.Methods)-c.NumDirect))
	last := uint32(0)
	for i, f := range c.Fields {
		if i == c.NumStatic {
			last = 0
		}
		b = appendULEB(b, f.Index-last)
		b = appendULEB(b, uint32(f.Access))
		last = f.Index
	}
	last = 0
	for i, m := range c.Methods {
		if i == c.NumDirect {
			last = 0
		}
		b = appendULEB(b, m.Index-last)
		b = appendULEB(b, uint32(m.Access))
		b = appendULEB(b, offsets[m])
		last = m.Index
	}
	return b
}

// place puts a section of count items where it was if it fits, else at the end
// of the file, and returns its offset. The old bytes become zeros.
func (p *patcher) place(row *dex.MapItem, section []byte, count int) uint32 {
	end := p.rowEnd(row)
	clear(p.out[row.Off:end])
	row.Size = uint32(count)
	if uint32(len(section)) > end-row.Off {
		for len(p.out)%4 != 0 {
			p.out = append(p.out, 0)
		}
		row.Off = uint32(len(p.out))
		p.out = append(p.out, section...)
		return row.Off
	}
	copy(p.out[row.Off:], section)
	return row.Off
}

// finish writes map and header anew.
func (p *patcher) finish() {
	const headerData, headerSize = 0x68, 0x20
	for len(p.out)%4 != 0 {
		p.out = append(p.out, 0)
	}
	sort.SliceStable(p.rows, func(i, j int) bool { return p.rows[i].Off < p.rows[j].Off })
	at := p.file.Header.MapOff + 4
	for _, r := range p.rows {
		le.PutUint16(p.out[at:], uint16(r.Type))
		le.PutUint32(p.out[at+4:], r.Size)
		le.PutUint32(p.out[at+8:], r.Off)
		at += 12
	}
	le.PutUint32(p.out[headerSize:], uint32(len(p.out)))
	le.PutUint32(p.out[headerData:], uint32(len(p.out))-le.Uint32(p.out[headerData+4:]))
	sum := sha1.Sum(p.out[32:])
	copy(p.out[12:], sum[:])
	le.PutUint32(p.out[8:], adler32.Checksum(p.out[12:]))
}
