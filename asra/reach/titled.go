package reach

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/cfg"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/origin"
	"talpa/dex"
)

// titled are those of some widgets that bear a text which a callback has found on the widget that it is given, wherever
// control goes on: apps tell items of menus and buttons apart by their titles, too. All of them where no test of a text
// is passed everywhere, or none of them bears one.
func (r *Result) titled(cb *icfg.Callback, widgets []icfg.Widget, at []uint32) []icfg.Widget {
	an := r.app.OriginsOf(cb.Method)
	if an == nil || len(at) == 0 || len(widgets) < 2 {
		return widgets
	}
	t := titles{r.app, cb.Method, an}
	var wanted []string
	for _, pc := range at {
		texts := t.at(pc, 0)
		if len(texts) == 0 {
			return widgets
		}
		wanted = append(wanted, texts...)
	}
	other := func(w icfg.Widget) bool { return w.Text == "" || !slices.Contains(wanted, w.Text) }
	if all := slices.DeleteFunc(slices.Clone(widgets), other); len(all) > 0 {
		return all
	}
	return widgets
}

// titles finds the texts that a callback compares with that of the widget that it is given.
type titles struct {
	app    *appcode.Reader
	method callgraph.MethodID
	an     *origin.Analysis
}

// maxSwitches bounds how often a number that is switched over is followed to where a text gave it.
const maxSwitches = 2

// at are the texts one of which the widget has wherever control comes to a position; none if none is known.
func (t titles) at(pc uint32, depth int) []string {
	for last, e := range t.an.Graph.Passed(pc) {
		if all := t.taken(&last, e, depth); len(all) > 0 {
			return all
		}
	}
	return nil
}

// taken are the texts one of which the widget has where control leaves a block by an edge.
func (t titles) taken(last *dex.Insn, e cfg.Edge, depth int) []string {
	text := ""
	switch {
	case last.Op == dex.OpIfNez && e.Kind == cfg.True, last.Op == dex.OpIfEqz && e.Kind == cfg.False:
		text = t.equal(t.an.At(last.Off, last.A()))
	case last.Op == dex.OpIfEq && e.Kind == cfg.True, last.Op == dex.OpIfNe && e.Kind == cfg.False:
		// texts compared as objects, which holds for constants alone
		text = t.same(t.an.At(last.Off, last.A()), t.an.At(last.Off, last.B()))
	case last.Op.Switches() && e.Kind == cfg.Case && depth < maxSwitches:
		return t.numbered(last.A(), e.From, int64(e.Key), depth)
	}
	if text == "" {
		return nil
	}
	return []string{text}
}

// numbered are the texts with which a number that code has given itself is as wanted before a block: compilers make a
// switch over texts a search for the number of the text, and a switch over that.
func (t titles) numbered(reg uint16, block int32, n int64, depth int) []string {
	g := t.an.Graph
	var all []string
	for _, from := range g.Preds(block) {
		last, ok := g.Last(from)
		if !ok {
			return nil
		}
		number, known := appcode.Constant(t.an.At(last.Off, reg))
		if to, _, defines := last.Def(); defines && to == reg {
			number, known = last.Lit, last.Op == dex.OpConst4 || last.Op == dex.OpConst16 || last.Op == dex.OpConst
		}
		if !known {
			return nil
		}
		if number != n {
			continue
		}
		some := t.at(last.Off, depth+1)
		if len(some) == 0 {
			return nil
		}
		all = append(all, some...)
	}
	return all
}

// equal is the constant text that a call has compared with that of the widget.
func (t titles) equal(answer []origin.Origin) string {
	if len(answer) != 1 || answer[0].Kind != origin.Result {
		return ""
	}
	call := t.an.Graph.Code.At(answer[0].PC)
	names := []string{"equals", "equalsIgnoreCase", "contentEquals"}
	if !slices.Contains(names, answer[0].Name) && !t.app.IsEquality(t.method, &call) {
		return ""
	}
	return t.same(t.an.Args(&call, 0), t.an.Args(&call, 1))
}

// same is the text of two values one of which is a constant and the other the text of the widget; "" for others.
func (t titles) same(a, b []origin.Origin) string {
	for _, side := range [][2][]origin.Origin{{a, b}, {b, a}} {
		if len(side[0]) == 1 && side[0][0].Kind == origin.String && t.ofWidget(side[1], 0) {
			return side[0][0].Text
		}
	}
	return ""
}

// ofWidget says that a value is the text of the widget or item that the callback is given, also in another form.
func (t titles) ofWidget(values []origin.Origin, depth int) bool {
	if len(values) != 1 || values[0].Kind != origin.Result || depth > maxSwitches {
		return false
	}
	o := values[0]
	call := t.an.Graph.Code.At(o.PC)
	if !call.Op.Invokes() {
		return false
	}
	on := t.an.Args(&call, 0)
	switch o.Name {
	case "toString", "valueOf", "trim":
		return t.ofWidget(on, depth+1)
	case "getTitle", "getText":
		return len(on) == 1 && on[0].Kind == origin.Param && on[0].Int > 0
	}
	return false
}

// offsets are the positions of some steps, in code units.
func offsets(steps []Step) []uint32 {
	var all []uint32
	for _, s := range steps {
		all = append(all, s.PC)
	}
	return all
}
