package dex_test

import (
	"fmt"
	"log"
	"os"

	"talpa/dex"
	"talpa/dex/dextest"
)

// An app is its DEX files in class path order. Here the only one is assembled
// from text.
func Example() {
	data, err := dextest.Assemble(`
.class public Lcom/foo/Main;
.super Landroid/app/Activity;
.method public onClick(Landroid/view/View;)V
    .registers 3
    .line 42
    const-string v0, "clicked"
    invoke-static {v0}, Lcom/foo/Log;->add(Ljava/lang/String;)V
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
	app := dex.NewSet(file)
	m := app.Class("Lcom/foo/Main;").Method("onClick", "(Landroid/view/View;)V")
	for in := range m.Code().Insns() {
		if in.Op.Invokes() {
			callee := file.MethodAt(in.Index)
			fmt.Printf("line %d calls %s\n", m.Code().Line(in.Off), callee.JavaMethod())
		}
	}
	if err := dex.WriteMethod(os.Stdout, m); err != nil {
		log.Fatal(err)
	}
	// Output:
	// line 42 calls com.foo.Log.add(java.lang.String)
	// Lcom/foo/Main;->onClick(Landroid/view/View;)V public
	//   registers 3, ins 2, outs 1
	//   line 42
	//   0000: const-string v0, "clicked"
	//   0002: invoke-static {v0}, Lcom/foo/Log;->add(Ljava/lang/String;)V
	//   0005: return-void
}
