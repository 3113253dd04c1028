package appcode

import (
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
)

// TablesOf are the tables that the arguments of a call name: a constant, a
// statement, a static field with an address, also as part of a longer one.
// It tells what is likely, for plans and pages. What a verdict rests on is package effect's, which takes every
// word for a table where it is not sure.
func (r *Reader) TablesOf(m callgraph.MethodID, in *dex.Insn) []string {
	an := r.OriginsOf(m)
	if an == nil {
		return nil
	}
	var all []string
	first := 1
	if in.Op.Call() == dex.CallStatic {
		first = 0
	}
	params := an.Graph.Code.File.MethodAt(in.Index).Params()
	for i, p := range params {
		switch p {
		case "Ljava/lang/String;":
			all = append(all, tableNames(an.Args(in, first+i))...)
			return all // the first text names the table, the others columns
		case "Landroid/net/Uri;":
			return append(all, r.addresses(an, an.Args(in, first+i), 0)...)
		}
	}
	return all
}

// addresses are the static fields and constants that an Uri is made of.
func (r *Reader) addresses(an *origin.Analysis, origins []origin.Origin, depth int) []string {
	var all []string
	for _, o := range origins {
		switch {
		case o.Kind == origin.Static:
			all = append(all, guide.SimpleName(dex.JavaName(o.Owner))+"."+o.Name)
		case o.Kind == origin.String:
			all = append(all, o.Text)
		case o.Kind == origin.Result && o.Owner != "" && depth < 3:
			call := an.Graph.Code.At(o.PC)
			all = append(all, r.addresses(an, an.Args(&call, 0), depth+1)...)
		}
	}
	return all
}

// sqlWords are words of statements that name no table.
var sqlWords = []string{"select", "where", "values", "exists", "if", "not", "or", "ignore", "abort"}

// tableNames are the tables that constant texts name: one word is a table, of a statement those are
// that follow FROM, INTO, UPDATE and JOIN. Constants that are put together at run time are seen in
// their parts only.
func tableNames(origins []origin.Origin) []string {
	var all []string
	for _, o := range origins {
		if o.Kind != origin.String {
			continue
		}
		words := strings.FieldsFunc(o.Text, func(r rune) bool {
			return r != '_' && r != '.' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
		})
		if len(words) == 1 {
			all = append(all, words[0])
			continue
		}
		for i := 1; i < len(words); i++ {
			switch strings.ToLower(words[i-1]) {
			case "from", "into", "update", "join":
				if !slices.Contains(sqlWords, strings.ToLower(words[i])) {
					all = append(all, words[i])
				}
			}
		}
	}
	return all
}
