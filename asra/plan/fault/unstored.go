package fault

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
)

const database = "Landroid/database/sqlite/SQLiteDatabase;"

// inserts are the calls that give the number of the row that they have stored, and -1 where they could not.
var inserts = []string{"insert", "insertWithOnConflict", "replace"}

// Unstored says that a call is given the number of a row that was stored just before: one that no row has if there was
// no room for it.
func Unstored(app *appcode.Reader, m callgraph.MethodID, pc uint32) bool {
	an := app.OriginsOf(m)
	if an == nil || an.Graph.BlockAt(pc) == nil {
		return false
	}
	call := an.Graph.Code.At(pc)
	for i := 0; ; i++ {
		reg, ok := origin.ArgRegister(an.Graph.Code.File, &call, i)
		if !ok {
			return false
		}
		if numbersRow(app, m, an.At(pc, reg), 0) {
			return true
		}
	}
}

// numbersRow says that a value is what storing a row gave, also by helpers.
func numbersRow(app *appcode.Reader, m callgraph.MethodID, values []origin.Origin, depth int) bool {
	return slices.ContainsFunc(values, func(o origin.Origin) bool {
		if o.Kind != origin.Result {
			return false
		}
		if app.Hierarchy.IsSubtype(o.Owner, database) && slices.Contains(inserts, o.Name) {
			return true
		}
		method := app.Calls.Method(m)
		targets := app.Calls.Targets(method, method.Code().At(o.PC))
		return depth < maxDepth && len(targets) == 1 && returnsNumber(app, targets[0], depth+1)
	})
}

// returnsNumber says that a method returns what storing a row gave.
func returnsNumber(app *appcode.Reader, m callgraph.MethodID, depth int) bool {
	an := app.OriginsOf(m)
	if an == nil {
		return false
	}
	for _, values := range an.Returns() {
		if numbersRow(app, m, values, depth) {
			return true
		}
	}
	return false
}
