package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/term"

	"talpa/fuzz/report"
	"talpa/internal/workflow"
)

// mode is how progress is shown.
type mode int

const (
	hidden     mode = iota
	onTerminal      // one line that changes, cut to the terminal's width
	plainLines      // a line now and then
	jsonLines       // one JSON object a line, for programs
)

// between is the time between two lines where there is no terminal.
const between = 30 * time.Second

// progress shows how a job goes until it is done.
type progress struct {
	mu      sync.Mutex
	w       io.Writer
	mode    mode
	width   func() int // of the terminal, in columns
	now     func() time.Time
	started time.Time
	shown   time.Time         // when the last plain line was
	last    int               // width of the line shown
	state   workflow.Progress // the last that was told
	told    bool              // that there is one
	over    chan struct{}     // closed when the job is done
}

// showProgress shows on w how a job goes, as JSON if asked; off silences it. done ends it.
func showProgress(w io.Writer, format string, off bool) *progress {
	p := &progress{w: w, mode: plainLines, now: time.Now, over: make(chan struct{})}
	f, ok := w.(*os.File)
	switch {
	case format == "none", off && format != "json":
		p.mode = hidden
	case format == "json":
		p.mode = jsonLines
	case ok && term.IsTerminal(int(f.Fd())):
		p.mode = onTerminal
		p.width = func() int {
			width, _, err := term.GetSize(int(f.Fd()))
			if err != nil || width <= 0 {
				return 80
			}
			return width
		}
	}
	p.started = p.now()
	p.shown = p.started
	if p.mode != hidden {
		go p.tick()
	}
	return p
}

// tick repeats the last state, with the time that has passed since.
func (p *progress) tick() {
	each := time.NewTicker(time.Second)
	defer each.Stop()
	for {
		select {
		case <-p.over:
			return
		case <-each.C:
			p.mu.Lock()
			if p.told && p.mode != jsonLines {
				p.paint()
			}
			p.mu.Unlock()
		}
	}
}

// show tells how it goes now.
func (p *progress) show(state workflow.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state, p.told = state, true
	p.paint()
}

// paint writes the state as the mode wants it; the lock is held.
func (p *progress) paint() {
	now := p.now()
	switch p.mode {
	case jsonLines:
		line := struct {
			Elapsed float64 `json:"elapsed"` // seconds
			workflow.Progress
		}{now.Sub(p.started).Round(time.Millisecond).Seconds(), p.state}
		if text, err := json.Marshal(line); err == nil {
			fmt.Fprintf(p.w, "%s\n", text)
		}
	case plainLines:
		if now.Sub(p.shown) >= between {
			p.shown = now
			fmt.Fprintln(p.w, p.line(now))
		}
	case onTerminal:
		line := cutTo(p.line(now), p.width()-1)
		width := utf8.RuneCountInString(line)
		fmt.Fprintf(p.w, "\r%s%s", line, strings.Repeat(" ", max(0, p.last-width)))
		p.last = width
	case hidden:
	}
}

// line says it in words: phase, time of the job, budget of the search, events, evidence.
func (p *progress) line(now time.Time) string {
	s := p.state
	line := clock(now.Sub(p.started).Seconds()) + " " + s.Phase
	if s.Budget > 0 {
		line += " " + clock(s.Searched) + " of " + clock(s.Budget)
	}
	if s.Events > 0 {
		line += ", " + report.Counted(s.Events, "event")
	}
	for _, more := range []string{s.Evidence, s.Detail} {
		if more != "" {
			line += "; " + more
		}
	}
	return line
}

// done removes the line.
func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.over:
		return
	default:
		close(p.over)
	}
	if p.mode == onTerminal && p.last > 0 {
		fmt.Fprintf(p.w, "\r%s\r", strings.Repeat(" ", p.last))
	}
	p.mode = hidden
}

// clock writes seconds as minutes and seconds, or hours.
func clock(seconds float64) string {
	n := int(seconds)
	if n >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", n/3600, n/60%60, n%60)
	}
	return fmt.Sprintf("%d:%02d", n/60, n%60)
}

// cutTo shortens a line to so many columns.
func cutTo(line string, columns int) string {
	runes := []rune(line)
	if columns < 1 || len(runes) <= columns {
		return line
	}
	return string(runes[:columns-1]) + "…"
}
