package icfg

import (
	"slices"

	"talpa/cfg/callgraph"
)

// searchAction is that of the intent with which Android starts whoever searches.
const searchAction = "android.intent.action.SEARCH"

// opensSearch are the methods, by name and descriptor, that bring up the search of
// Android, or bind a field for it: of activities, of the search service, of the views
// of the platform and of the support libraries.
var opensSearch = [][2]string{
	{"onSearchRequested", "()Z"},
	{"onSearchRequested", "(Landroid/view/SearchEvent;)Z"},
	{"startSearch", "(Ljava/lang/String;ZLandroid/os/Bundle;Z)V"},
	{"startSearch", "(Ljava/lang/String;ZLandroid/content/ComponentName;Landroid/os/Bundle;Z)V"},
	{"triggerSearch", "(Ljava/lang/String;Landroid/os/Bundle;)V"},
	{"triggerSearch", "(Ljava/lang/String;Landroid/content/ComponentName;Landroid/os/Bundle;)V"},
	{"setSearchableInfo", "(Landroid/app/SearchableInfo;)V"},
}

// searches adds the edges from methods that bring up the search to the activities
// that are started with what was searched for: those with a filter for its action.
// Which of several it is stands in metadata and is not told apart.
func (b *codeBuilder) searches() {
	var takers []int
	for i := range b.components {
		if c := &b.components[i]; c.Kind == Activity && slices.Contains(c.Actions, searchAction) {
			takers = append(takers, i)
		}
	}
	if len(takers) == 0 {
		return
	}
	for _, call := range opensSearch {
		for _, u := range b.calls.Index.Calls(call[0], call[1]) {
			if callgraph.Platform(b.vendors[b.calls.Owner(u.Method)]) {
				continue
			}
			for _, c := range takers {
				b.edge(Open, Node(u.Method), b.Component(c), u.PC)
			}
		}
	}
}
