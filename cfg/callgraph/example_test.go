package callgraph_test

import (
	"context"
	"fmt"
	"log"

	"talpa/cfg/callgraph"
	"talpa/dex"
	"talpa/dex/dextest"
	"talpa/specs"
)

// Who can make crash run? The listener's method is called by the framework, so
// the creator of the listener stands in for the caller.
func ExampleGraph_Backward() {
	data, err := dextest.Assemble(`
.class LScreen;
.super Landroid/app/Activity;
.method protected onCreate(Landroid/os/Bundle;)V
    .registers 3
    new-instance v0, LListener;
    return-void
.end method
.class LListener;
.implements Landroid/view/View$OnClickListener;
.method public onClick(Landroid/view/View;)V
    .registers 2
    invoke-virtual {p0}, LListener;->crash()V
    return-void
.end method
.method public crash()V
    .registers 1
    return-void
.end method
`)
	if err != nil {
		log.Fatal(err)
	}
	file, err := dex.Parse(data)
	if err != nil {
		log.Fatal(err)
	}
	g, err := callgraph.New(context.Background(), dex.NewSet(file), specs.Framework(), callgraph.Options{})
	if err != nil {
		log.Fatal(err)
	}
	crash := g.Lookup(dex.MethodRef{Class: "LListener;", Name: "crash", Desc: "()V"})
	reach := g.Backward([]callgraph.MethodID{crash}, callgraph.Walk{})
	for _, m := range reach.Order {
		fmt.Println(reach.Distance(m), g.Method(m))
	}
	// Output:
	// 0 LListener;->crash()V
	// 1 LListener;->onClick(Landroid/view/View;)V
	// 2 LScreen;->onCreate(Landroid/os/Bundle;)V
}
