package workflow

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"talpa/internal/diagram"
	"talpa/internal/execx"
)

// What a person can read; a picture for which nobody said what to leave out is made
// as small.
const (
	readableNodes = 150
	readableEdges = 220
)

// Bounds of pictures: ranking and ordering take more than linear time, and nobody
// reads a picture of thousands of boxes.
const (
	maxPictureNodes = 1500
	maxPictureEdges = 4000
	maxPictureTime  = 60 * time.Second
)

// writePicture writes a picture as dot, svg or json.
func writePicture(ctx context.Context, m Machine, d *diagram.Diagram, format string, w io.Writer) error {
	switch format {
	case "json":
		return d.WriteJSON(w)
	case "svg":
		return writeSVG(ctx, m, d, w)
	}
	return d.WriteDOT(w)
}

const narrower = "narrow it with --package, or --depth and --target or --method; --format dot and json have no bounds"

// writeSVG lets the layout program lay a picture out.
func writeSVG(ctx context.Context, m Machine, d *diagram.Diagram, w io.Writer) error {
	if n, e := len(d.Nodes()), len(d.Edges()); n > maxPictureNodes || e > maxPictureEdges {
		return fmt.Errorf("%d nodes and %d edges are too many for a picture (%d and %d are not): %s",
			n, e, maxPictureNodes, maxPictureEdges, narrower)
	}
	var source bytes.Buffer
	if err := d.WriteDOT(&source); err != nil {
		return err
	}
	// The library keeps its compiled engine in the folder for temporary files;
	// code that is run later must not lie where everybody may write.
	if err := os.MkdirAll(m.CacheDir, 0o700); err != nil {
		return infra(fmt.Errorf("making the cache folder: %w", err))
	}
	ctx, cancel := context.WithTimeoutCause(ctx, maxPictureTime, errLayoutTime)
	defer cancel()
	result, err := execx.Run(ctx, execx.Cmd{
		Name: m.Layout, Env: []string{"TMPDIR=" + m.CacheDir}, Stdin: &source, DieWithParent: true,
	})
	switch {
	case errors.Is(err, errLayoutTime):
		return fmt.Errorf("laying out took longer than %v: %s", maxPictureTime, narrower)
	case errors.Is(err, fs.ErrNotExist):
		return infra(fmt.Errorf("the program that lays out pictures is not there (%s; make builds it): "+
			"use --format dot and any Graphviz: %w", m.Layout, err))
	case err != nil:
		return infra(fmt.Errorf("laying out the picture: %w", err))
	}
	_, err = w.Write(result.Stdout)
	return err
}

var errLayoutTime = errors.New("the layout takes too long")
