package apktool

import (
	"fmt"
	"strings"

	"talpa/instrument"
)

// Bounds that the instructions of a guard set.
const (
	maxGuarded      = 1000 // numbers
	maxByteRegister = 255  // of the argument
)

// guardCode is the prologue of a guarded method: it asks for the number of the
// widget, and for a rejected one it returns. It logs when it returns, or when it
// does not (a probe). reason says why a method cannot have one.
func guardCode(
	g instrument.Guard, class, signature string, static bool, locals int,
) (code, reason string) {
	if len(g.Values) == 0 || len(g.Values) > maxGuarded {
		return "", "its guard has no numbers, or too many"
	}
	params := parameters(signature)
	if g.Argument < 0 || g.Argument >= len(params) || params[g.Argument] == "J" || params[g.Argument] == "D" {
		return "", "it has no such argument"
	}
	head, _, _ := strings.Cut(signature, "(")
	at := arguments("("+strings.Join(params[:g.Argument], "")+")V", static)
	if locals+at > maxByteRegister {
		return "", "its frame is too large"
	}
	var b strings.Builder
	if g.Getter == "" {
		fmt.Fprintf(&b, "\n    move/from16 v0, p%d\n\n", at)
	} else {
		call := "invoke-virtual/range"
		if strings.HasPrefix(g.Getter, "Landroid/view/MenuItem;") {
			call = "invoke-interface/range"
		}
		fmt.Fprintf(&b, "\n    if-eqz p%d, :talpa_body\n\n    %s {p%d .. p%d}, %s\n\n    move-result v0\n\n",
			at, call, at, at, g.Getter)
	}
	for _, n := range g.Values {
		fmt.Fprintf(&b, "    const v1, %#x\n\n    if-eq v0, v1, :talpa_pruned\n\n", n)
	}
	_, result, _ := strings.Cut(signature, ")")
	line, probe := logCall(class, head), ""
	if g.Probe {
		line, probe = "", line
	}
	b.WriteString("    goto/16 :talpa_body\n\n    :talpa_pruned\n" + line + neutralReturn(result) +
		"\n    :talpa_body\n" + probe)
	return b.String(), ""
}
