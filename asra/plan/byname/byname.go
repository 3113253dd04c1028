// Package byname has what the names of callbacks tell, by the documentation of the platform: which run as a screen
// comes up, which draw rows, which hear of a setting. It looks at no code.
package byname

import (
	"slices"
	"strings"

	"talpa/asra/guide"
)

// Bare is the name of a method, of its DEX name.
// Constructors keep their name, <init>, which no row of specs has.
func Bare(dexName string) string {
	short := guide.SimpleMethod(dexName)
	return short[strings.LastIndexByte(short, '.')+1:]
}

// ComesUp says that a callback of the life cycle runs as a screen is opened: then nothing more is to be
// done there than to go there.
// By the documentation of Activity and Fragment; RecyclerView.Adapter.onBindViewHolder and Adapter.getView run
// with the first layout of a list that has rows.
func ComesUp(name string) bool {
	return strings.HasPrefix(name, "onCreate") || slices.Contains([]string{
		"onStart", "onResume", "onViewCreated", "onActivityCreated", "onAttach", "onPostCreate",
		"onBindViewHolder", "getView",
	}, name)
}

// Begins says that a callback runs whenever its object starts, also where it was there before.
func Begins(name string) bool {
	return ComesUp(name) || slices.Contains([]string{
		"attachBaseContext", "onRestoreInstanceState", "onViewStateRestored",
	}, name)
}

// DrawsRow says that a callback of an adapter runs for each row that comes up, by the documentation of Adapter,
// CursorAdapter, ExpandableListAdapter and RecyclerView.Adapter.
func DrawsRow(name string) bool {
	return slices.Contains([]string{
		"getView", "newView", "bindView", "onCreateViewHolder", "onBindViewHolder", "setViewValue",
		"getGroupView", "newGroupView", "bindGroupView", "getChildView", "newChildView", "bindChildView",
	}, name)
}

// HearsSetting says that a callback hears of a changed preference.
// Such a callback runs whenever the stored value changes, so that its own widget is the entry of the setting.
func HearsSetting(callback string) bool {
	return slices.Contains([]string{"onSharedPreferenceChanged", "onPreferenceChange"}, Bare(callback))
}

// Used is what people do for a callback of a role. What hears that an action mode begins, or of the rows that are
// picked in it, has the role of a menu, as its items have; but what begins it is a long touch of a row.
func Used(callback string, role guide.Role) guide.Role {
	if role == guide.RoleMenu && slices.Contains(
		[]string{"onCreateActionMode", "onPrepareActionMode", "onItemCheckedStateChanged"}, Bare(callback)) {
		return guide.RoleLongClick
	}
	return role
}
