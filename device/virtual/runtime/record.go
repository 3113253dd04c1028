package runtime

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

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
