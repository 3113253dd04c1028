package trace

import (
	"regexp"
	"strings"
)

// maxLead bounds what stands before a frame, in bytes.
const maxLead = 200

var (
	// ledFrame is a frame with something before it.
	ledFrame = lazily(`^(.{0,200}?\S)[\s"]*at (?:[\w.$\[\]]+ )?[\p{L}_$][^\s()]*\.[^\s()]+\s?\(`)
	digits   = lazily(`\d+`)
)

// stripLeads is the lenient second attempt, for a text in which no trace was found: it takes
// apart what a serialiser made of it, and takes off what stands before the frames, whatever
// log wrote it. Only digits may differ in that from line to line.
func stripLeads(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if strings.Contains(text, `","`) {
		text = strings.NewReplacer(`","`, "\n", `":["`, "\n", `":"`, "\n", `"]`, "\n").Replace(text)
	}
	lines := strings.Split(text, "\n")
	seen := map[string]int{}
	lead := ""
	for i, line := range lines {
		line = strings.TrimRight(line, "\r +")
		line = strings.TrimSuffix(strings.Trim(line, `",`), `\n`)
		lines[i] = strings.Replace(line, `\tat `, "\tat ", 1)
		if m := ledFrame.FindStringSubmatch(lines[i]); m != nil {
			form := digits.ReplaceAllString(m[1], "0")
			if seen[form]++; seen[form] > seen[lead] {
				lead = form
			}
		}
	}
	if lead != "" && len(lead) <= maxLead {
		before := regexp.MustCompile(`^\s*` + strings.ReplaceAll(regexp.QuoteMeta(lead), "0", `\d+`) + `[\s"]?`)
		for i, line := range lines {
			lines[i] = line[len(before.FindString(line)):]
		}
	}
	return strings.Join(lines, "\n")
}
