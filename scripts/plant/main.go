// Command plant makes crashes that nobody has tuned the search for: it draws a place in the own
// code of an app by chance, several steps from the launcher, makes a copy of the app that throws an
// exception there, and writes the stack trace that this gives.
//
//	plant -seed 1 -out out/planted APK...
//
// Each app gets a folder OUT/NAME-N as those of published crashes: app.apk, trace.txt, case.json. So
// `benchsearch -cases OUT` measures a search on them. An app without such a place is told of and left out.
//
// Places are drawn by what the code says alone, without a search and without the analysis that plans
// one: so they are not chosen by what either is good at. What is drawn may be impossible on a device for
// reasons that code does not tell: a server, hardware, data that never come.
//
// With -kind throw a planted exception is thrown whenever its line runs. With -kind guard it needs a state: a
// check that the app makes (null, empty, out of range) or a handler of an exception is taken away, on any screen, so
// the app fails as its authors knew that it could. The trace has the message of the plainest such failure.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"log/slog"
	"math/rand"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"talpa/cfg/icfg"
	"talpa/dex"
	"talpa/dex/apk"
	"talpa/internal/files"
)

func main() {
	seed := flag.Int64("seed", 1, "seed of the draw; an app's own draw depends on it and on the app's name only")
	out := flag.String("out", "out/planted", "folder of the planted apps")
	kind := flag.String("kind", kindThrow,
		`"throw": a line throws; "guard": a check or a handler of an exception is taken away`)
	count := flag.Int("n", 1, "places in each app, each in a method of its own")
	flag.Parse()
	if *kind != kindThrow && *kind != kindGuard {
		fmt.Fprintf(os.Stderr, "plant: -kind is %s or %s\n", kindThrow, kindGuard)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	for _, path := range flag.Args() {
		if err := plantApp(ctx, os.Stdout, path, *out, *kind, *seed, *count); err != nil {
			fmt.Fprintf(os.Stderr, "plant: %s: %v\n", path, err)
		}
		if ctx.Err() != nil {
			return
		}
	}
}

// errNoPlace says that an app has no place to plant a crash at.
var errNoPlace = errors.New("no place to plant a crash at")

// plantApp draws places of an app and writes a folder for each.
func plantApp(ctx context.Context, log io.Writer, path, out, kind string, seed int64, count int) error {
	archive, err := apk.Open(path)
	if err != nil {
		return err
	}
	program, err := icfg.Load(ctx, archive, slog.New(slog.DiscardHandler))
	if err != nil {
		return fmt.Errorf("reading the app: %w", err)
	}
	name := strings.TrimSuffix(filepath.Base(path), ".apk")
	h := fnv.New64a()
	_, _ = io.WriteString(h, name)
	d := newDrawer(program, kind, rand.New(rand.NewSource(seed^int64(h.Sum64()))))
	if len(d.sorts) == 0 {
		return errNoPlace
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("reading the app: %w", err)
	}
	for i := range count {
		p, ok := d.place()
		if !ok {
			if i == 0 {
				return errNoPlace
			}
			return nil
		}
		dir := filepath.Join(out, fmt.Sprintf("%s-%d", name, i+1))
		if err := p.write(archive, data, dir); err != nil {
			return err
		}
		fmt.Fprintf(log, "%s\t%s\t%s\t%s\n", dir, p.sort, p.fault.what, p.frame(0))
	}
	return nil
}

// document is case.json: what is known of a planted crash.
type document struct {
	Case      string `json:"case"`
	Package   string `json:"package"`
	Exception string `json:"exception"`
	Target    string `json:"target"`
	InDEX     bool   `json:"line_in_dex"`
	Sort      string `json:"sort"`  // of the callback that leads there
	Fault     string `json:"fault"` // what goes wrong: "throw", or the check that is gone
	Callback  string `json:"callback"`
}

// write writes the folder of a planted crash.
func (p *place) write(archive *apk.Archive, data []byte, dir string) error {
	planted, err := plant(archive, data, p)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("making the folder: %w", err)
	}
	about, err := json.MarshalIndent(document{
		Case: filepath.Base(dir), Package: archive.Manifest().Package, Exception: dex.JavaName(p.fault.class),
		Target: p.frame(0),
		InDEX:  true, Sort: p.sort, Fault: p.fault.what, Callback: p.chain[0].method.String(),
	}, "", " ")
	if err != nil {
		return fmt.Errorf("encoding the case: %w", err)
	}
	for _, f := range []struct {
		name string
		data []byte
	}{{"app.apk", planted}, {"trace.txt", []byte(p.trace())}, {"case.json", about}} {
		if err := files.Write(filepath.Join(dir, f.name), f.data, 0o644); err != nil {
			return fmt.Errorf("writing the planted app: %w", err)
		}
	}
	return nil
}
