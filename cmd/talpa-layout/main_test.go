package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

func TestLayout(t *testing.T) {
	var out bytes.Buffer
	source := `digraph { subgraph cluster_a { label="box \\ \"q\""; n1 [label="über"]; } n1 -> n2 [label="x\ny"]; }`
	if err := layout(context.Background(), strings.NewReader(source), &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<svg", "über", "n1&#45;&gt;n2"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the picture has no %q", want)
		}
	}
	if err := layout(context.Background(), strings.NewReader("digraph {"), &out); err == nil {
		t.Error("half a graph is laid out")
	}
}
