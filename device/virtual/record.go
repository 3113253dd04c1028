package virtual

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"talpa/device"
)

// recordTimeout is for one answer about what ran: the agent looks at the probes
// without the app's help.
const recordTimeout = 10 * time.Second

// execution is what processes said that they ran, and nobody asked for yet.
type execution struct {
	methods map[string]map[int]bool // lines by method
	lost    bool
}

// code is the form of an app's code that a process is to run. d.mu is held.
func (d *Device) code(ctx context.Context, a *app) (conversion, error) {
	if !d.record {
		return a.conv, nil
	}
	return d.conv.convert(ctx, a.apk, a.sha, probes)
}

// collect asks a process what it ran since the last time. d.mu is held.
func (d *Device) collect(p *process) {
	if !p.records {
		return
	}
	if p.ended() {
		d.ran.lost = true
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), recordTimeout)
	defer cancel()
	raw, err := p.Call(ctx, "recorded", nil, nil)
	if err == nil {
		err = p.probes.read(string(raw), d.ran.add)
	}
	if err != nil {
		d.opts.Log.Debug("virtual device: what ran is lost", "err", err)
		d.ran.lost = true
	}
}

// add notes a place that ran; line is 0 if it has none.
func (e *execution) add(method string, line int) {
	if e.methods == nil {
		e.methods = map[string]map[int]bool{}
	}
	lines := e.methods[method]
	if lines == nil {
		lines = map[int]bool{}
		e.methods[method] = lines
	}
	if line > 0 {
		lines[line] = true
	}
}

// probeTables are the classes of which a process told that they ran, each with
// the places of its probes. See the agent's talpa.agent.record.Recorder.
type probeTables [][]place

// place is a line of a method, 0 for the beginning of one without lines.
type place struct {
	method string // dex descriptor
	line   int
}

// read takes an answer of the agent and calls ran for each probe that was hit.
func (t *probeTables) read(answer string, ran func(method string, line int)) error {
	class := ""
	for row := range strings.Lines(answer) {
		f := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		if len(f) < 2 {
			return fmt.Errorf("recorded code: a row %.80q", row)
		}
		var err error
		switch {
		case f[0] == "+":
			class = f[1]
			*t = append(*t, nil)
		case f[0] == "=":
			err = t.hits(f[1], f[2:], ran)
		case class == "":
			err = errors.New("recorded code: a method without a class")
		default:
			err = t.method(class+"->"+f[0]+f[1], f[2:])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// method adds the places of a method to the class told last.
func (t *probeTables) method(name string, lines []string) error {
	last := &(*t)[len(*t)-1]
	for _, text := range lines {
		line, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("recorded code: line of %.80s: %w", name, err)
		}
		*last = append(*last, place{name, line})
	}
	return nil
}

func (t *probeTables) hits(class string, hits []string, ran func(string, int)) error {
	n, err := strconv.Atoi(class)
	if err != nil || n < 0 || n >= len(*t) {
		return fmt.Errorf("recorded code: there is no class %.20q", class)
	}
	for _, text := range hits {
		i, err := strconv.Atoi(text)
		if err != nil || i < 0 || i >= len((*t)[n]) {
			return fmt.Errorf("recorded code: class %d has no probe %.20q", n, text)
		}
		ran((*t)[n][i].method, (*t)[n][i].line)
	}
	return nil
}

// executed is what the app ran since the last call. d.mu is held.
func (d *Device) executed() device.Executed {
	if p := d.alive(); p != nil {
		d.collect(p)
	}
	ran := d.ran
	d.ran = execution{}
	out := device.Executed{Methods: []device.ExecutedMethod{}, Lost: ran.lost}
	for _, method := range slices.Sorted(maps.Keys(ran.methods)) {
		m := device.ExecutedMethod{Method: method, Lines: slices.AppendSeq([]int{}, maps.Keys(ran.methods[method]))}
		slices.Sort(m.Lines)
		out.Methods = append(out.Methods, m)
	}
	return out
}
