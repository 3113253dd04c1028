package locate

import (
	"regexp"
	"slices"
	"strings"

	"talpa/asra/trace"
	"talpa/dex"
)

// A crash in the framework alone has no frame of the app, but what the framework throws
// around it names the component that it was about, and says what it was doing to it.

// busyWith are the messages of the framework, with the class as their group, and the
// methods that ran, the likeliest first. They are compiled when they are needed, which
// is seldom.
var busyWith = []struct {
	message string
	methods []string
}{
	{`^Unable to (?:start|restart) activity ComponentInfo\{[^/{}]*/([\w.$]+)\}`,
		[]string{"onCreate", "onStart", "onRestart", "<init>"}},
	{`^Unable to instantiate (?:activity ComponentInfo\{[^/{}]*/|\w+ )([\w.$]+)`, []string{"<init>", "<clinit>"}},
	{`^Unable to resume activity \{[^/{}]*/([\w.$]+)\}`,
		[]string{"onResume", "onPostResume", "onNewIntent", "onActivityResult"}},
	{`^Unable to pause activity \{[^/{}]*/([\w.$]+)\}`, []string{"onPause", "onSaveInstanceState"}},
	{`^Unable to (?:stop|save) activity \{[^/{}]*/([\w.$]+)\}`, []string{"onStop", "onSaveInstanceState"}},
	{`^Unable to destroy activity \{[^/{}]*/([\w.$]+)\}`, []string{"onDestroy"}},
	{`^Failure delivering result .* to activity \{[^/{}]*/([\w.$]+)\}`,
		[]string{"onActivityResult", "onRequestPermissionsResult", "onResume"}},
	{`^Unable to start receiver ([\w.$]+)`, []string{"onReceive"}},
	{`^Error receiving broadcast Intent .* in ([\w.$]+)@`, []string{"onReceive"}},
	{`^Unable to start service ([\w.$]+)(?:@\w+)? with`, []string{"onStartCommand", "onStart", "onHandleIntent"}},
	{`^Unable to bind to service ([\w.$]+)`, []string{"onBind", "onRebind"}},
	{`^Unable to stop service ([\w.$]+)`, []string{"onDestroy"}},
	{`^Unable to create (?:service|application) ([\w.$]+)`, []string{"onCreate"}},
	{`^Unable to get provider ([\w.$]+)`, []string{"onCreate"}},
	{`did not then call Service\.startForeground\(\): ServiceRecord\{\S+ \S+ ([\w.]+/[\w.$]+)`,
		[]string{"onStartCommand", "onStart", "onCreate"}},
	{`^The content of the adapter has changed but .* with Adapter\(class ([\w.$]+)\)`, []string{"getCount", "getView"}},
	{`^Inconsistency detected\. .* adapter:([\w.$]+)@`, []string{"getItemCount", "onBindViewHolder"}},
}

// namedComponent returns the method of the component that a message names and that was
// about to run, or has, and the component's class; nil if no message names one of the
// app's. The outermost message counts: it is the framework's.
func namedComponent(code *dex.Set, chain []trace.Throwable) (m *dex.Method, class string) {
	for _, thrown := range chain {
		for _, b := range busyWith {
			if found := regexp.MustCompile(b.message).FindStringSubmatch(thrown.Message); found != nil {
				class := className(found[1])
				return inherited(code, class, b.methods), class
			}
		}
	}
	return nil, ""
}

// className is the name of a class, or of that of a component as messages write it: its package, then its class, which
// begins with a dot where it is in that package.
func className(written string) string {
	pkg, class, component := strings.Cut(written, "/")
	switch {
	case !component:
		return written
	case strings.HasPrefix(class, "."):
		return pkg + class
	}
	return class
}

// namedFragments are the messages of a fragment manager with the simple name of a fragment's class as their group, of
// the platform, the support library and AndroidX.
var namedFragments = []string{
	`^Fragment already added: ([\w$]+)\{`,
	`^No view found for id .* for fragment ([\w$]+)\{`,
	`^Can't change (?:tag|container ID) of fragment ([\w$]+)\{`,
	`^Fragment ([\w$]+)\{.*\} (?:\([^)]*\) )?(?:not attached|has not been attached|did not return)`,
}

// NamedFragment is the simple name of the class of a fragment that a message names, where no code of the app's own is
// on the stack: what the fragment manager was told to do it does later. False for other crashes.
func (t *Target) NamedFragment() (string, bool) {
	if len(t.Chain) > 0 && !trace.IsLibrary(t.Chain[0].Method.Class.JavaName()) {
		return "", false
	}
	for _, thrown := range t.Crash.Chain {
		for _, message := range namedFragments {
			if found := regexp.MustCompile(message).FindStringSubmatch(thrown.Message); found != nil {
				return found[1], true
			}
		}
	}
	return "", false
}

// missingHandlers are the messages of a click for which a layout names a method that nobody has, since Android 6 and
// before, with that method, the class of the view and the name of its id as their groups
// (android.view.View.DeclaredOnClickListener, and AppCompat's copy of it). The id is missing where the view has none.
var missingHandlers = []string{
	`^Could not find method (\w*)\(View\) in a parent or ancestor Context for android:onClick attribute ` +
		`defined on view class ([\w.$]+)(?: with id '(\w+)')?`,
	`^Could not find a method (\w+)\(View\) in the activity class [\w.$]+ for onClick handler ` +
		`on view class ([\w.$]+)(?: with id '(\w+)')?`,
}

// MissingHandler is a view whose click crashes, since a layout names a method for it that nobody has.
type MissingHandler struct{ Method, View, ID string }

// MissingHandler returns the view that a message of the crash names; false if none does, or a frame of the app's own
// code is on the stack, which tells more.
func (t *Target) MissingHandler() (MissingHandler, bool) {
	if len(t.Chain) > 0 && !trace.IsLibrary(t.Chain[0].Method.Class.JavaName()) {
		return MissingHandler{}, false
	}
	return missingHandler(t.Crash.Chain)
}

// missingHandler is what the first message that names such a view says of it.
func missingHandler(chain []trace.Throwable) (MissingHandler, bool) {
	for _, thrown := range chain {
		for _, message := range missingHandlers {
			if found := regexp.MustCompile(message).FindStringSubmatch(thrown.Message); found != nil {
				return MissingHandler{found[1], found[2], found[3]}, true
			}
		}
	}
	return MissingHandler{}, false
}

// At returns the target moved to a method on the path to the crash, of a class that a message names.
func (t *Target) At(m *dex.Method, named string) *Target {
	moved := *t
	moved.Chain, moved.Precision = []Position{{Method: m}}, PrecisionChain
	moved.Notes = append(slices.Clone(t.Notes), Note{Kind: NoteNamedInMessage, Subject: named})
	return &moved
}

// maxParents bounds the classes above a component's that are looked at.
const maxParents = 32

// inherited is the first of the methods that a class, or the nearest one of the app
// above it, has; nil if there is none.
func inherited(code *dex.Set, class string, methods []string) *dex.Method {
	for _, name := range methods {
		c := code.Class(dex.Descriptor(class))
		for range maxParents {
			if c == nil {
				break
			}
			if all := named(c, name); len(all) > 0 && !all[0].IsAbstract() {
				return all[0]
			}
			c = code.Class(c.Super)
		}
	}
	return nil
}
