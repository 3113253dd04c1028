package apktool

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode/utf16"

	"talpa/instrument"
)

// scratch is the number of registers that the log call needs.
const scratch = 2

// defines is the class that a smali file defines, "" if it cannot be read.
func defines(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if words := strings.Fields(lines.Text()); len(words) > 1 && words[0] == ".class" {
			return words[len(words)-1]
		}
	}
	return ""
}

// change gives the text of a smali file with one method changed; "" if the
// file does not define it. reason says why a method could not be changed.
func change(text, method string, action instrument.Action, guard instrument.Guard) (changed, reason string) {
	class, signature, _ := strings.Cut(method, "->")
	head, body, tail, ok := find(text, signature)
	if !ok {
		return "", ""
	}
	words := strings.Fields(head)
	name, _, _ := strings.Cut(signature, "(")
	for _, word := range words {
		switch word {
		case "abstract", "native":
			return "", "it has no code: it is abstract or native"
		case "constructor":
			return "", "it initializes the class or its objects"
		}
	}
	locals, ok := localsOf(body)
	if !ok {
		return "", "its smali names no registers"
	}
	if action == instrument.Return {
		_, result, _ := strings.Cut(signature, ")")
		return strings.Replace(text, head+body+tail, head+returning(body, class, name, result)+tail, 1), ""
	}
	static := false
	for _, word := range words {
		static = static || word == "static"
	}
	// Most instructions reach sixteen registers only.
	if ins := arguments(signature, static); locals < scratch && locals+ins <= 16 && scratch+ins > 16 {
		return "", "its frame is full"
	}
	prologue := logCall(class, name)
	if action == instrument.Guarded {
		if prologue, reason = guardCode(guard, class, signature, static, max(locals, scratch)); reason != "" {
			return "", reason
		}
	}
	old := fmt.Sprintf("    .locals %d\n", locals)
	grown := fmt.Sprintf("    .locals %d\n", max(locals, scratch)) + prologue
	return strings.Replace(text, head+body+tail, head+strings.Replace(body, old, grown, 1)+tail, 1), ""
}

// find cuts the text of a method out of a smali file: its first line, what
// follows, and its last line.
func find(text, signature string) (head, body, tail string, ok bool) {
	const last = ".end method\n"
	for at := 0; ; {
		i := strings.Index(text[at:], " "+signature+"\n")
		if i < 0 {
			return "", "", "", false
		}
		i += at
		start := strings.LastIndexByte(text[:i], '\n') + 1
		at = i + len(signature) + 2
		if !strings.HasPrefix(text[start:], ".method ") {
			continue
		}
		end := strings.Index(text[at:], last)
		if end < 0 {
			return "", "", "", false
		}
		return text[start:at], text[at : at+end], last, true
	}
}

func localsOf(body string) (int, bool) {
	for line := range strings.Lines(body) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), ".locals "); ok {
			n, err := strconv.Atoi(rest)
			return n, err == nil
		}
	}
	return 0, false
}

// returning is the body of a method that logs and returns the neutral value.
// Of the old body, the annotations, the parameters' names and the first line
// number stay.
func returning(body, class, name, result string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "    .locals %d\n", scratch)
	line := ""
	inside := "" // the directive whose end is awaited
	for text := range strings.Lines(body) {
		word, _, _ := strings.Cut(strings.TrimSpace(text), " ")
		switch {
		case inside != "":
			b.WriteString(text)
			if strings.TrimSpace(text) == ".end "+inside {
				inside = ""
			}
		case word == ".annotation":
			b.WriteString(text)
			inside = "annotation"
		case word == ".param":
			b.WriteString(text)
			if paramBlock(body, text) {
				inside = "param"
			}
		case word == ".line" && line == "":
			line = text
		}
	}
	b.WriteString(line + logCall(class, name) + neutralReturn(result))
	return b.String()
}

// neutralReturn returns what stands for nothing.
func neutralReturn(result string) string {
	switch {
	case result == "V":
		return "    return-void\n"
	case result == "J" || result == "D":
		return "    const-wide/16 v0, 0x0\n\n    return-wide v0\n"
	case strings.ContainsAny(result[:1], "L["):
		return "    const/4 v0, 0x0\n\n    return-object v0\n"
	}
	return "    const/4 v0, 0x0\n\n    return v0\n"
}

// paramBlock says whether a .param directive has annotations of its own, which
// end with ".end param" before the next parameter.
func paramBlock(body, param string) bool {
	rest := body[strings.Index(body, param)+len(param):]
	for text := range strings.Lines(rest) {
		switch word, _, _ := strings.Cut(strings.TrimSpace(text), " "); word {
		case ".param", ".line", ".prologue":
			return false
		case ".end":
			if strings.TrimSpace(text) == ".end param" {
				return true
			}
		}
	}
	return false
}

// logCall is the line in the log, before any code of the method; see the
// package comment of instrument.
func logCall(class, name string) string {
	return fmt.Sprintf("\n    const-string v0, %s\n\n    const-string v1, %s\n\n"+
		"    invoke-static {v0, v1}, Landroid/util/Log;->i(Ljava/lang/String;Ljava/lang/String;)I\n\n",
		quote(class), quote(name))
}

// quote writes a smali string.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, unit := range utf16.Encode([]rune(s)) {
		switch {
		case unit == '"' || unit == '\\':
			b.WriteByte('\\')
			b.WriteByte(byte(unit))
		case unit < 0x20 || unit > 0x7e:
			fmt.Fprintf(&b, "\\u%04x", unit)
		default:
			b.WriteByte(byte(unit))
		}
	}
	b.WriteByte('"')
	return b.String()
}

// arguments counts the registers of a method's arguments.
func arguments(signature string, static bool) int {
	n := 1
	if static {
		n = 0
	}
	for _, kind := range parameters(signature) {
		n++
		if kind == "J" || kind == "D" {
			n++
		}
	}
	return n
}

// parameters are the types of a method's parameters.
func parameters(signature string) []string {
	var all []string
	_, params, _ := strings.Cut(signature, "(")
	params, _, _ = strings.Cut(params, ")")
	for params != "" {
		elem := strings.TrimLeft(params, "[")
		if elem == "" {
			break
		}
		rest := elem[1:]
		if elem[0] == 'L' {
			_, rest, _ = strings.Cut(elem, ";")
		}
		all = append(all, params[:len(params)-len(rest)])
		params = rest
	}
	return all
}
