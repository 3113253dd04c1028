package shell

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"sort"
	"strconv"
	"strings"
)

const maxTextLine = 1 << 20 // bytes of a line that the text commands take

func basename(_ context.Context, c *Call) int {
	if len(c.Args) < 2 {
		return c.Fail("needs a path")
	}
	name := path.Base(c.Args[1])
	if len(c.Args) > 2 {
		name = strings.TrimSuffix(name, c.Args[2])
	}
	fmt.Fprintln(c.Out, name)
	return 0
}

func dirname(_ context.Context, c *Call) int {
	if len(c.Args) < 2 {
		return c.Fail("needs a path")
	}
	fmt.Fprintln(c.Out, path.Dir(c.Args[1]))
	return 0
}

// lines calls f for every line of the named files or the input, until it says stop.
func (c *Call) lines(names []string, f func(line string) bool) int {
	code := 0
	for _, r := range c.inputs(names, &code) {
		scan := bufio.NewScanner(r)
		scan.Buffer(make([]byte, 0, 4096), maxTextLine)
		scan.Split(wholeLines)
		for scan.Scan() {
			if !f(scan.Text()) {
				r.Close()
				return code
			}
		}
		r.Close()
		if err := scan.Err(); err != nil && !errors.Is(err, io.ErrClosedPipe) {
			code = c.Fail("%v", err)
		}
	}
	return code
}

// wholeLines is bufio.ScanLines, but a carriage return before the end stays: it is the text's.
func wholeLines(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// count takes "-n N", "-N" or nothing off the arguments of head and tail. A number with a
// sign counts from the other end: signed is '-' or '+' then.
func count(c *Call) (n int, signed byte, names []string, err error) {
	args := c.Args[1:]
	if len(args) == 0 || len(args[0]) < 2 || args[0][0] != '-' {
		return 10, 0, args, nil
	}
	number, rest := args[0][1:], args[1:]
	if digits, ok := strings.CutPrefix(number, "n"); ok {
		if number = digits; number == "" && len(rest) > 0 {
			number, rest = rest[0], rest[1:]
		}
	}
	if number != "" && (number[0] == '-' || number[0] == '+') {
		signed, number = number[0], number[1:]
	}
	if n, err = strconv.Atoi(number); err != nil || n < 0 {
		return 0, 0, nil, fmt.Errorf("unknown or unsupported option %s", strings.Join(args[:len(args)-len(rest)], " "))
	}
	return n, signed, rest, nil
}

// head prints the first lines, or with a number below 0 all but the last.
func head(_ context.Context, c *Call) int {
	n, signed, names, err := count(c)
	if err != nil {
		return c.Fail("%v", err)
	}
	if signed == '-' {
		var kept []string
		return c.lines(names, func(line string) bool {
			if kept = append(kept, line); len(kept) <= n {
				return true
			}
			_, err := fmt.Fprintln(c.Out, kept[0])
			kept = kept[1:]
			return err == nil
		})
	}
	if n == 0 {
		return 0
	}
	return c.lines(names, func(line string) bool {
		n--
		_, err := fmt.Fprintln(c.Out, line)
		return err == nil && n > 0
	})
}

// tail prints the last lines, or with a + all from a line on.
func tail(_ context.Context, c *Call) int {
	n, signed, names, err := count(c)
	if err != nil {
		return c.Fail("%v", err)
	}
	if signed == '+' {
		number := 0
		return c.lines(names, func(line string) bool {
			if number++; number < n {
				return true
			}
			_, err := fmt.Fprintln(c.Out, line)
			return err == nil
		})
	}
	var kept []string
	code := c.lines(names, func(line string) bool {
		kept = append(kept, line)
		if len(kept) > n {
			kept = kept[1:]
		}
		return true
	})
	for _, line := range kept {
		fmt.Fprintln(c.Out, line)
	}
	return code
}

// wc counts lines (by their ends), words and bytes, those that are asked for or all.
func wc(_ context.Context, c *Call) int {
	set, names := flags(c.Args[1:])
	var lines, words, size int
	code := 0
	for _, r := range c.inputs(names, &code) {
		inWord := false
		in := bufio.NewReader(r)
		for b, err := in.ReadByte(); err == nil; b, err = in.ReadByte() {
			size++
			if b == '\n' {
				lines++
			}
			blank := strings.IndexByte(" \t\n\v\f\r", b) >= 0
			if !blank && !inWord {
				words++
			}
			inWord = !blank
		}
		r.Close()
	}
	var counts []int
	for _, count := range []struct {
		option byte
		n      int
	}{{'l', lines}, {'w', words}, {'c', size}} {
		if set[count.option] || !set['l'] && !set['w'] && !set['c'] {
			counts = append(counts, count.n)
		}
	}
	if len(counts) == 1 {
		fmt.Fprintln(c.Out, counts[0])
		return code
	}
	var row strings.Builder
	for _, n := range counts {
		fmt.Fprintf(&row, " %7d", n)
	}
	fmt.Fprintln(c.Out, row.String()[1:])
	return code
}

func sortLines(_ context.Context, c *Call) int {
	set, names := flags(c.Args[1:])
	var all []string
	code := c.lines(names, func(line string) bool {
		all = append(all, line)
		return true
	})
	sort.SliceStable(all, func(i, j int) bool {
		a, b := all[i], all[j]
		if set['r'] {
			a, b = b, a
		}
		if set['n'] {
			x, _ := strconv.ParseFloat(strings.TrimSpace(a), 64)
			y, _ := strconv.ParseFloat(strings.TrimSpace(b), 64)
			return x < y
		}
		return a < b
	})
	for i, line := range all {
		if set['u'] && i > 0 && all[i-1] == line {
			continue
		}
		fmt.Fprintln(c.Out, line)
	}
	return code
}

func uniq(_ context.Context, c *Call) int {
	_, names := flags(c.Args[1:])
	last, any := "", false
	return c.lines(names, func(line string) bool {
		if !any || line != last {
			fmt.Fprintln(c.Out, line)
		}
		last, any = line, true
		return true
	})
}

// tr knows -d and one set against another, of characters and ranges of them.
func tr(_ context.Context, c *Call) int {
	set, args := flags(c.Args[1:])
	if len(args) == 0 || len(args) < 2 && !set['d'] {
		return c.Fail("needs two sets")
	}
	from, to := runeSet(args[0]), []rune(nil)
	if len(args) > 1 {
		to = runeSet(args[1])
	}
	text, err := io.ReadAll(io.LimitReader(c.In, maxTextLine))
	if err != nil {
		return c.Fail("%v", err)
	}
	return c.print(strings.Map(func(r rune) rune {
		for i, f := range from {
			if r != f {
				continue
			}
			if set['d'] || len(to) == 0 {
				return -1
			}
			return to[min(i, len(to)-1)]
		}
		return r
	}, string(text)))
}

// runeSet is the characters of a set like "a-z_".
func runeSet(text string) []rune {
	in := []rune(unescape(text))
	var out []rune
	for i := 0; i < len(in); i++ {
		out = append(out, in[i])
		if i+2 < len(in) && in[i+1] == '-' && in[i+2] >= in[i] && len(out) < maxFields {
			for r := in[i] + 1; r <= in[i+2] && len(out) < maxFields; r++ {
				out = append(out, r)
			}
			i += 2
		}
	}
	return out
}

// cut knows -d and one field -f.
func cut(_ context.Context, c *Call) int {
	delim, fieldNo := "\t", 0
	args := c.Args[1:]
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		value := args[0][min(2, len(args[0])):]
		opt := args[0][:min(2, len(args[0]))]
		args = args[1:]
		if value == "" && len(args) > 0 {
			value, args = args[0], args[1:]
		}
		switch opt {
		case "-d":
			delim = value
		case "-f":
			fieldNo, _ = strconv.Atoi(value)
		}
	}
	if fieldNo < 1 || delim == "" {
		return c.Fail("needs -d and one -f")
	}
	return c.lines(args, func(line string) bool {
		parts := strings.Split(line, delim)
		switch {
		case len(parts) == 1:
		case fieldNo <= len(parts):
			line = parts[fieldNo-1]
		default:
			line = ""
		}
		fmt.Fprintln(c.Out, line)
		return true
	})
}

func tee(_ context.Context, c *Call) int {
	set, names := flags(c.Args[1:])
	writers := []io.Writer{c.Out}
	for _, name := range names {
		f, err := c.FS().Create(c.Path(name), set['a'])
		if err != nil {
			return c.Fail("%s", reason(err))
		}
		defer f.Close()
		writers = append(writers, f)
	}
	if _, err := io.Copy(io.MultiWriter(writers...), c.In); err != nil {
		return 1
	}
	return 0
}
