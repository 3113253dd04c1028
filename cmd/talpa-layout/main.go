// Command talpa-layout lays out a graph: Graphviz's language on standard input,
// SVG on standard output. It is a program of its own because the library that
// does the work compiles and starts a WebAssembly engine in every program that
// imports it, and because it can be killed when a layout takes too long.
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"

	"github.com/goccy/go-graphviz"
)

// maxSource bounds the input, in bytes.
const maxSource = 32 << 20

func main() {
	if err := layout(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "talpa-layout: %v\n", err)
		os.Exit(1)
	}
}

func layout(ctx context.Context, in io.Reader, out io.Writer) error {
	source, err := io.ReadAll(io.LimitReader(in, maxSource+1))
	if err != nil {
		return fmt.Errorf("reading the graph: %w", err)
	}
	if len(source) > maxSource {
		return fmt.Errorf("the graph is larger than %d MB", maxSource>>20)
	}
	engine, err := graphviz.New(ctx)
	if err != nil {
		return fmt.Errorf("starting Graphviz: %w", err)
	}
	graph, err := graphviz.ParseBytes(source)
	if err != nil {
		return fmt.Errorf("parsing the graph: %w", err)
	}
	var svg bytes.Buffer
	if err := engine.Render(ctx, graph, graphviz.SVG, &svg); err != nil {
		return fmt.Errorf("laying out: %w", err)
	}
	_, err = out.Write(svg.Bytes())
	return err
}
