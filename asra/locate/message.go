package locate

import (
	"regexp"

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
}

// namedComponent returns the method of the component that a message names and that was
// about to run, or has, and the component's class; nil if no message names one of the
// app's. The outermost message counts: it is the framework's.
func namedComponent(code *dex.Set, chain []trace.Throwable) (m *dex.Method, class string) {
	for _, thrown := range chain {
		for _, b := range busyWith {
			if found := regexp.MustCompile(b.message).FindStringSubmatch(thrown.Message); found != nil {
				return inherited(code, found[1], b.methods), found[1]
			}
		}
	}
	return nil, ""
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
