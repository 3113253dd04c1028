package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"
)

// progress shows one changing line on a terminal, and nothing elsewhere.
type progress struct {
	mu   sync.Mutex
	w    io.Writer
	last int // width of the line shown
	off  bool
}

// newProgress makes a progress line on w; off silences it.
func newProgress(w io.Writer, off bool) *progress {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		off = true
	}
	return &progress{w: w, off: off}
}

// show replaces the line.
func (p *progress) show(line string) {
	if p.off {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	pad := max(0, p.last-len(line))
	fmt.Fprintf(p.w, "\r%s%s", line, strings.Repeat(" ", pad))
	p.last = len(line)
}

// done removes the line.
func (p *progress) done() {
	if !p.off && p.last > 0 {
		p.show("")
		fmt.Fprint(p.w, "\r")
	}
}
