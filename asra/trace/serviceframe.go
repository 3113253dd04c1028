package trace

import (
	"strings"
)

// serviceFrames are the forms in which crash services and editors print a frame that
// are not Java's own. The groups are class (or method: class and method in one),
// name, file and line.
var serviceFrames = func() []*pattern {
	const (
		class  = `(?P<class>` + packagePart + namePart + `)`
		method = `(?P<method>` + packagePart + `[\p{L}\p{N}_$<>-]+)`
		name   = `(?P<name>[\p{L}\p{N}_$<>-]+)`
		file   = `(?P<file>[\p{L}\p{N}_$-]+\.(?:java|kt|kts|scala|groovy))`
		line   = `(?P<line>\d+)`
	)
	return []*pattern{
		lazily(`^` + class + ` in ` + name + `(?: \(` + file + `\))? at line ` + line + `(?: within .*)?$`),
		lazily(`^` + file + ` in ` + method + ` at line ` + line + `$`),
		lazily(`^` + file + `(?::| line |, line )` + line + `(?: [-–—]| in)? ` + method + `(?:\(\))?$`),
		lazily(`^(?:at )?` + method + `(?:\(\))? (?:[-–—] |in |\()?` + file +
			`(?::| line |, line )` + line + `\)?$`),
		lazily(`^(?:at )?` + method + ` ?\(` + file + `\)(?: at|,)? line ` + line + `$`),
		lazily(`^at [\w.$\[\]]+ ` + method + `\([^()]*\) \(` + file + `:` + line + `\)$`), // ART's own
	}
}()

// serviceFrame reads a frame of one of the services' forms.
func serviceFrame(s string) (Frame, bool) {
	if !mayBeService(s) {
		return Frame{}, false
	}
	for _, form := range serviceFrames {
		m := form.FindStringSubmatch(s)
		if m == nil {
			continue
		}
		var f Frame
		for i, group := range form.SubexpNames() {
			switch group {
			case "class":
				f.Class = m[i]
			case "name":
				f.Method = m[i]
			case "method":
				dot := strings.LastIndexByte(m[i], '.')
				f.Class, f.Method = m[i][:dot], m[i][dot+1:]
			case "file":
				f.File = m[i]
			case "line":
				f.Line = atoi(m[i])
			}
		}
		if f.File == "" {
			f.File = SourceFile(f.Class)
		}
		return f, true
	}
	return Frame{}, false
}

// mayBeService spares most lines the regular expressions.
func mayBeService(s string) bool {
	if len(s) > 1024 || !strings.Contains(s, " ") {
		return false
	}
	if strings.Contains(s, " line ") {
		return true
	}
	java := strings.HasPrefix(s, "at ") && strings.HasSuffix(s, ")") && !strings.Contains(s, ") (") // Java's own form
	return !java && (strings.Contains(s, ".java") || strings.Contains(s, ".kt"))
}

// SourceFile is the file that most compilers put a class into: that of its outermost class.
func SourceFile(class string) string {
	name := simpleName(class)
	if i := strings.IndexByte(name, '$'); i > 0 {
		name = name[:i]
	}
	if strings.HasSuffix(name, "Kt") {
		return strings.TrimSuffix(name, "Kt") + ".kt"
	}
	return name + ".java"
}
