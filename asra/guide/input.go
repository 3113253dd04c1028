package guide

// InputKind is a kind of input that the path to the target asks for.
type InputKind string

// The kinds of input.
const (
	InputText       InputKind = "text"
	InputPermission InputKind = "permission"
	InputLocale     InputKind = "locale"
	InputNetwork    InputKind = "network"
	InputRotation   InputKind = "rotation"
	InputMedia      InputKind = "media"
	InputResult     InputKind = "result"
	InputIntent     InputKind = "intent"
)

// InputCause says by what the path asks for an input.
type InputCause string

// The causes, with the kinds of input that they ask for.
const (
	CauseParsed   InputCause = "parsed"   // text: code reads the text of Widget with Parser
	CauseCompared InputCause = "compared" // text: code compares the text of Widget, with Values if they are constants
	CauseChecked  InputCause = "checked"  // permission, network: code asks whether there is one
	CauseConnects InputCause = "connects" // network: code opens a connection
	CauseLanguage InputCause = "language" // locale: code asks for the language
	CauseFormats  InputCause = "formats"  // locale: code writes numbers or dates as the language does
	CauseSaved    InputCause = "saved"    // rotation: the stack shows that the screen is saved or rebuilt
	// CauseChanged: Callback, which runs as a screen goes (a rotation), changes what the crash reads.
	CauseChanged   InputCause = "changed"
	CauseLate      InputCause = "late"      // rotation: late code asks a fragment for its activity
	CauseAwaited   InputCause = "awaited"   // result, media: code waits for the answer to Action
	CauseExtra     InputCause = "extra"     // intent: code reads Extras of the intent that starts its component
	CauseException InputCause = "exception" // permission, locale, network: the wanted exception speaks of it
)

// Input is something that the path to the target asks the outside for.
type Input struct {
	Kind  InputKind  `json:"kind"`
	Cause InputCause `json:"cause"`
	// Widget is the field whose text is asked for.
	Widget Widget `json:"widget,omitzero"`
	// Parser is the Java name of the method that reads the text
	// ("java.lang.Integer.parseInt").
	Parser string `json:"parser,omitempty"`
	// Permission is the full name of a permission.
	Permission string `json:"permission,omitempty"`
	// Action is that of an intent whose result is waited for.
	Action string `json:"action,omitempty"`
	// Extras are the keys of an intent's extras.
	Extras []string `json:"extras,omitempty"`
	// Callback is the DEX name of a callback of the life cycle.
	Callback string `json:"callback,omitempty"`
	// Where is the DEX name of the method that asks.
	Where string `json:"where,omitempty"`
	// Values are worth trying: texts, or locales as BCP 47 tags.
	Values []string `json:"values,omitempty"`
}
