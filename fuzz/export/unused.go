package export

import (
	"slices"
	"strings"
)

// withoutUnused leaves out of a Kotlin test what its script has no use for: private functions, constants and
// imports. A test that a team keeps should hold nothing else. Templates that name their needs would say
// each import and each call twice. It knows Kotlin as far as the templates have it: members are indented by
// four blanks, a member ends where the next begins or with its brace.
func withoutUnused(text []byte) []byte {
	lines := strings.Split(string(text), "\n")
	uses := words(lines)
	for before := -1; before != len(lines); {
		before = len(lines)
		for i := 0; i < len(lines); i++ {
			name, from, to := declared(lines, i)
			if name == "" {
				continue
			}
			own := words(lines[from:to])
			if uses[name] > own[name] {
				continue
			}
			for word, n := range own {
				uses[word] -= n
			}
			lines = slices.Delete(lines, from, to)
			i = from - 1
		}
	}
	return []byte(strings.Join(lines, "\n"))
}

// words counts the words of a text, and as words of their own those with a bracket behind them.
func words(lines []string) map[string]int {
	count := map[string]int{}
	for _, line := range lines {
		for from := 0; from < len(line); from++ {
			to := from
			for to < len(line) && inWord(line[to]) {
				to++
			}
			if to == from {
				continue
			}
			count[line[from:to]]++
			if to < len(line) && line[to] == '(' {
				count[line[from:to+1]]++
			}
			from = to
		}
	}
	return count
}

func inWord(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// declared is what names the declaration that begins in a line, and its span; "" where none begins. A
// function is named by its name with a bracket, so that the words of a step are not taken for calls.
func declared(lines []string, i int) (name string, from, to int) {
	if name, is := strings.CutPrefix(lines[i], "import "); is {
		return name[strings.LastIndexByte(name, '.')+1:], i, i + 1
	}
	if rest, is := strings.CutPrefix(lines[i], "        const val "); is {
		name, _, _ = strings.Cut(rest, " ")
		return name, i, i + 1
	}
	if rest, is := strings.CutPrefix(lines[i], "    private fun "); is {
		name, _, _ = strings.Cut(rest, "(")
		from, to = member(lines, i)
		return name + "(", from, to
	}
	return "", i, i
}

// member is the span of a function, with the comment before it and the empty line after it.
func member(lines []string, i int) (from, to int) {
	from, to = i, i+1
	for from > 0 && strings.HasPrefix(lines[from-1], "    /**") {
		from--
	}
	deeper := func(line string) bool { return line == "" || strings.HasPrefix(line, "     ") }
	for to < len(lines) && deeper(lines[to]) {
		to++
	}
	if to < len(lines) && lines[to] == "    }" {
		to++
		if to < len(lines) && lines[to] == "" {
			to++
		}
	}
	return from, to
}
