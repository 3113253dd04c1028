package place

import (
	"slices"
	"testing"

	"talpa/asra/appcode"
	"talpa/cfg/callgraph"
	"talpa/cfg/icfg/icfgtest"
	"talpa/dex"
)

const asking = `
.class public Lt/Main;
.super Landroid/app/Activity;
.field private at:I
.field private items:Ljava/util/List;
.field private picked:Ljava/util/List;
.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Landroid/app/Activity;-><init>()V
    return-void
.end method
.method public undo()V
    .registers 4
    iget v0, p0, Lt/Main;->at:I
    add-int/lit8 v0, v0, -1
    invoke-virtual {p0, v0}, Lt/Main;->put(I)V
    return-void
.end method
.method public put(I)V
    .registers 4
    iget-object v0, p0, Lt/Main;->items:Ljava/util/List;
    invoke-interface {v0, p1, p0}, Ljava/util/List;->add(ILjava/lang/Object;)V
    return-void
.end method
.method public act()V
    .registers 4
    iget-object v0, p0, Lt/Main;->picked:Ljava/util/List;
    invoke-interface {v0}, Ljava/util/List;->iterator()Ljava/util/Iterator;
    move-result-object v0
    invoke-interface {v0}, Ljava/util/Iterator;->next()Ljava/lang/Object;
    move-result-object v0
    check-cast v0, Ljava/lang/Integer;
    invoke-virtual {v0}, Ljava/lang/Integer;->intValue()I
    move-result v0
    iget-object v1, p0, Lt/Main;->items:Ljava/util/List;
    invoke-interface {v1, v0}, Ljava/util/List;->get(I)Ljava/lang/Object;
    iget-object v1, p0, Lt/Main;->items:Ljava/util/List;
    invoke-virtual {p0}, Ljava/lang/Object;->hashCode()I
    move-result v0
    invoke-interface {v1, v0}, Ljava/util/List;->set(ILjava/lang/Object;)Ljava/lang/Object;
    return-void
.end method
`

// TestOfIndex: a place is kept in a field, also where a helper is given it, or as an element of a collection; what is
// computed of something else is kept nowhere.
func TestOfIndex(t *testing.T) {
	t.Parallel()
	p := icfgtest.Build(t, map[string]string{"app": "activity t.Main", "in.smali": asking})
	app := appcode.New(p)
	for _, c := range []struct {
		chain []string
		call  string
		want  []string
	}{
		{[]string{"Main.put", "Main.undo"}, "add", []string{"at"}},
		{[]string{"Main.put"}, "add", nil},
		{[]string{"Main.act"}, "get", []string{"picked elements"}},
		{[]string{"Main.act"}, "set", nil},
	} {
		var chain []callgraph.MethodID
		for _, name := range c.chain {
			chain = append(chain, icfgtest.MethodOf(t, p, name))
		}
		var got []string
		for _, k := range OfIndex(app, chain, callAt(t, app, chain[0], c.call)) {
			name := k.Field.Ref().Name
			if k.Elements {
				name += " elements"
			}
			got = append(got, name)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: the index of %s is kept in %v, want %v", c.chain, c.call, got, c.want)
		}
	}
}

// callAt is where a method calls one with a name.
func callAt(t *testing.T, app *appcode.Reader, m callgraph.MethodID, name string) uint32 {
	t.Helper()
	code := app.Calls.Method(m).Code()
	for in := range code.Insns() {
		if in.Op.Invokes() && in.Op.Ref() == dex.RefMethod && code.File.MethodAt(in.Index).Name == name {
			return in.Off
		}
	}
	t.Fatalf("no call of %s", name)
	return 0
}
