package origin

import (
	"cmp"
	"slices"

	"talpa/cfg"
)

// Makers returns the origins of the value in a register before the instruction at pc, as At does, but also where they
// are more than At tells apart: a text that each case of a large switch gives. It goes back from pc and remembers
// nothing. ok is false where one of them is not known, and where control cannot get to pc.
func (a *Analysis) Makers(pc uint32, reg uint16) (all []Origin, ok bool) {
	block := a.Graph.BlockAt(pc)
	if block == nil || !a.reached[block.ID] || int(reg) >= len(a.regs) {
		return nil, false
	}
	s := search{Analysis: a, found: map[int32]bool{}, seen: map[place]bool{}}
	s.before(block.ID, pc, reg)
	for len(s.todo) > 0 && !s.unknown {
		at := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		s.entering(at)
	}
	if s.unknown {
		return nil, false
	}
	for number := range s.found {
		all = append(all, a.origin(number))
	}
	slices.SortFunc(all, func(a, b Origin) int { return cmp.Or(cmp.Compare(a.PC, b.PC), cmp.Compare(a.Int, b.Int)) })
	return all, true
}

// place is a register at the start of a block.
type place struct {
	block int32
	reg   uint16
}

// search goes back over the blocks.
type search struct {
	*Analysis
	found   map[int32]bool // numbers of origins
	seen    map[place]bool
	todo    []place
	unknown bool
}

// before looks for what a block gives a register before the instruction at limit, or asks the blocks before it.
func (s *search) before(block int32, limit uint32, reg uint16) {
	b := &s.Graph.Blocks[block]
	pending := s.left(block)
	value, from, known := int32(0), reg, false
	copied := uint32(0) // where the last copy into the register is
	for in := range s.Graph.Code.InsnsIn(b.Start, limit) {
		def := int32(0)
		if makes(&in) {
			def = s.number(in.Off)
		}
		e, ok := effectOf(&in, def, pending)
		switch {
		case !ok:
		case e.wide && e.reg+1 == reg:
			value, from, known = 0, reg, true
		case e.reg == reg && e.moves:
			from, copied, known = e.from, in.Off, false
		case e.reg == reg:
			value, from, known = e.value, reg, true
		}
		if pending = 0; in.Op.GivesResult() {
			pending = def
		}
	}
	switch {
	case known && value == 0:
		s.unknown = true
	case known:
		s.found[value] = true
	case from != reg || copied > 0:
		s.before(block, copied, from)
	default:
		s.enqueue(place{block, reg})
	}
}

// enqueue asks for what a register is at the start of a block, once.
func (s *search) enqueue(p place) {
	if !s.seen[p] {
		s.seen[p] = true
		s.todo = append(s.todo, p)
	}
}

// entering looks at the ends of the blocks before one; an exception leaves a block before its last instruction has
// written anything.
func (s *search) entering(p place) {
	if p.block == 0 {
		first := len(s.regs) - int(s.params)
		if int(p.reg) < first {
			s.unknown = true // not written on any path: only broken code reads it
			return
		}
		s.found[int32(int(p.reg)-first)+1] = true
	}
	for _, from := range s.Graph.Preds(p.block) {
		if !s.reached[from] {
			continue
		}
		last, ok := s.Graph.Last(from)
		for _, e := range s.Graph.Succs(from) {
			switch {
			case e.To != p.block:
			case e.Kind == cfg.Catch && ok:
				s.before(from, last.Off, p.reg)
			default:
				s.before(from, s.Graph.Blocks[from].End, p.reg)
			}
		}
	}
}
