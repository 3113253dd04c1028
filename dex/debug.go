package dex

// The opcodes of debug_info_item below the special ones.
const (
	dbgEndSequence      = 0x00
	dbgAdvancePC        = 0x01
	dbgAdvanceLine      = 0x02
	dbgStartLocal       = 0x03
	dbgStartLocalExt    = 0x04
	dbgEndLocal         = 0x05
	dbgRestartLocal     = 0x06
	dbgSetPrologueEnd   = 0x07
	dbgSetEpilogueBegin = 0x08
	dbgSetFile          = 0x09
	dbgFirstSpecial     = 0x0a
	dbgLineBase         = -4
	dbgLineRange        = 15
)

// LineEntry says that the instructions from Off on come from Line, up to the
// next entry.
type LineEntry struct {
	Off  uint32 // position in code units
	Line int    // 1-based line of the source file
}

// Local is a named variable that lives in a register.
type Local struct {
	Reg        uint16
	Start, End uint32 // positions in code units, End excluded
	Name       string // "" if unknown
	Type       string // descriptor, "" if unknown
}

// Lines is the line table in address order, empty if the method has none. On
// an error it holds the entries before the broken one.
func (c *Code) Lines() ([]LineEntry, error) {
	var lines []LineEntry
	err := c.debug(func(s *debugState) {
		lines = append(lines, LineEntry{Off: s.pc, Line: int(s.line)})
	}, nil)
	return lines, err
}

// Line is the source line of the instruction at position pc, 0 if unknown.
func (c *Code) Line(pc uint32) int {
	found := 0
	// A broken table still tells the lines before the breakage.
	_ = c.debug(func(s *debugState) {
		if s.pc <= pc {
			found = int(s.line)
		}
	}, nil)
	return found
}

// Locals are the variables with their ranges inside the method, parameters included when the
// debug information names them, in the order in which their ranges end.
func (c *Code) Locals() ([]Local, error) {
	var locals []Local
	live := map[uint32]Local{}
	last := map[uint32]Local{}
	end := func(reg, pc uint32) {
		if v, ok := live[reg]; ok {
			v.End = pc
			locals = append(locals, v)
			delete(live, reg)
		}
	}
	err := c.debug(nil, func(s *debugState, op uint8, reg, name, typ uint32) {
		pc := min(s.pc, c.Units)
		end(reg, pc)
		switch op {
		case dbgStartLocal, dbgStartLocalExt:
			v := Local{Reg: uint16(reg), Start: pc, Name: c.File.StringAt(name), Type: c.File.TypeAt(typ)}
			live[reg], last[reg] = v, v
		case dbgRestartLocal:
			if v, ok := last[reg]; ok {
				v.Start = pc
				live[reg] = v
			}
		}
	})
	for reg := range uint32(c.Registers) {
		end(reg, c.Units)
	}
	return locals, err
}

// ParamNames are the names of the parameters as the debug information gives
// them, "" where it does not know; empty without debug information.
func (c *Code) ParamNames() []string {
	if c.DebugOff == 0 {
		return nil
	}
	cur := cursor{data: c.File.data, off: c.DebugOff}
	cur.uleb()
	names := make([]string, min(cur.count(1, "parameter names"), 256))
	for i := range names {
		names[i] = c.File.StringAt(cur.uleb() - 1)
	}
	return names
}

type debugState struct{ pc, line uint32 }

// maxPC bounds positions, so that none wraps around and comes before those already told.
const maxPC = 1 << 31

// localFunc learns of a start, restart or end of a variable; name and typ are
// indexes, noIndex where unknown.
type localFunc func(s *debugState, op uint8, reg, name, typ uint32)

// debug runs the state machine of the debug information and calls position for
// every line entry and local for every start, restart and end of a variable.
func (c *Code) debug(position func(*debugState), local localFunc) error {
	if c.DebugOff == 0 {
		return nil
	}
	cur := cursor{data: c.File.data, off: c.DebugOff}
	s := debugState{line: cur.uleb()}
	for n := cur.count(1, "parameter names"); n > 0; n-- {
		cur.uleb()
	}
	// Debug information may be shared, so its size must follow from the method:
	// a few steps for each instruction, and room for long runs of locals.
	for budget := 16*int64(c.Units) + 4096; cur.err == nil; budget-- {
		at := cur.off
		op := cur.u8()
		if budget < 0 {
			return faultf(at, "expected debug information in proportion to %d code units", c.Units)
		}
		switch op {
		case dbgEndSequence:
			return cur.err
		case dbgAdvancePC:
			pc := uint64(s.pc) + uint64(cur.uleb())
			if pc >= maxPC {
				return faultf(at, "expected a position of an instruction, found 0x%x", pc)
			}
			s.pc = uint32(pc)
		case dbgAdvanceLine:
			s.line += uint32(cur.sleb())
		case dbgStartLocal, dbgStartLocalExt, dbgEndLocal, dbgRestartLocal:
			c.debugLocal(&cur, &s, op, local)
		case dbgSetPrologueEnd, dbgSetEpilogueBegin:
		case dbgSetFile:
			cur.uleb()
		default:
			adjusted := uint32(op - dbgFirstSpecial)
			s.line += uint32(dbgLineBase + int32(adjusted%dbgLineRange))
			s.pc += adjusted / dbgLineRange
			if s.pc >= c.Units || int32(s.line) < 0 {
				return faultf(at, "expected a line of an instruction before 0x%x, found line %d at 0x%x",
					c.Units, int32(s.line), s.pc)
			}
			if position != nil {
				position(&s)
			}
		}
	}
	return cur.err
}

func (c *Code) debugLocal(cur *cursor, s *debugState, op uint8, local localFunc) {
	reg := cur.uleb()
	var name, typ uint32 = noIndex, noIndex
	if op == dbgStartLocal || op == dbgStartLocalExt {
		name, typ = cur.uleb()-1, cur.uleb()-1
	}
	if op == dbgStartLocalExt {
		cur.uleb() // generic signature
	}
	if local != nil && cur.err == nil && reg < uint32(c.Registers) {
		local(s, op, reg, name, typ)
	}
}
