package branch

import (
	"fmt"
	"strings"

	"talpa/asra/appcode"
	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// permissionHeld is the subject of a question whether the app holds a permission that is a constant: 0 for yes
// (PackageManager.PERMISSION_GRANTED), by the documentation of Context, and of ContextCompat and PermissionChecker of
// the support library and AndroidX, which take the context first.
func permissionHeld(an *origin.Analysis, o origin.Origin, call *dex.Insn) (Subject, bool) {
	if o.Name != "checkSelfPermission" && o.Name != "checkCallingOrSelfPermission" || !strings.HasSuffix(o.Desc, ")I") {
		return Subject{}, false
	}
	name := appcode.ConstantText(an, call, 1)
	if name == "" {
		return Subject{}, false
	}
	return Subject{Key: "g:" + name, Says: guide.Subject{Kind: guide.SubjectPermission, Name: name}}, true
}

// answersRegister is the parameter register of onRequestPermissionsResult(int, String[], int[]) with the answers.
const answersRegister = 3

// permissionAnswer is the subject of an element of the answers to a request for permissions, 0 for granted: that of any
// permission that was asked for, since which element is whose goes by the request.
func (x *Table) permissionAnswer(m callgraph.MethodID, an *origin.Analysis, o origin.Origin) (Subject, bool) {
	if x.app.Calls.Method(m).Name != "onRequestPermissionsResult" {
		return Subject{}, false
	}
	in := an.Graph.Code.At(o.PC)
	if in.Op != dex.OpAget {
		return Subject{}, false
	}
	array := an.At(o.PC, in.B())
	if len(array) != 1 || array[0].Kind != origin.Param || array[0].Int != answersRegister {
		return Subject{}, false
	}
	return Subject{Key: fmt.Sprintf("g:p%d", answersRegister), Says: guide.Subject{Kind: guide.SubjectPermission}}, true
}
