// Package dextest assembles DEX files from text, so that tests need no
// compiler and no binary fixtures.
//
// The language is a subset of smali's:
//
//	.class public Lcom/foo/A;
//	.super Landroid/app/Activity;
//	.implements Ljava/lang/Runnable;
//	.source "A.java"
//	.field static count:I = 3
//
//	.method public run()V
//	    .registers 3
//	    .line 12
//	    :start
//	    const-string v0, "hello\n"
//	    invoke-static {v0}, Lcom/foo/B;->log(Ljava/lang/String;)V
//	    :end
//	    return-void
//	    .catch Ljava/io/IOException; {:start .. :end} :end
//	.end method
//
// One text may hold several classes. Further directives: .locals, .array-data,
// .packed-switch, .sparse-switch, .catchall, .local, .end local, .annotation,
// .subannotation, .enum, and .dex NNN for the version (035 if not given).
// invoke-custom is written as smali does:
//
//	invoke-custom {p0}, site("run", (Lcom/foo/A;)Ljava/lang/Runnable;, ()V,
//	    invoke-static@Lcom/foo/A;->f()V, ()V)@Ljava/lang/invoke/LambdaMetafactory;->metafactory(...)...
//
// on one line. Unlike smali, the assembler never changes an opcode: a goto that
// is too far is an error. Generics, hidden-API data and .param are not supported.
package dextest

import (
	"fmt"
	"testing"

	"talpa/dex"
)

// Assemble turns text into the bytes of one DEX file. Errors name the line.
func Assemble(text string) ([]byte, error) {
	p, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("dextest: %w", err)
	}
	data, err := write(p)
	if err != nil {
		return nil, fmt.Errorf("dextest: %w", err)
	}
	return data, nil
}

// Bytes is Assemble for tests: an error ends the test.
func Bytes(t testing.TB, text string) []byte {
	t.Helper()
	data, err := Assemble(text)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// File assembles and parses text. Warnings and broken methods end the test.
func File(t testing.TB, text string) *dex.File {
	t.Helper()
	f, err := dex.Parse(Bytes(t, text))
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range f.Warnings {
		t.Fatalf("warning: %s", w)
	}
	for _, fault := range f.Faults {
		t.Fatalf("%s: %v", fault.Method, fault.Err)
	}
	return f
}

// Set assembles an app of one DEX file for each text.
func Set(t testing.TB, texts ...string) *dex.Set {
	t.Helper()
	files := make([]*dex.File, len(texts))
	for i, text := range texts {
		files[i] = File(t, text)
	}
	return dex.NewSet(files...)
}

// Method finds a method of an app by its identifier "Lcom/foo/A;->run()V"; if
// there is none, the test ends.
func Method(t testing.TB, set *dex.Set, id string) *dex.Method {
	t.Helper()
	ref, err := dex.ParseMethodRef(id)
	if err != nil {
		t.Fatal(err)
	}
	m := set.Method(ref)
	if m == nil {
		t.Fatalf("no method %s", id)
	}
	return m
}
