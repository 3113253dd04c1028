package shell

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

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
