package locate

import (
	"fmt"
	"regexp"

	"talpa/asra/guide"
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

// component makes the method of the named component the target, where no frame gives
// one. The crash is not in it, but happens while the framework is about to run it, or
// has: the precision is that of a point on the way.
func (t *Target) component(set *dex.Set, chain []trace.Throwable) {
	for _, thrown := range chain {
		for _, b := range busyWith {
			found := regexp.MustCompile(b.message).FindStringSubmatch(thrown.Message)
			if found == nil {
				continue
			}
			m := inherited(set, found[1], b.methods)
			if m == nil {
				return
			}
			t.Method, t.Chain, t.Lines = m, []*dex.Method{m}, [][]uint32{nil}
			t.Precision = guide.PrecisionChain
			t.Notes = append(t.Notes, fmt.Sprintf("the trace has no frame of the app; its message names %s", found[1]))
			return
		}
	}
}

// maxParents bounds the classes above a component's that are looked at.
const maxParents = 32

// inherited is the first of the methods that a class, or the nearest one of the app
// above it, has; nil if there is none.
func inherited(set *dex.Set, class string, methods []string) *dex.Method {
	for _, name := range methods {
		c := set.Class(dex.Descriptor(class))
		for range maxParents {
			if c == nil {
				break
			}
			if all := named(c, func(n string) bool { return n == name }); len(all) > 0 && !all[0].IsAbstract() {
				return all[0]
			}
			c = set.Class(c.Super)
		}
	}
	return nil
}
