package guide

// DependencyKind says how one method brings about what another one tests.
type DependencyKind string

// The kinds of dependencies.
const (
	Sets         DependencyKind = "sets"          // Setter gives Subject a value that Tester wants
	Passes       DependencyKind = "passes"        // Setter calls Tester with a wanted value for the argument Subject
	AddsRows     DependencyKind = "adds-rows"     // Setter adds rows to the table Subject, which a list on the path shows
	ShowsSetting DependencyKind = "shows-setting" // Setter shows the screen where people change the setting Subject
	LeadsToNull  DependencyKind = "leads-to-null" // Setter leads to Tester, from where a null can get to the crash
)

// Dependency says that one method sets what another one on the path tests.
// Dependencies are comparable.
type Dependency struct {
	Kind   DependencyKind `json:"kind"`
	Setter string         `json:"setter"` // DEX name of the method that sets
	Tester string         `json:"tester"` // DEX name of the method that tests
	// Subject is what is set. Of ShowsSetting its Widget is the one that changes the
	// setting.
	Subject Subject `json:"subject"`
	// Trigger is the widget with which Setter, a handler, goes on to what Kind says;
	// zero if it is not known. For AddsRows and LeadsToNull only.
	Trigger Widget `json:"trigger,omitzero"`
}
