package shell

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
)

const maxTextLine = 1 << 20 // bytes of a line that the text commands take

// echo takes escapes, as mksh's does, unless -E says otherwise; \c leaves out the line's end.
func echo(_ context.Context, c *Call) int {
	args, end, escapes := c.Args[1:], "\n", true
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && strings.Trim(args[0][1:], "neE") == "" {
		for _, option := range args[0][1:] {
			switch option {
			case 'n':
				end = ""
			default:
				escapes = option == 'e'
			}
		}
		args = args[1:]
	}
	text := strings.Join(args, " ")
	if escapes {
		text = escape.ReplaceAllStringFunc(text, func(e string) string {
			if e == `\c` {
				end = ""
				return ""
			}
			return unescape(e)
		})
	}
	return c.print(text + end)
}

// base64Line is how many signs of base64 stand on a line.
const base64Line = 76

// encodeBase64 writes what comes in as base64, or with -d the other way round.
func encodeBase64(_ context.Context, c *Call) int {
	set, names := flags(c.Args[1:])
	code := 0
	for _, r := range c.inputs(names, &code) {
		data, err := io.ReadAll(io.LimitReader(r, maxSubst))
		switch {
		case err != nil:
			return c.Fail("%s", reason(err))
		case !set['d']:
			text := base64.StdEncoding.EncodeToString(data)
			for len(text) > base64Line {
				c.print(text[:base64Line] + "\n")
				text = text[base64Line:]
			}
			code = max(code, c.print(text+"\n"))
			continue
		}
		data, err = base64.StdEncoding.DecodeString(strings.Join(strings.Fields(string(data)), ""))
		if err != nil {
			return c.Fail("bad input")
		}
		code = max(code, c.print(string(data)))
	}
	return code
}

// print writes text and returns the exit code.
func (c *Call) print(text string) int {
	if _, err := io.WriteString(c.Out, text); err != nil {
		return 1
	}
	return 0
}

// escape is a backslash and what belongs to it.
var escape = regexp.MustCompile(`\\(?s:0[0-7]{0,3}|x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{1,4}|.)`)

// controls are the letters that stand for a control character after a backslash.
var controls = map[byte]string{
	'a': "\a", 'b': "\b", 'e': "\x1b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", 'v': "\v", '\\': "\\",
}

// unescape replaces what stands for characters after a backslash; other backslashes stay.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	return escape.ReplaceAllStringFunc(s, func(e string) string {
		base := 0
		switch e[1] {
		case '0':
			base = 8
		case 'x', 'u':
			base = 16
		}
		if base == 0 || base == 16 && len(e) == 2 {
			if text, ok := controls[e[1]]; ok {
				return text
			}
			return e
		}
		n, err := strconv.ParseUint("0"+e[2:], base, 32)
		switch {
		case err != nil:
			return e
		case e[1] == 'u':
			return string(rune(n))
		}
		return string([]byte{byte(n)})
	})
}

func printf(_ context.Context, c *Call) int {
	if len(c.Args) < 2 {
		return c.Fail("needs a format")
	}
	args := c.Args[2:]
	format := unescape(c.Args[1])
	var out strings.Builder
	for {
		left := len(args)
		args = printOnce(&out, format, args)
		if len(args) == 0 || len(args) == left || out.Len() > maxSubst {
			return c.print(out.String())
		}
	}
}

// conversion is what printf puts an argument in place of: flags, width, precision, verb.
var conversion = regexp.MustCompile(`%([-0+ #]*)([0-9]*)(\.[0-9]*)?(.)`)

// maxWidth bounds how wide printf makes an argument.
const maxWidth = 10_000

// printOnce writes a format with the arguments that it takes, and returns those that are left.
func printOnce(out *strings.Builder, format string, args []string) []string {
	for {
		at := conversion.FindStringSubmatchIndex(format)
		if at == nil {
			break
		}
		out.WriteString(format[:at[0]])
		whole, verb := format[at[0]:at[1]], format[at[8]]
		format = format[at[1]:]
		spec := whole[:len(whole)-1]
		width, _ := strconv.Atoi(strings.TrimLeft(strings.SplitN(spec[1:], ".", 2)[0], "-0+ #"))
		_, fraction, _ := strings.Cut(spec, ".")
		precision, _ := strconv.Atoi(fraction)
		if width > maxWidth || precision > maxWidth || len(fraction) > 9 || !strings.ContainsRune("%sbcdiuxXo", rune(verb)) {
			out.WriteString(whole)
			continue
		}
		if verb == '%' {
			out.WriteByte('%')
			continue
		}
		arg := ""
		if len(args) > 0 {
			arg, args = args[0], args[1:]
		}
		out.WriteString(convert(spec, verb, arg))
	}
	out.WriteString(format)
	return args
}

// convert is an argument as a conversion of printf shows it.
func convert(spec string, verb byte, arg string) string {
	switch verb {
	case 's':
		return fmt.Sprintf(spec+"s", arg)
	case 'b':
		return fmt.Sprintf(spec+"s", unescape(arg))
	case 'c':
		return fmt.Sprintf(spec+"s", arg[:min(len(arg), 1)])
	}
	n, err := strconv.ParseInt(arg, 0, 64)
	if err != nil {
		n, _ = strconv.ParseInt(arg, 10, 64) // 08 and 09 are eight and nine
	}
	switch verb {
	case 'd', 'i':
		return fmt.Sprintf(spec+"d", n)
	case 'u':
		return fmt.Sprintf(spec+"d", uint64(n))
	}
	return fmt.Sprintf(spec+string(verb), uint64(n))
}

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

func grep(_ context.Context, c *Call) int {
	args, patterns, limits := patternArgs(c.Args[1:])
	set, rest := flags(args)
	for _, option := range slices.Sorted(maps.Keys(set)) {
		if !strings.ContainsRune("EFachinoqsvwx", rune(option)) {
			return c.Fail("unknown or unsupported option -%c", option) + 1
		}
	}
	if len(patterns) == 0 && len(rest) > 0 {
		patterns, rest = strings.Split(rest[0], "\n"), rest[1:]
	}
	if len(patterns) == 0 {
		return c.Fail("needs a pattern") + 1
	}
	for i, p := range patterns {
		switch {
		case set['F'] || c.Args[0] == "fgrep":
			patterns[i] = regexp.QuoteMeta(p)
		case !set['E'] && c.Args[0] != "egrep":
			patterns[i] = basic(p)
		}
	}
	expr := "(?:" + strings.Join(patterns, "|") + ")"
	if set['w'] {
		expr = `\b` + expr + `\b`
	}
	if set['x'] {
		expr = "^" + expr + "$"
	}
	if set['i'] {
		expr = "(?i)" + expr
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		return c.Fail("%v", err) + 1
	}
	found := 0
	around := surroundings{before: limits['B'], after: limits['A'], numbers: set['n']}
	code := c.lines(rest, func(line string) bool {
		if re.MatchString(line) == set['v'] {
			return around.miss(c.Out, line) && (limits['m'] == 0 || found < limits['m'] || around.left > 0)
		}
		if limits['m'] > 0 && found == limits['m'] {
			return around.miss(c.Out, line) && around.left > 0
		}
		found++
		more := limits['m'] == 0 || found < limits['m'] || around.after > 0
		switch {
		case set['q']:
			return false
		case set['c']:
			return more
		case set['o']:
			for _, m := range re.FindAllString(line, -1) {
				fmt.Fprintln(c.Out, m)
			}
			return more
		}
		return around.hit(c.Out, line) && more
	})
	if set['c'] {
		fmt.Fprintln(c.Out, found)
	}
	switch {
	case code != 0:
		return exitMisuse
	case found == 0:
		return 1
	}
	return 0
}

// surroundings prints lines that are found, and those around them.
type surroundings struct {
	before, after int // how many lines are shown around one that is found
	numbers       bool

	number  int      // of the line
	shown   int      // number of the last line that was printed
	left    int      // lines that are still shown after one that was found
	pending []string // the last lines that were not shown
}

// hit takes a line that is found; false if nobody reads any more.
func (a *surroundings) hit(w io.Writer, line string) bool {
	a.number++
	first := a.number - len(a.pending)
	if (a.before > 0 || a.after > 0) && a.shown > 0 && first > a.shown+1 {
		fmt.Fprintln(w, "--")
	}
	for i, earlier := range a.pending {
		a.print(w, first+i, '-', earlier)
	}
	a.pending, a.left = nil, a.after
	return a.print(w, a.number, ':', line)
}

// miss takes a line that is not found; false if nobody reads any more.
func (a *surroundings) miss(w io.Writer, line string) bool {
	a.number++
	if a.left > 0 {
		a.left--
		return a.print(w, a.number, '-', line)
	}
	if a.before > 0 {
		a.pending = append(a.pending, line)
		a.pending = a.pending[max(0, len(a.pending)-a.before):]
	}
	return true
}

func (a *surroundings) print(w io.Writer, number int, sign byte, line string) bool {
	if a.shown = number; a.numbers {
		line = fmt.Sprintf("%d%c%s", number, sign, line)
	}
	_, err := fmt.Fprintln(w, line)
	return err == nil
}

// patternArgs takes "-e PATTERN" off the arguments of grep, and the options that are numbers:
// m, how many lines are found at most, and A, B and C, how many are shown around each.
func patternArgs(args []string) (rest, patterns []string, limits map[byte]int) {
	limits = map[byte]int{}
	for i := 0; i < len(args); i++ {
		if args[i] == "--" {
			return append(rest, args[i:]...), patterns, limits
		}
		if args[i] == "-e" && i+1 < len(args) {
			i++
			patterns = append(patterns, strings.Split(args[i], "\n")...)
			continue
		}
		if len(args[i]) < 2 || args[i][0] != '-' || !strings.ContainsRune("mABC", rune(args[i][1])) {
			rest = append(rest, args[i])
			continue
		}
		option, number := args[i][1], args[i][2:]
		if number == "" && i+1 < len(args) {
			i++
			number = args[i]
		}
		n, err := strconv.Atoi(number)
		switch {
		case err != nil || n < 0 || n > maxContext:
			rest = append(rest, "-"+string(option)) // grep says that it does not know it
		case option == 'C':
			limits['A'], limits['B'] = n, n
		default:
			limits[option] = n
		}
	}
	return rest, patterns, limits
}

// maxContext bounds the numbers of grep.
const maxContext = 100_000

// basic turns a basic regular expression into an extended one: the two differ
// in which of these characters need a backslash to be special.
func basic(p string) string {
	var b strings.Builder
	for i := 0; i < len(p); i++ {
		switch {
		case p[i] == '\\' && i+1 < len(p) && strings.ContainsRune("|(){}+?", rune(p[i+1])):
			i++
			b.WriteByte(p[i])
		case p[i] == '\\' && i+1 < len(p):
			b.WriteString(p[i : i+2])
			i++
		case strings.ContainsRune("|(){}+?", rune(p[i])):
			b.WriteByte('\\')
			b.WriteByte(p[i])
		default:
			b.WriteByte(p[i])
		}
	}
	return b.String()
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

// test is test and [: files, strings, whole numbers, and "!".
func test(_ context.Context, c *Call) int {
	args := c.Args[1:]
	if c.Args[0] == "[" {
		if len(args) == 0 || args[len(args)-1] != "]" {
			return c.Fail("missing ]") + 1
		}
		args = args[:len(args)-1]
	}
	not := false
	for len(args) > 0 && args[0] == "!" {
		not, args = !not, args[1:]
	}
	truth, err := c.truth(args)
	switch {
	case err != nil:
		return c.Fail("%v", err) + 1
	case truth != not:
		return 0
	}
	return 1
}

func (c *Call) truth(args []string) (bool, error) {
	switch len(args) {
	case 0:
		return false, nil
	case 1:
		return args[0] != "", nil
	case 2:
		switch args[0] {
		case "-n":
			return args[1] != "", nil
		case "-z":
			return args[1] == "", nil
		}
		info, err := c.FS().Stat(c.Path(args[1]))
		switch args[0] {
		case "-e", "-r", "-w", "-x":
			return err == nil, nil
		case "-f":
			return err == nil && info.Mode().IsRegular(), nil
		case "-d":
			return err == nil && info.IsDir(), nil
		case "-s":
			return err == nil && info.Size() > 0, nil
		}
	case 3:
		switch args[1] {
		case "=", "==":
			return args[0] == args[2], nil
		case "!=":
			return args[0] != args[2], nil
		}
		a, errA := parseNumber(strings.TrimSpace(args[0]))
		b, errB := parseNumber(strings.TrimSpace(args[2]))
		compare := map[string]bool{"-eq": a == b, "-ne": a != b, "-lt": a < b, "-le": a <= b, "-gt": a > b, "-ge": a >= b}
		truth, known := compare[args[1]]
		if known && errA == nil && errB == nil {
			return truth, nil
		}
	}
	return false, fmt.Errorf("cannot test %q", strings.Join(args, " "))
}
