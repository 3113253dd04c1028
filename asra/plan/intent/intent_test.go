package intent_test

import (
	"strings"
	"testing"

	"talpa/asra/appcode"
	"talpa/asra/plan/intent"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/icfgtest"
	"talpa/dex/apk"
)

// comparing is an activity that goes on where its intent has parts as the body of a case asks.
const comparing = icfgtest.Main + `
.method protected onCreate(Landroid/os/Bundle;)V
    .registers 6
    invoke-virtual {p0}, Lt/Main;->getIntent()Landroid/content/Intent;
    move-result-object v3
    BODY
    invoke-virtual {p0}, Lt/Main;->finish()V
    :out
    return-void
.end method
`

// part asks for a part by some calls and compares it with a text.
func part(calls, how, text string) string {
	return calls + `
    const-string v1, "` + text + `"
    invoke-virtual {v0, v1}, Ljava/lang/String;->` + how + `
    move-result v0
    if-eqz v0, :out
`
}

// TestOf: what an intent is like by the texts that are compared with it before a place.
func TestOf(t *testing.T) {
	t.Parallel()
	const equals, starts = "equals(Ljava/lang/Object;)Z", "startsWith(Ljava/lang/String;)Z"
	get := func(name string) string {
		return "invoke-virtual {v3}, Landroid/content/Intent;->" + name + "()Ljava/lang/String;\n    move-result-object v0"
	}
	uri := func(name string) string {
		return "invoke-virtual {v3}, Landroid/content/Intent;->getData()Landroid/net/Uri;\n    move-result-object v0\n" +
			"    invoke-virtual {v0}, Landroid/net/Uri;->" + name + "()Ljava/lang/String;\n    move-result-object v0"
	}
	filters := []apk.IntentFilter{{Data: []apk.DataSpec{{Scheme: "https", Host: "*.talpa.dev"}}}}
	for name, c := range map[string]struct {
		body     string
		filters  []apk.IntentFilter
		segments int
		want     intent.Wanted
	}{
		"nothing is compared":      {"", filters, -1, intent.Wanted{}},
		"the action":               {part(get("getAction"), equals, "t.SHOW"), nil, -1, intent.Wanted{Action: "t.SHOW"}},
		"a family of types":        {part(get("getType"), starts, "image/"), nil, -1, intent.Wanted{Type: "image/png"}},
		"a type":                   {part(get("getType"), equals, "text/x-vcard"), nil, -1, intent.Wanted{Type: "text/x-vcard"}},
		"the host":                 {part(uri("getHost"), equals, "a.example"), nil, -1, intent.Wanted{Data: "https://a.example/"}},
		"the path, by its filter":  {part(uri("getPath"), equals, "/notes"), filters, -1, intent.Wanted{Data: "https://www.talpa.dev/notes"}},
		"as many segments as told": {"", filters, 2, intent.Wanted{Data: "https://www.talpa.dev/x/x"}},
		"the action and the scheme": {
			part(get("getAction"), equals, "t.SHOW") + part(uri("getScheme"), equals, "note"), nil, -1,
			intent.Wanted{Action: "t.SHOW", Data: "note://example.com/"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := icfgtest.Build(t, map[string]string{
				"app": "activity t.Main\n", "in.smali": strings.Replace(comparing, "BODY", c.body, 1),
			})
			m := icfgtest.MethodOf(t, p, "Main.onCreate")
			app := appcode.New(p)
			var at callgraph.Use
			for in := range app.Calls.Method(m).Code().Insns() {
				if in.Op.Invokes() && app.Calls.Method(m).Class.File.MethodAt(in.Index).Name == "finish" {
					at = callgraph.Use{Method: m, PC: in.Off}
				}
			}
			if got := intent.Of(app, []callgraph.Use{at}, c.filters, c.segments); got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}
