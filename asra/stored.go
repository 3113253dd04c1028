package asra

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// Bounds of what stored applies R19 to.
const (
	maxStoredCost = 2*costEvent + 20 // of the way from a handler to the code that stores
	maxStored     = 40               // handlers made necessary
)

// tableUse is a place that reads rows of a table, or adds some.
type tableUse struct {
	in    callgraph.MethodID
	table string
	adds  bool
}

// stored applies R19 to databases: where the way goes through a row of a list,
// somebody must have put it there. Handlers that lead to code which adds rows
// to a table that the list's screen reads are necessary.
func (a *analysis) stored() {
	rows := a.rowScreens()
	if len(rows) == 0 {
		return
	}
	uses := a.tableUses()
	left := maxStored
	for _, screen := range rows {
		for _, read := range uses {
			if read.adds || !a.p.Runs(screen, read.in) {
				continue
			}
			for _, write := range uses {
				if write.adds && write.table == read.table {
					left = a.storedBy(write, read.in, left)
				}
			}
		}
	}
}

// rowScreens are the activities on the way in which a row of a list is touched:
// by a listener for items, a context menu, or a listener that an adapter made.
func (a *analysis) rowScreens() []int {
	if a.begin < 0 {
		return nil
	}
	var all []int
	screen, adapter := a.begin, false
	path := a.routes.path(a.begin)
	for i, e := range path {
		kind, n := a.p.Kind(e.To)
		if kind == icfg.ComponentNode {
			screen, adapter = int(n), false
			continue
		}
		cb := a.p.CallbackOf(a.callee(e.To))
		if kind != icfg.MethodNode || cb == nil || e.Kind == icfg.Call && i < len(path)-1 {
			continue
		}
		if row := needsRow(a.p, cb) || adapter && isEvent(cb.Role); row && !slices.Contains(all, screen) {
			all = append(all, screen)
		}
		adapter = adapter || cb.Role == "adapter"
	}
	return all
}

// storedBy makes the handlers necessary that lead to code which adds rows.
func (a *analysis) storedBy(write tableUse, reader callgraph.MethodID, left int) int {
	w := a.routes.walkAgain()
	w.limit = maxStoredCost
	w.seed(a.p.Method(write.in), 1)
	w.run()
	table := guide.Subject{Kind: guide.SubjectTable, Name: write.table}
	for i := range a.g.Callbacks {
		cb := &a.g.Callbacks[i]
		id := a.methods[cb.Method]
		if left == 0 || !isEvent(string(cb.Role)) || !w.has(a.p.Method(id)) || makesForCaller(a.p.Calls.Method(id)) {
			continue
		}
		known := slices.ContainsFunc(a.g.Dependencies, func(d guide.Dependency) bool {
			return d.Setter == cb.Method && d.Kind == guide.AddsRows && d.Subject == table
		})
		if known {
			continue
		}
		d := guide.Dependency{
			Kind: guide.AddsRows, Setter: cb.Method, Tester: a.p.Calls.Method(reader).String(), Subject: table,
		}
		if leading := a.leadingTo(id, w); len(leading) > 0 {
			d.Trigger = leading[0]
		}
		a.g.Dependencies = append(a.g.Dependencies, d)
		left--
		a.promote(cb.Method, "R19", guide.Reason{Kind: guide.ReasonAddsRows, Subject: table})
	}
	return left
}

// leadingTo are the widgets of a callback with which it takes the next edge of a
// way.
func (a *analysis) leadingTo(m callgraph.MethodID, w *way) []guide.Widget {
	cb := a.p.CallbackOf(m)
	if w.hops[a.p.Method(m)] > 0 {
		return a.triggers(cb, &w.next[a.p.Method(m)])
	}
	var all []guide.Widget
	for _, widget := range cb.Widgets {
		all = append(all, a.widget(widget))
	}
	return all
}

// makesForCaller says that a callback makes something when it is about to show,
// before any event.
func makesForCaller(m *dex.Method) bool {
	return strings.HasPrefix(m.Name, "onCreate") || strings.HasPrefix(m.Name, "onPrepare")
}

// tableUses finds the places in the app's own code that name the table or the
// address of contents which they read or add to.
func (a *analysis) tableUses() []tableUse {
	var all []tableUse
	reads := func(ref dex.MethodRef) bool { return a.touches(ref, specs.ReadPrefix) }
	writes := func(ref dex.MethodRef) bool { return a.touches(ref, specs.WritePrefix) }
	for _, u := range a.p.Calls.Index.CallsTo(func(ref dex.MethodRef) bool { return reads(ref) || writes(ref) }) {
		m := a.p.Calls.Method(u.Method)
		if !a.ownCode(m) {
			continue
		}
		in := m.Code().At(u.PC)
		ref := m.Code().File.MethodAt(in.Index)
		for _, table := range a.tablesOf(u.Method, &in) {
			use := tableUse{in: u.Method, table: table, adds: adds(ref.Name)}
			if (use.adds || reads(ref)) && !slices.Contains(all, use) {
				all = append(all, use)
			}
		}
	}
	return all
}

// touches says that a method reads the rows of tables, or writes them, by the prefix
// of the sort of calls that it belongs to.
func (a *analysis) touches(ref dex.MethodRef, prefix string) bool {
	return slices.ContainsFunc(specs.Calls()[ref.Name], func(c specs.Call) bool {
		return string(c.Kind) == prefix+"database" && a.p.Hierarchy.IsSubtype(ref.Class, c.Type)
	})
}

// adds says by the name of a call that it adds rows.
func adds(name string) bool {
	lower := strings.ToLower(name)
	return strings.Contains(lower, "insert") ||
		strings.Contains(lower, "replace") || name == "execSQL" || name == "applyBatch"
}

// tablesOf are the tables that the arguments of a call name: a constant, a
// statement, a static field with an address, also as part of a longer one.
func (a *analysis) tablesOf(m callgraph.MethodID, in *dex.Insn) []string {
	an := a.originsOf(m)
	if an == nil {
		return nil
	}
	var all []string
	first := 1
	if in.Op.Call() == dex.CallStatic {
		first = 0
	}
	params := an.Graph.Code.File.MethodAt(in.Index).Params()
	for i, p := range params {
		switch p {
		case "Ljava/lang/String;":
			all = append(all, tableNames(an.Args(in, first+i))...)
			return all // the first text names the table, the others columns
		case "Landroid/net/Uri;":
			return append(all, a.addresses(an, an.Args(in, first+i), 0)...)
		}
	}
	return all
}

// addresses are the static fields and constants that an Uri is made of.
func (a *analysis) addresses(an *origin.Analysis, origins []origin.Origin, depth int) []string {
	var all []string
	for _, o := range origins {
		switch {
		case o.Kind == origin.Static:
			all = append(all, shortClass(o.Owner)+"."+o.Name)
		case o.Kind == origin.String:
			all = append(all, o.Text)
		case o.Kind == origin.Result && o.Owner != "" && depth < 3:
			call := an.Graph.Code.At(o.PC)
			all = append(all, a.addresses(an, an.Args(&call, 0), depth+1)...)
		}
	}
	return all
}

// sqlWords are words of statements that name no table.
var sqlWords = []string{"select", "where", "values", "exists", "if", "not", "or", "ignore", "abort"}

// tableNames are the tables that constant texts name: one word is a table, of a
// statement those are that follow FROM, INTO, UPDATE and JOIN.
func tableNames(origins []origin.Origin) []string {
	var all []string
	for _, o := range origins {
		if o.Kind != origin.String {
			continue
		}
		words := strings.FieldsFunc(o.Text, func(r rune) bool {
			return r != '_' && r != '.' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
		})
		if len(words) == 1 {
			all = append(all, words[0])
			continue
		}
		for i := 1; i < len(words); i++ {
			switch strings.ToLower(words[i-1]) {
			case "from", "into", "update", "join":
				if !slices.Contains(sqlWords, strings.ToLower(words[i])) {
					all = append(all, words[i])
				}
			}
		}
	}
	return all
}
