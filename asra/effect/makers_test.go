package effect_test

import (
	"strings"
	"testing"

	"talpa/asra/effect"
	"talpa/cfg/callgraph"
)

// makersApp has a list in each of the fields one and two; "add" adds to a list in v0 that a
// test gets hold of.
const makersApp = `
.class public Lt/Main;
.super Landroid/app/Activity;
.field one:Ljava/util/ArrayList;
.field two:Ljava/util/ArrayList;
.method protected onCreate(Landroid/os/Bundle;)V
    .registers 4
    new-instance v0, Ljava/util/ArrayList;
    invoke-direct {v0}, Ljava/util/ArrayList;-><init>()V
    iput-object v0, p0, Lt/Main;->one:Ljava/util/ArrayList;
    new-instance v0, Ljava/util/ArrayList;
    invoke-direct {v0}, Ljava/util/ArrayList;-><init>()V
    iput-object v0, p0, Lt/Main;->two:Ljava/util/ArrayList;
    return-void
.end method
.method public static make()Ljava/util/ArrayList;
    .registers 1
    new-instance v0, Ljava/util/ArrayList;
    invoke-direct {v0}, Ljava/util/ArrayList;-><init>()V
    return-object v0
.end method
.method public static same(Ljava/util/ArrayList;)Ljava/util/ArrayList;
    .registers 1
    return-object p0
.end method
.method public static again()Ljava/util/ArrayList;
    .registers 1
    invoke-static {}, Lt/Main;->again()Ljava/util/ArrayList;
    move-result-object v0
    return-object v0
.end method
.method public add(Ljava/util/ArrayList;)V
    .registers 4
    GET
    invoke-virtual {v0, p0}, Ljava/util/ArrayList;->add(Ljava/lang/Object;)Z
    return-void
.end method
.method public other()V
    .registers 3
    iget-object v0, p0, Lt/Main;->one:Ljava/util/ArrayList;
    invoke-virtual {v0, p0}, Ljava/util/ArrayList;->add(Ljava/lang/Object;)Z
    return-void
.end method
`

// TestOf_makers: whose contents a call changes, by the places that make the object: how many
// facts, and whether one of them is of the list in the field one. A fact without an owner is
// of every list.
func TestOf_makers(t *testing.T) {
	t.Parallel()
	const one = "iget-object v0, p0, Lt/Main;->one:Ljava/util/ArrayList;"
	for name, c := range map[string]struct {
		get   string
		facts int
		ofOne bool // the list in the field one is among them, by name
		any   bool // they are of any list
	}{
		"list_in_the_field":          {one, 1, true, false},
		"list_in_another_field":      {"iget-object v0, p0, Lt/Main;->two:Ljava/util/ArrayList;", 1, false, false},
		"list_made_on_the_spot":      {"new-instance v0, Ljava/util/ArrayList;\ninvoke-direct {v0}, Ljava/util/ArrayList;-><init>()V", 0, false, false},
		"list_that_a_method_makes":   {"invoke-static {}, Lt/Main;->make()Ljava/util/ArrayList;\nmove-result-object v0", 1, false, false},
		"list_that_a_method_returns": {one + "\ninvoke-static {v0}, Lt/Main;->same(Ljava/util/ArrayList;)Ljava/util/ArrayList;\nmove-result-object v0", 1, true, false},
		"list_that_nobody_makes":     {"move-object v0, p1", 1, false, true},
		"list_of_a_recursive_method": {"invoke-static {}, Lt/Main;->again()Ljava/util/ArrayList;\nmove-result-object v0", 1, false, true},
		"either_of_two_lists":        {one + "\nif-eqz p1, :end\niget-object v0, p0, Lt/Main;->two:Ljava/util/ArrayList;\n:end", 2, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app, x := summaries(t, strings.Replace(makersApp, "GET", c.get, 1), "")
			var add, other []effect.Access
			for m := range app.Calls.Len() {
				switch id := callgraph.MethodID(m); app.Calls.Method(id).Name {
				case "add":
					add = contents(x.Of(id))
				case "other":
					other = contents(x.Of(id))
				}
			}
			if len(other) != 1 || other[0].Fact.Owner == "" {
				t.Fatalf("the list in the field is %v", other)
			}
			ofOne, any := false, false
			for _, a := range add {
				ofOne = ofOne || a.Fact.Owner == other[0].Fact.Owner
				any = any || a.Fact.Owner == ""
			}
			if len(add) != c.facts || ofOne != c.ofOne || any != c.any {
				t.Errorf("changes %v; want %d facts, of the field %v, of any list %v", add, c.facts, c.ofOne, c.any)
			}
		})
	}
}

// contents are the contents that an effect changes.
func contents(e *effect.Effect) []effect.Access {
	var all []effect.Access
	for _, a := range e.Writes {
		if a.Fact.Kind == effect.Content {
			all = append(all, a)
		}
	}
	return all
}
