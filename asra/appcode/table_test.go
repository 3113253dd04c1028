package appcode

import (
	"strings"
	"testing"

	"talpa/cfg/origin"
)

// TestTableNames: which tables texts name, as one word or as a statement.
func TestTableNames(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"notes":                           "notes",
		"main.n":                          "main.n",
		"SELECT * FROM notes WHERE a = b": "notes",
		"select n.id from notes n join tags on x":    "notes tags",
		"INSERT OR REPLACE INTO notes VALUES (?, ?)": "notes",
		"UPDATE notes SET a = 1":                     "notes",
		"UPDATE OR IGNORE notes SET a = 1":           "",
		"DELETE FROM `my_notes`":                     "my_notes",
		"SELECT a FROM (SELECT b FROM inner_one)":    "inner_one",
		"CREATE TABLE notes (a)":                     "",
		"":                                           "",
		"content://com.foo/notes":                    "",
		"'from'":                                     "from", // one word is a table
	} {
		got := strings.Join(tableNames([]origin.Origin{{Kind: origin.String, Text: text}, {Kind: origin.Int}}), " ")
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
