package relevance

import (
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// tableUse is a place that reads rows of a table, or adds some. Tables are told by the name
// in a constant; a place that names none is not found, and then the facts alone decide
// about who adds rows there.
type tableUse struct {
	in    callgraph.MethodID
	table string
	adds  bool
}

// rows applies R19 to databases: where the path goes through a row of a list,
// somebody must have put it there. Handlers that lead to code which adds rows
// to a table that the list's screen reads are necessary.
func (s *sources) rows() {
	screens := s.rowScreens()
	if len(screens) == 0 {
		return
	}
	uses := s.tableUses()
	left := maxStored
	for _, screen := range screens {
		for _, read := range uses {
			if read.adds || !s.App.Runs(screen, read.in) {
				continue
			}
			for _, write := range uses {
				if write.adds && write.table == read.table {
					left = s.storedBy(write, read.in, left)
				}
			}
		}
	}
}

// rowScreens are the activities on the path in which a row of a list is touched:
// by a listener for items, a context menu, or a listener that an adapter made; and the one in which the path
// ends, where the stack walks over rows.
func (s *sources) rowScreens() []int {
	var all []int
	screen, adapter := s.Reach.Begin, false
	path := s.Reach.Route()
	for i, e := range path {
		kind, n := s.App.Kind(e.To)
		if kind == icfg.ComponentNode {
			screen, adapter = int(n), false
			continue
		}
		cb := s.App.CallbackOf(s.App.MethodAt(e.To))
		if kind != icfg.MethodNode || cb == nil || e.Kind == icfg.Call && i < len(path)-1 {
			continue
		}
		row := appcode.NeedsRow(s.App.Program, cb) || adapter && appcode.IsEvent(cb.Role)
		if row && !slices.Contains(all, screen) {
			all = append(all, screen)
		}
		adapter = adapter || cb.Role == "adapter"
	}
	if screen >= 0 && s.Reach.WalksRows() && !slices.Contains(all, screen) {
		all = append(all, screen)
	}
	return all
}

// storedBy makes the handlers necessary that lead to code which adds rows, left at most,
// and returns how many more may be.
func (s *sources) storedBy(write tableUse, reader callgraph.MethodID, left int) int {
	table := guide.Subject{Kind: guide.SubjectTable, Name: write.table}
	s.leadingTo(write.in, func(cb *icfg.Callback, widgets []icfg.Widget) {
		known := slices.ContainsFunc(s.depends[addsRows], func(d guide.Dependency) bool {
			return d.Setter == s.name(cb.Method) && d.Subject == table
		})
		if left == 0 || known {
			return
		}
		left--
		s.depend(addsRows, guide.Dependency{
			Kind: guide.AddsRows, Setter: s.name(cb.Method), Tester: s.name(reader), Subject: table, Trigger: s.trigger(widgets),
		})
		s.promote(cb.Method, addsRows, "R19", guide.Reason{Kind: guide.ReasonAddsRows, Subject: table})
	})
	return left
}

// tableUses finds the places in the app's own code that name the table or the
// address of contents which they read or add to.
func (s *sources) tableUses() []tableUse {
	var all []tableUse
	reads := func(ref dex.MethodRef) bool { return s.touches(ref, specs.ReadPrefix) }
	writes := func(ref dex.MethodRef) bool { return s.touches(ref, specs.WritePrefix) }
	for _, u := range s.App.Calls.Index.CallsTo(func(ref dex.MethodRef) bool { return reads(ref) || writes(ref) }) {
		m := s.App.Calls.Method(u.Method)
		if !appcode.Own(m) {
			continue
		}
		in := m.Code().At(u.PC)
		ref := m.Code().File.MethodAt(in.Index)
		if use := (tableUse{in: u.Method, adds: adds(ref.Name)}); use.adds || reads(ref) {
			all = s.naming(all, use, &in, 0)
		}
	}
	return all
}

// maxWrappers bounds the methods of the app between a table's name and the call of the database.
const maxWrappers = 2

// naming adds a use for each table that a call names: by its constants, or by those of the calls of the method where it
// is a method of the app that is given the name.
func (s *sources) naming(all []tableUse, use tableUse, in *dex.Insn, wrappers int) []tableUse {
	tables := s.App.TablesOf(use.in, in)
	for _, use.table = range tables {
		if !slices.Contains(all, use) {
			all = append(all, use)
		}
	}
	if len(tables) > 0 || wrappers == maxWrappers || !s.givenText(use.in, in) {
		return all
	}
	for e := range s.App.Calls.In(use.in) {
		from := s.App.Calls.Method(e.From)
		if e.Kind == callgraph.Call && appcode.Own(from) {
			call := from.Code().At(e.PC)
			all = s.naming(all, tableUse{in: e.From, adds: use.adds}, &call, wrappers+1)
		}
	}
	return all
}

// givenText says that the first text of a call is a parameter of the method that makes it.
func (s *sources) givenText(m callgraph.MethodID, in *dex.Insn) bool {
	an := s.App.OriginsOf(m)
	if an == nil {
		return false
	}
	first := 1
	if in.Op.Call() == dex.CallStatic {
		first = 0
	}
	i := slices.Index(an.Graph.Code.File.MethodAt(in.Index).Params(), "Ljava/lang/String;")
	return i >= 0 && slices.ContainsFunc(an.Args(in, first+i), func(o origin.Origin) bool {
		return o.Kind == origin.Param
	})
}

// touches says that a method reads the rows of tables, or writes them, by the prefix
// of the sort of calls that it belongs to.
func (s *sources) touches(ref dex.MethodRef, prefix string) bool {
	return slices.ContainsFunc(specs.Calls()[ref.Name], func(c specs.Call) bool {
		return string(c.Kind) == prefix+"database" && s.App.Hierarchy.IsSubtype(ref.Class, c.Type)
	})
}

// adds says by the name of a call that it adds rows: updates and deletions do not, and
// execSQL may.
func adds(name string) bool {
	lower := strings.ToLower(name)
	return strings.Contains(lower, "insert") ||
		strings.Contains(lower, "replace") || name == "execSQL" || name == "applyBatch"
}
