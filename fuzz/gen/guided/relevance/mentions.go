package relevance

import (
	"strings"
	"unicode"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
)

// Mentions are the phrases of a bug report, each with the factor of a widget that
// bears it. People name what they pressed; what the words around say is not
// understood.
type Mentions map[string]float64

// Factors of what a report names.
const (
	namedQuoted = 4   // in quotes, bold or marked as code
	namedPhrase = 4   // a label of several words
	namedWord   = 1.7 // a label of one word, which may stand there by chance
)

const (
	maxPhrase = 6  // words of a label
	minWord   = 4  // letters of a label of one word
	maxLabel  = 60 // bytes of what stands in quotes
)

func newMentions(lines []string) Mentions {
	m := Mentions{}
	for _, line := range lines {
		words := strings.Fields(Plain(line))
		for from := range words {
			for to := from + 1; to <= min(len(words), from+maxPhrase); to++ {
				m.add(words[from:to])
			}
		}
	}
	for _, text := range quotes(lines) {
		if p := Plain(text); p != "" {
			m[p] = namedQuoted
		}
	}
	return m
}

func (m Mentions) add(words []string) {
	factor := float64(namedPhrase)
	if len(words) == 1 {
		if factor = namedWord; len(words[0]) < minWord {
			return
		}
	}
	phrase := strings.Join(words, " ")
	m[phrase] = max(m[phrase], factor)
}

// Factor returns how much a report makes of a widget with these texts; 1 if nothing.
func (m Mentions) Factor(texts []string) float64 {
	best := 1.0
	if len(m) > 0 {
		for _, text := range texts {
			best = max(best, m[Plain(text)])
		}
	}
	return best
}

// Plain is a text in lower case, its words of letters and digits one space apart.
func Plain(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ")
}

// quoteMarks are what people put around names of buttons and what they typed.
var quoteMarks = [][2]string{
	{"`", "`"}, {`"`, `"`}, {"**", "**"}, {"“", "”"}, {"«", "»"}, {"‘", "’"}, {"„", "“"}, {" '", "'"},
}

// quotes returns what stands between quotation marks.
func quotes(lines []string) []string {
	var found []string
	for _, line := range lines {
		for _, mark := range quoteMarks {
			for _, text := range enclosed(line, mark[0], mark[1]) {
				if text = strings.TrimSpace(text); text != "" && len(text) <= maxLabel {
					found = append(found, text)
				}
			}
		}
	}
	return found
}

// hint says which events a text with this part speaks of, and the factor of them.
type hint struct {
	part  string
	kinds []event.Kind
	by    float64
}

// reportWords say which events the words of a report speak of: the beginnings of words,
// lower case.
var reportWords = []hint{
	{" rotat", []event.Kind{event.Rotate}, 5},
	{" landscape", []event.Kind{event.Rotate}, 5},
	{" orientation", []event.Kind{event.Rotate}, 5},
	{" swip", []event.Kind{event.Swipe, event.Scroll}, 3},
	{" slide", []event.Kind{event.Swipe, event.Scroll}, 2},
	{" scroll", []event.Kind{event.Scroll}, 2},
	{" drag", []event.Kind{event.Drag, event.Swipe}, 2},
	{" long press", []event.Kind{event.LongTap}, 3},
	{" long click", []event.Kind{event.LongTap}, 3},
	{" long tap", []event.Kind{event.LongTap}, 3},
	{" press and hold", []event.Kind{event.LongTap}, 3},
	{" context menu", []event.Kind{event.LongTap}, 3},
	{" double tap", []event.Kind{event.DoubleTap}, 4},
	{" pinch", []event.Kind{event.Pinch}, 4},
	{" zoom", []event.Kind{event.Pinch}, 3},
	{" background", []event.Kind{event.Home}, 3},
	{" home button", []event.Kind{event.Home}, 4},
	{" minimi", []event.Kind{event.Home}, 3},
	{" keep activities", []event.Kind{event.Kill}, 8},
	{" back button", []event.Kind{event.Back}, 2},
	{" press back", []event.Kind{event.Back}, 2},
	{" back key", []event.Kind{event.Back}, 2},
	{" permission", []event.Kind{event.Permission}, 3},
	{" notification", []event.Kind{event.Notification}, 3},
	{" dark mode", []event.Kind{event.Config}, 5},
	{" night mode", []event.Kind{event.Config}, 5},
	{" font size", []event.Kind{event.Config}, 5},
	{" airplane mode", []event.Kind{event.Config}, 5},
	{" offline", []event.Kind{event.Config}, 3},
}

// addReport takes what the bug report around the trace names.
func (r *Relevance) addReport(g *guide.Guide) {
	r.Mentions = newMentions(g.Report)
	text := " " + Plain(strings.Join(g.Report, "\n"))
	r.follow(reportWords, text)
	if strings.Contains(text, " keep activities") {
		r.outside = append(r.outside, gen.Candidate{Event: gen.DropActivities, Weight: weightNetwork, Widget: -1})
	}
}
