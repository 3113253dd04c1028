package shell

import (
	"context"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

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
	re, err := oneOf(patterns, set, c.Args[0])
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

// oneOf is the expression of a line that has one of the patterns, as the flags and the name of the program mean them.
func oneOf(patterns []string, set map[byte]bool, program string) (*regexp.Regexp, error) {
	patterns = slices.Clone(patterns)
	for i, p := range patterns {
		switch {
		case set['F'] || program == "fgrep":
			patterns[i] = regexp.QuoteMeta(p)
		case !set['E'] && program != "egrep":
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
	return regexp.Compile(expr)
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
