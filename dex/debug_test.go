package dex

import (
	"slices"
	"strings"
	"testing"
)

// withDebug is code of 16 units and 4 registers whose debug information is the given bytes;
// the strings are "a" and "b", the types I and LA;.
func withDebug(info ...byte) *Code {
	f := &File{strings: []string{"a", "b"}, types: []string{"I", "LA;"}, data: append([]byte{0}, info...)}
	return &Code{File: f, Registers: 4, Units: 16, DebugOff: 1}
}

// special is the opcode that moves on by some lines and code units.
func special(lines, units int) byte {
	return byte(dbgFirstSpecial + lines - dbgLineBase + dbgLineRange*units)
}

// TestDebug_lines: the state machine of the line table, opcode by opcode.
func TestDebug_lines(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		info []byte
		want []LineEntry
		err  string
	}{
		"empty":                    {[]byte{5, 0, 0}, nil, ""},
		"first_line":               {[]byte{5, 0, special(0, 0), 0}, []LineEntry{{0, 5}}, ""},
		"back_and_on":              {[]byte{5, 0, special(-4, 0), special(10, 1), 0}, []LineEntry{{0, 1}, {1, 11}}, ""},
		"advance_line":             {[]byte{5, 0, dbgAdvanceLine, 0x80, 0x01, special(0, 2), 0}, []LineEntry{{2, 133}}, ""},
		"advance_line_back":        {[]byte{5, 0, dbgAdvanceLine, 0x7d, special(0, 0), 0}, []LineEntry{{0, 2}}, ""},
		"advance_position":         {[]byte{5, 0, dbgAdvancePC, 9, special(1, 1), 0}, []LineEntry{{10, 6}}, ""},
		"parameters_are_skipped":   {[]byte{5, 2, 1, 0, special(0, 0), 0}, []LineEntry{{0, 5}}, ""},
		"others_set_no_line":       {[]byte{5, 0, dbgSetPrologueEnd, dbgSetEpilogueBegin, dbgSetFile, 1, 0}, nil, ""},
		"last_instruction":         {[]byte{5, 0, dbgAdvancePC, 15, special(0, 0), 0}, []LineEntry{{15, 5}}, ""},
		"beyond_the_method":        {[]byte{5, 0, special(0, 0), dbgAdvancePC, 16, special(0, 0), 0}, []LineEntry{{0, 5}}, "found line 5 at 0x10"},
		"position_beyond_2_to_31":  {[]byte{5, 0, special(0, 2), dbgAdvancePC, 0xff, 0xff, 0xff, 0xff, 0x0f, special(0, 0), 0}, []LineEntry{{2, 5}}, "expected a position"},
		"line_below_none":          {[]byte{1, 0, special(-2, 0), 0}, nil, "found line -1"},
		"no_end":                   {[]byte{5, 0, special(0, 0)}, []LineEntry{{0, 5}}, "end of the file"},
		"more_names_than_bytes":    {[]byte{5, 0xff, 0x7f, 0}, nil, "expected room for 16383 parameter names"},
		"end_without_information":  {[]byte{}, nil, "end of the file"},
		"wide_jump_by_one_opcode":  {[]byte{5, 0, 0xff, 0}, nil, "at 0x10"},
		"line_zero_is_none":        {[]byte{1, 0, special(-1, 0), 0}, []LineEntry{{0, 0}}, ""},
		"unsorted_lines_are_lines": {[]byte{9, 0, special(0, 0), special(-4, 1), special(3, 1), 0}, []LineEntry{{0, 9}, {1, 5}, {2, 8}}, ""},
	} {
		lines, err := withDebug(c.info...).Lines()
		if !slices.Equal(lines, c.want) {
			t.Errorf("%s: %v, want %v", name, lines, c.want)
		}
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: error %v, want %q", name, err, c.err)
		}
	}
	long := append([]byte{1, 0}, slices.Repeat([]byte{dbgSetPrologueEnd}, 16*16+4096+2)...)
	if _, err := withDebug(long...).Lines(); err == nil || !strings.Contains(err.Error(), "in proportion to 16 code units") {
		t.Errorf("opcodes without end: %v", err)
	}
	if lines, err := (&Code{File: &File{}}).Lines(); lines != nil || err != nil {
		t.Errorf("no debug information: %v, %v", lines, err)
	}
}

// TestDebug_locals: variables start, end, restart and are replaced; ranges stay in the method.
func TestDebug_locals(t *testing.T) {
	t.Parallel()
	start := func(reg, name, typ byte) []byte { return []byte{dbgStartLocal, reg, name + 1, typ + 1} }
	a, b := Local{Reg: 1, Name: "a", Type: "I"}, Local{Reg: 1, Name: "b", Type: "LA;"}
	within := func(l Local, from, to uint32) Local { l.Start, l.End = from, to; return l }
	for name, c := range map[string]struct {
		info []byte
		want []Local
	}{
		"to_the_end":           {start(1, 0, 0), []Local{within(a, 0, 16)}},
		"ended":                {slices.Concat(start(1, 0, 0), []byte{dbgAdvancePC, 3, dbgEndLocal, 1}), []Local{within(a, 0, 3)}},
		"restarted":            {slices.Concat(start(1, 0, 0), []byte{dbgAdvancePC, 3, dbgEndLocal, 1, dbgAdvancePC, 2, dbgRestartLocal, 1}), []Local{within(a, 0, 3), within(a, 5, 16)}},
		"replaced":             {slices.Concat(start(1, 0, 0), []byte{dbgAdvancePC, 3}, start(1, 1, 1)), []Local{within(a, 0, 3), within(b, 3, 16)}},
		"with_a_generic_type":  {[]byte{dbgStartLocalExt, 1, 1, 1, 2}, []Local{within(a, 0, 16)}},
		"without_a_name":       {[]byte{dbgStartLocal, 2, 0, 0}, []Local{{Reg: 2, End: 16}}},
		"name_beyond_strings":  {[]byte{dbgStartLocal, 2, 9, 9}, []Local{{Reg: 2, End: 16}}},
		"end_of_none":          {[]byte{dbgEndLocal, 1}, nil},
		"restart_of_none":      {[]byte{dbgRestartLocal, 1}, nil},
		"register_beyond":      {start(4, 0, 0), nil},
		"behind_the_method":    {slices.Concat([]byte{dbgAdvancePC, 20}, start(1, 0, 0)), []Local{within(a, 16, 16)}},
		"ended_behind_the_end": {slices.Concat(start(1, 0, 0), []byte{dbgAdvancePC, 20, dbgEndLocal, 1}), []Local{within(a, 0, 16)}},
	} {
		locals, err := withDebug(slices.Concat([]byte{1, 0}, c.info, []byte{0})...).Locals()
		if err != nil || !slices.Equal(locals, c.want) {
			t.Errorf("%s: %v, %v; want %v", name, locals, err, c.want)
		}
	}
}

// TestDebug_parameters: names of parameters, some of which are not known.
func TestDebug_parameters(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		info []byte
		want []string
	}{
		"none":         {[]byte{1, 0, 0}, []string{}},
		"known":        {[]byte{1, 2, 1, 2, 0}, []string{"a", "b"}},
		"unknown":      {[]byte{1, 2, 0, 2, 0}, []string{"", "b"}},
		"beyond":       {[]byte{1, 1, 77, 0}, []string{""}},
		"more_than_is": {[]byte{1, 0xff, 0x7f, 0}, []string{}},
	} {
		if got := withDebug(c.info...).ParamNames(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	many := slices.Concat([]byte{1, 0xff, 0x7f}, make([]byte, 20000))
	if got := len(withDebug(many...).ParamNames()); got != 256 {
		t.Errorf("%d names, want at most as many as a method has registers for", got)
	}
	if (&Code{File: &File{}}).ParamNames() != nil {
		t.Error("names without debug information")
	}
}
