// Package layout makes SVG of a diagram by the program talpa-layout, which holds
// Graphviz's engine.
package layout

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"talpa/internal/diagram"
	"talpa/internal/execx"
)

// Bounds of pictures: ranking and ordering take more than linear time, and nobody
// reads a picture of thousands of boxes.
const (
	MaxNodes = 1500
	maxEdges = 4000
	maxTime  = 60 * time.Second
)

// What a person can read at a glance.
const (
	readableNodes = 150
	readableEdges = 220
)

// ErrTooLarge is wrapped by errors of a diagram beyond the bounds, in size or in time:
// whoever asked can ask for less. All other errors are of this computer.
var ErrTooLarge = errors.New("the picture is too large")

const narrower = "narrow it with --package, or --depth and --target or --method; --format dot and json have no bounds"

// Readable is the diagram made as small as a person can read, for pictures of which
// nobody said what to leave out.
func Readable(d *diagram.Diagram) *diagram.Diagram { return d.Readable(readableNodes, readableEdges) }

// Program is where the layout program is on this computer.
type Program struct {
	Path string
	// Cache is a folder of the user's own: the program keeps its compiled engine in
	// the folder for temporary files, and code that is run later must not lie where
	// everybody may write.
	Cache string
}

// SVG lays a diagram out.
func (p Program) SVG(ctx context.Context, d *diagram.Diagram) ([]byte, error) {
	if n, e := len(d.Nodes()), len(d.Edges()); n > MaxNodes || e > maxEdges {
		return nil, fmt.Errorf("%w: %d nodes and %d edges, of at most %d and %d: %s",
			ErrTooLarge, n, e, MaxNodes, maxEdges, narrower)
	}
	var source bytes.Buffer
	if err := d.WriteDOT(&source); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(p.Cache, 0o700); err != nil {
		return nil, fmt.Errorf("making the cache folder: %w", err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, maxTime, errTime)
	defer cancel()
	result, err := execx.Run(ctx, execx.Cmd{
		Name: p.Path, Env: []string{"TMPDIR=" + p.Cache}, Stdin: &source, DieWithParent: true,
	})
	switch {
	case errors.Is(err, errTime):
		return nil, fmt.Errorf("%w: laying it out took longer than %v: %s", ErrTooLarge, maxTime, narrower)
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("the program that lays out pictures is not there (%s; make builds it): "+
			"use --format dot and any Graphviz: %w", p.Path, err)
	case err != nil:
		return nil, fmt.Errorf("laying out the picture: %w", err)
	}
	return result.Stdout, nil
}

var errTime = errors.New("the layout takes too long")
