package effect

import (
	"regexp"
	"slices"
	"strings"

	"talpa/asra/appcode"
	"talpa/dex"
	"talpa/specs"
)

// stored is for calls with a meaning in specs.Calls; false for others. Of several rows that fit the
// first one that tells of an effect counts, in the order of calls.txt.
func (s *scan) stored(in *dex.Insn, mean *meaning) bool {
	for _, c := range mean.calls {
		if sort, ok := strings.CutPrefix(string(c.Kind), specs.ReadPrefix); ok {
			for _, f := range s.storedFacts(in, sort) {
				s.read(f)
			}
			return true
		}
		if sort, ok := strings.CutPrefix(string(c.Kind), specs.WritePrefix); ok {
			for _, f := range s.storedFacts(in, sort) {
				s.write(f)
			}
			return true
		}
		switch c.Kind {
		case specs.CallActivity, specs.CallResult, specs.CallService:
			s.start(in, &c)
			return true
		case specs.CallMenu:
			s.write(Fact{Menu, "", Here})
			return true
		case specs.CallParse, specs.CallCompare, specs.CallFind,
			specs.CallIntentClass, specs.CallIntentAction, specs.CallSchedule:
			return true
		case specs.CallInflate:
			if s.attaches(in) {
				s.write(Fact{Screen, "", Here})
			}
			return true
		}
	}
	return false
}

// storedFacts are the facts of stored state of a sort that a call touches.
func (s *scan) storedFacts(in *dex.Insn, sort string) []Fact {
	f := Fact{Kind: Kind(sort)}
	switch f.Kind {
	case Preference:
		if all := s.settings(in); len(all) > 0 {
			return all
		}
	case Database:
		var all []Fact
		for _, table := range s.tables(in) {
			all = append(all, Fact{Kind: Database, Name: table})
		}
		if len(all) > 0 {
			return all
		}
	}
	return []Fact{f}
}

// settings are the facts of the settings that a call names; none if it need not
// name them: the key of a preference on a screen is not told when it is stored.
// The file of the preferences is not told apart: two with one key are one fact.
func (s *scan) settings(in *dex.Insn) []Fact {
	ref := s.app.Calls.Method(s.m).Code().File.MethodAt(in.Index)
	params := ref.Params()
	if len(params) == 0 || params[0] != "Ljava/lang/String;" || strings.HasPrefix(ref.Name, "persist") {
		return nil
	}
	keys, all := s.app.Texts(s.m, in, 1)
	if !all {
		return nil
	}
	var facts []Fact
	for _, key := range keys {
		facts = append(facts, Fact{Kind: Preference, Name: key})
	}
	return facts
}

// maxStatement is the length from which a statement is not read.
const maxStatement = 4096

// tables are the words of the first text that a call on a database is given, one
// of which names the table; none if the text is not constant, if the contents have
// an address instead, or if the database changes other tables along.
func (s *scan) tables(in *dex.Insn) []string {
	an := s.origins()
	if an == nil || s.x.cascades || in.Op.Call() == dex.CallStatic {
		return nil
	}
	params := an.Graph.Code.File.MethodAt(in.Index).Params()
	i := slices.Index(params, "Ljava/lang/String;")
	if i < 0 || slices.Contains(params, "Landroid/net/Uri;") {
		return nil
	}
	text := appcode.ConstantText(an, in, 1+i)
	if text == "" || len(text) > maxStatement {
		return nil
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z')
	})
	slices.Sort(words)
	return slices.Compact(words)
}

// attaches says that what a call inflates is put into the screen at once.
// By the documentation of LayoutInflater.inflate: with a parent and no third argument it attaches; the parent
// then is what it returns.
func (s *scan) attaches(in *dex.Insn) bool {
	an := s.origins()
	if an == nil {
		return true
	}
	first := 1
	if in.Op.Call() == dex.CallStatic {
		first = 0
	}
	for i, p := range an.Graph.Code.File.MethodAt(in.Index).Params() {
		n, known := appcode.Constant(an.Args(in, first+i))
		switch {
		case p == "Z":
			return !known || n != 0
		case p == "Landroid/view/ViewGroup;" && known && n == 0:
			return false
		}
	}
	return true
}

// cascading matches what has a change of one table show in others: triggers and views, and the actions
// of foreign keys that change rows (SQLite's "SQL As Understood By SQLite"). An action may stand in a text
// of its own, since code puts statements together. Libraries count as well: Room's triggers are temporary.
var cascading = regexp.MustCompile(
	`(?is)\bCREATE\s+(TRIGGER|VIEW|TEMP)|\bCREATE\s.*CASCADE|\bON\s+(DELETE|UPDATE)\s+(CASCADE|SET (NULL|DEFAULT))`)

// cascadingHints are in all that cascading matches, cheaper to look for in every text of an app.
var cascadingHints = []string{"REATE", "reate", "ASCADE", "ascade", "ET NULL", "et null", "ET DEFAULT", "et default"}

// findCascades says that a statement of the app may change tables that it does not name: then a change of
// one table is one of all.
func (x *Summaries) findCascades() bool {
	for _, f := range x.app.Hierarchy.Set().Files {
		for i := range uint32(f.NumStrings()) {
			s := f.StringAt(i)
			hinted := slices.ContainsFunc(cascadingHints, func(hint string) bool { return strings.Contains(s, hint) })
			if hinted && cascading.MatchString(s) {
				return true
			}
		}
	}
	return false
}

// persists says that setting an attribute of the type stores a setting.
func (x *Summaries) persists(typ string) bool {
	for _, t := range []string{
		"Landroid/preference/Preference;", "Landroid/support/v7/preference/Preference;", "Landroidx/preference/Preference;",
	} {
		if x.app.Hierarchy.IsSubtype(typ, t) {
			return true
		}
	}
	return false
}
