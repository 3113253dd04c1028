package plan

import (
	"slices"

	"talpa/asra/locate"
)

// otherLanguage is one that phones of most people are not set to.
const otherLanguage = "de-DE"

// storesLanguage is the method in which the platform stores the language of a phone in a database as it is opened,
// where that is not the one that it was opened in before.
const storesLanguage = "android.database.sqlite.SQLiteConnection.setLocaleFromConfiguration"

// reopenedHold makes a goal of another language where the crash is that the platform cannot store it in a database: the
// app has opened the database once, and opens it again in a new process, once the phone is set to another language.
// What the crash wants beside that comes in between, so that the database can be made before.
func reopenedHold(p *planner) {
	if p.screen == "" || !reopens(p) {
		return
	}
	language := speaks(otherLanguage)
	language.Screen = p.screen
	p.AfterPath(language)
	p.Last.Achievers = append(p.Events([]string{"kill"}, p.screen), p.Last.Achievers...)
}

// reopens says that the stack has the platform store the language in a database.
func reopens(p *planner) bool {
	return slices.ContainsFunc(p.Target.Frames, func(f locate.Frame) bool {
		return f.Class+"."+f.Method == storesLanguage
	})
}
