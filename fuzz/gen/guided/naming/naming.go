// Package naming is what the names of things on a screen say of them.
//
// Who names a screen "Plant list" mostly names the classes behind it so: PlantListFragment,
// PlantAdapter. Where nothing is known of what leads somewhere, the words of names tell which of the entries in
// front looks like the way. Names are guesses: they are English, and they deceive.
package naming

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"talpa/fuzz/ui"
)

// Words are words of names, in lower case and singular.
type Words map[string]bool

// plainWords are words of names that say what kind of thing a class is, not what it is about.
var plainWords = []string{"activity", "fragment", "adapter", "view", "holder", "dialog", "listener", "helper",
	"manager",
	"callback", "impl", "base", "main", "app", "handler", "on", "click", "item", "menu", "model", "create", "options",
	"selected",
	"android", "lambda", "inner", "the", "of", "to", "a"}

// synonyms are words that code and screens use for the same.
var synonyms = map[string]string{"remove": "delete", "erase": "delete", "preference": "setting", "setup": "setting",
	"insert": "add", "about": "info"}

// WordsOf are the words of names: of classes without their packages, ids and labels.
func WordsOf(names ...string) Words {
	words := Words{}
	for _, name := range names {
		for _, word := range splitName(name) {
			if len(word) > 1 && !slices.Contains(plainWords, word) {
				words[cmp.Or(synonyms[word], word)] = true
			}
		}
	}
	return words
}

// splitName cuts a name at capitals and at what is no letter.
func splitName(name string) []string {
	var words []string
	word := ""
	flush := func() {
		if word = strings.ToLower(word); len(word) > 3 {
			word = strings.TrimSuffix(word, "s")
		}
		if word != "" {
			words = append(words, word)
		}
		word = ""
	}
	lower := false
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r):
			flush()
			lower = false
			continue
		case unicode.IsUpper(r) && lower:
			flush()
		}
		word += string(r)
		lower = unicode.IsLower(r)
	}
	flush()
	return words
}

// Likeness is the part of the words of a text that are among these, from 0 to 1.
func (w Words) Likeness(text string) float64 {
	words := WordsOf(strings.TrimPrefix(text, "id/"))
	common := 0
	for word := range words {
		if w[word] {
			common++
		}
	}
	if common == 0 {
		return 0
	}
	return float64(common) / float64(len(words))
}

// confirmWords begin the labels, and are in the ids, of buttons that take a form's content.
var confirmWords = []string{"ok", "save", "add", "done", "create", "submit", "login", "log in", "sign", "search",
	"confirm", "yes", "apply", "go", "next", "set", "send", "start", "accept", "finish", "update", "import", "insert",
	"calculate", "convert", "connect", "continue"}

// declineWords are in the labels or ids of buttons that do not, whatever else these say.
var declineWords = []string{"cancel", "dismiss", "discard", "abort", "close", "no", "not", "never", "later"}

// longLabel is the length in bytes from which on a label is a sentence, gluedWord that of a word from which on it is
// found in ids that write words together.
const longLabel, gluedWord = 24, 4

// Confirms says whether the widget looks like one that takes a form's content.
func Confirms(w *ui.Widget, label string) bool {
	_, id, _ := strings.Cut(w.ID, "/")
	if id == "button1" && strings.HasPrefix(w.ID, "android:") {
		return true
	}
	says, called := splitName(label), splitName(id)
	declines := func(word string) bool { return slices.Contains(declineWords, word) }
	if slices.ContainsFunc(says, declines) || slices.ContainsFunc(called, declines) {
		return false
	}
	begin := strings.Join(says, " ") + " "
	return slices.ContainsFunc(confirmWords, func(word string) bool {
		return len(label) < longLabel && strings.HasPrefix(begin, word+" ") ||
			slices.ContainsFunc(called, func(in string) bool {
				return len(word) > 2 && in == word ||
					len(word) >= gluedWord && (strings.HasPrefix(in, word) || strings.HasSuffix(in, word))
			})
	})
}

// SaysConfirm says whether a label is just a word for confirming.
func SaysConfirm(label string) bool {
	return slices.Contains(confirmWords, strings.Join(splitName(label), " "))
}

// addWords begin the labels and ids of what adds a row.
var addWords = []string{"add", "new", "create", "insert", "compose", "import", "plus", "+", "fab"}

// Adds says whether a label or id looks like that of what adds a row.
func Adds(name string) bool { return hasWord(name, addWords) }

// deleteWords are in the labels and ids of what deletes rows.
var deleteWords = []string{"delete", "remove", "erase", "discard", "trash", "clear"}

// Deletes says whether a label or id looks like that of what deletes rows.
func Deletes(name string) bool { return hasWord(name, deleteWords) }

// searchWords are in the labels and ids of what a search field is behind.
var searchWords = []string{"search", "find", "filter", "query"}

// Searches says whether a label or id looks like that of what a search field is behind.
func Searches(name string) bool { return hasWord(name, searchWords) }

// hasWord says whether one of some words is a word of a label or id.
func hasWord(name string, words []string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return r == ' ' || r == '_'
	}), func(word string) bool { return slices.Contains(words, word) })
}

// menuWords are in the descriptions of the buttons that bring up a menu or a drawer.
var menuWords = []string{"navigat", "drawer", "more options", "menu"}

// OpensMenu says whether a description looks like that of what brings up a menu or a drawer.
func OpensMenu(description string) bool {
	description = strings.ToLower(description)
	return slices.ContainsFunc(menuWords, func(word string) bool { return strings.Contains(description, word) })
}

// AsksPermission says whether the system asks the user for a permission.
func AsksPermission(s *ui.Screen) bool {
	return strings.Contains(s.Package, "permissioncontroller") || strings.Contains(s.Package, "packageinstaller")
}
