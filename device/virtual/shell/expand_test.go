package shell

import "testing"

// TestExpansion: the words that a command gets, in <a|b>.
func TestExpansion(t *testing.T) {
	t.Parallel()
	const set = "x='a  b'; p='*.txt'; e=; cd /sdcard; touch 1.txt 2.txt .h.txt '[z'; "
	for name, test := range map[string]struct{ words, want string }{
		"plain":                         {`a b`, "a|b"},
		"quotes keep blanks":            {`'a  b' "c  d" e\ \ f`, "a  b|c  d|e  f"},
		"quotes join":                   {`a'b'"c"d`, "abcd"},
		"empty quotes are a word":       {`'' "" $e`, "|"},
		"empty value beside a quote":    {`$e'' x$e`, "|x"},
		"unset value is no word":        {`$e $nothing ${nothing} a`, "a"},
		"value is split":                {`$x`, "a|b"},
		"quoted value is not":           {`"$x"`, "a  b"},
		"value beside text":             {`1$x"2"`, "1a|b2"},
		"two values":                    {`$x$x`, "a|ba|b"},
		"value with blanks at its ends": {`1"$(echo ' a ')"2 1$(echo ' a ')2`, "1 a 2|1|a|2"},
		"backslash at the end":          {`a\`, "a\\"},
		"backslash in quotes":           {`"\a\$\"\\"`, `\a$"\`},
		"escapes of mksh":               {`$'a\tb\\n'`, "a\tb\\n"},
		"dollar alone":                  {`$ a$ "$"`, "$|a$|$"},
		"status and process":            {`$? $$ $# $0`, "0|1|0|sh"},
		"files":                         {`*.txt`, "1.txt|2.txt"},
		"files by a value":              {`$p`, "1.txt|2.txt"},
		"quoted patterns stay":          {`"$p" '*' \*`, "*.txt|*|*"},
		"partly quoted pattern":         {`"1"* 1'*'`, "1.txt|1*"},
		"class":                         {`[12].txt [!1].txt [0-1].txt`, "1.txt|2.txt|2.txt|1.txt"},
		"open bracket":                  {`[z [y`, "[z|[y"},
		"no such files":                 {`*.none ?`, "*.none|?"},
		"hidden files":                  {`.*.txt *h*`, ".h.txt|*h*"},
		"files in a folder":             {`/sdcard/1* /data/local/*`, "/sdcard/1.txt|/data/local/tmp"},
		"patterns in folders stay":      {`/sdc*/1.txt`, "/sdc*/1.txt"},
		"no files in an assignment":     {`"$(y=*.txt; echo "$y")"`, "*.txt"},
		"default":                       {`${nothing:-d} ${e:-d} ${e-d} ${x:-d}`, "d|d|a|b"},
		"default with a value":          {`"${nothing:-$x}" ${nothing:-$x}`, "a  b|a|b"},
		"default in quotes":             {`"${nothing:-'a'  b}" ${nothing:-'a  b'}`, "'a'  b|a  b"},
		"default that is a pattern":     {`${nothing:-*.txt} "${nothing:-*.txt}"`, "1.txt|2.txt|*.txt"},
		"alternative":                   {`${x:+y z} "${x:+y z}" ${e:+y} ${e+y} ${nothing+y}`, "y|z|y z|y"},
		"assigned default":              {`${n:=a b} "$n"`, "a|b|a b"},
		"length":                        {`${#x} ${#nothing} $(y=äö; echo ${#y})`, "4|0|2"},
		"shortest and longest prefix":   {`${p#*.} $(y=a.b.c; echo ${y#*.} ${y##*.})`, "txt|b.c|c"},
		"shortest and longest suffix":   {`$(y=a.b.c; echo ${y%.*} ${y%%.*} ${y%x})`, "a.b|a|a.b.c"},
		"trimmed by a quoted pattern":   {`"${p#'*'}" "${p%"txt"}"`, ".txt|*."},
		"trimmed by an open bracket":    {`$(y='[z]'; echo ${y#[})`, "z]"},
		"trimmed over lines": {`$(y='a
b'; echo ${y#*b}.)`, "."},
		"slice":                     {`$(y=abcdef; echo ${y:2} ${y:1:3} ${y: -2} ${y: -3:2} ${y:0:-4} ${y:9}.)`, "cdef|bcd|ef|de|ab|."},
		"substitution is split":     {`$(echo 'a  b') "$(echo 'a  b')"`, "a|b|a  b"},
		"substitution loses lines":  {`"$(printf 'a\n\n')"b`, "ab"},
		"substitution in itself":    {`$(echo $(echo $(echo a)))`, "a"},
		"backquotes":                {"`echo a \\`echo b\\``", "a|b"},
		"arithmetic":                {`$((1 + 2)) "$((3 * 4))"5`, "3|125"},
		"arithmetic with a command": {`$(($(echo 2) + ${#x}))`, "6"},
		"no positional parameters":  {`a "$@" $* "$*" $1`, "a|"},
		"braces stay":               {`{a,b} }`, "{a,b}|}"},
		"tilde stays":               {`~ ~/x`, "~|~/x"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sh, _ := newShell(t)
			if out, code := run(t, sh, set+"args "+test.words); out != "<"+test.want+">\n" || code != 0 {
				t.Errorf("%q, %d; want <%s>", out, code, test.want)
			}
		})
	}
}

// TestTest: [[ ]], whose words are not split and whose patterns are quoted word by word.
func TestTest(t *testing.T) {
	t.Parallel()
	for test, want := range map[string]int{
		`-n $x`: 0, `-z $nothing`: 0, `$x`: 0, `$nothing`: 1, `! $nothing`: 0,
		`$x == 'a  b'`: 0, `$x = a*`: 0, `$x == "a*"`: 1, `$x != b*`: 0, `$x == *' '*`: 0,
		`a < b`: 0, `b < a`: 1, `b > a`: 0,
		`3 -gt 2`: 0, `3 -eq 2`: 1, `3 -lt 2 || 1 -le 1`: 0, `3 -ge 3 && 1 -ne 2`: 0,
		`( a == b || c == c ) && ! d == e`: 0, `a == b && nothing -gt 1`: 1,
		`-d /sdcard`: 0, `-e /sdcard/nothing`: 1, `-f /sdcard`: 1, `! -s /sdcard/nothing`: 0,
	} {
		t.Run(test, func(t *testing.T) {
			t.Parallel()
			sh, _ := newShell(t)
			if out, code := run(t, sh, "x='a  b'; [[ "+test+" ]]"); out != "" || code != want {
				t.Errorf("%q, %d; want %d", out, code, want)
			}
		})
	}
	sh, _ := newShell(t)
	if out, _ := run(t, sh, "[[ a -gt 1 ]]; echo $?"); out != "sh: [[: cannot test \"a -gt 1\"\n2\n" {
		t.Errorf("no number: %q", out)
	}
}
