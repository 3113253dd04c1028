package intent

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/origin"
	"talpa/dex"
)

// Extra is a text that an intent carries, by its key.
type Extra struct{ Key, Text string }

// Calls that take a text out of an intent or a bundle, and that put one in, by the documentation of both.
var (
	takesText = []string{"getStringExtra", "getString", "getCharSequenceExtra", "getCharSequence"}
	putsText  = []string{"putExtra", "putString", "putCharSequence"}
	carriers  = []string{"Landroid/content/Intent;", "Landroid/os/Bundle;", "Landroid/os/BaseBundle;"}
)

// Extras are the texts that control has found in an intent or a bundle, wherever it comes to one of some places.
func Extras(app *appcode.Reader, places []callgraph.Use) []Extra {
	var all []Extra
	for _, at := range places {
		an := app.OriginsOf(at.Method)
		if an == nil {
			continue
		}
		for _, o := range an.Passed(at.PC) {
			if o.Kind != origin.Result || o.Name != "equals" && o.Name != "equalsIgnoreCase" && o.Name != "areEqual" {
				continue
			}
			if e, ok := carried(an, o); ok && !slices.Contains(all, e) {
				all = append(all, e)
			}
		}
	}
	return all
}

// carried is the extra that a comparison of two texts is about: one is a constant, the other comes from an intent.
func carried(an *origin.Analysis, o origin.Origin) (Extra, bool) {
	call := an.Graph.Code.At(o.PC)
	first := len(dex.Params(o.Desc)) - 1 // equals has its receiver, areEqual two parameters
	for _, i := range []int{first, 1 - first} {
		text, of := an.Args(&call, i), an.Args(&call, 1-i)
		if len(text) != 1 || text[0].Kind != origin.String || len(of) != 1 || of[0].Kind != origin.Result ||
			!slices.Contains(takesText, of[0].Name) || !slices.Contains(carriers, of[0].Owner) {
			continue
		}
		take := an.Graph.Code.At(of[0].PC)
		if key := an.Args(&take, 1); len(key) == 1 && key[0].Kind == origin.String {
			return Extra{key[0].Text, text[0].Text}, true
		}
	}
	return Extra{}, false
}

// Puts are the places at which an extra is put into an intent or a bundle: where the text is a constant, or where the
// method that puts it is called with the constant.
func Puts(app *appcode.Reader, e Extra) []callgraph.Use {
	var all []callgraph.Use
	for _, u := range app.Calls.Index.CallsTo(func(ref dex.MethodRef) bool {
		return slices.Contains(putsText, ref.Name) && slices.Contains(carriers, ref.Class) && len(dex.Params(ref.Desc)) == 2
	}) {
		an := app.OriginsOf(u.Method)
		if an == nil {
			continue
		}
		call := an.Graph.Code.At(u.PC)
		key, value := an.Args(&call, 1), an.Args(&call, 2)
		if len(key) != 1 || key[0].Kind != origin.String || key[0].Text != e.Key || len(value) != 1 {
			continue
		}
		switch {
		case value[0].Kind == origin.String && value[0].Text == e.Text:
			all = append(all, u)
		case value[0].Kind == origin.Param:
			if i, ok := origin.ParamIndex(app.Calls.Method(u.Method), int(value[0].Int)); ok {
				all = append(all, givers(app, u.Method, i, e.Text)...)
			}
		}
	}
	return all
}

// givers are the calls of a method with a text as one of its arguments.
func givers(app *appcode.Reader, m callgraph.MethodID, i int, text string) []callgraph.Use {
	var all []callgraph.Use
	for e := range app.Preds(app.Method(m)) {
		by := app.MethodAt(e.From)
		if e.Kind != icfg.Call || by == callgraph.NoMethod || app.OriginsOf(by) == nil {
			continue
		}
		an := app.OriginsOf(by)
		call := an.Graph.Code.At(e.PC)
		if of := an.Args(&call, i); len(of) == 1 && of[0].Kind == origin.String && of[0].Text == text {
			all = append(all, callgraph.Use{Method: by, PC: e.PC})
		}
	}
	return all
}
