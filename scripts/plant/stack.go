package main

import (
	"fmt"
	"strings"

	"talpa/dex"
)

// frame is the site i steps above the line that throws, as stack traces name it.
func (p *place) frame(i int) string {
	s := p.chain[len(p.chain)-1-i]
	c := s.method.Class
	source := c.Source
	if source == "" {
		source = "Unknown Source"
	}
	return fmt.Sprintf("%s.%s(%s:%d)", c.JavaName(), s.method.Name, source, s.method.Code().Line(s.pc))
}

// trace is the stack trace of the crash as people paste it, without the line numbers of the framework:
// they would say which Android it was.
func (p *place) trace() string {
	var b strings.Builder
	b.WriteString("FATAL EXCEPTION: main\n")
	outer := framework(p.chain[0].method)
	thrown := dex.JavaName(p.fault.class)
	if p.fault.message != "" {
		thrown += ": " + p.fault.message
	}
	if outer.wrapped != "" {
		fmt.Fprintf(&b, "java.lang.RuntimeException: %s: %s\n", outer.wrapped, thrown)
		writeFrames(&b, outer.above)
		b.WriteString("Caused by: ")
	}
	b.WriteString(thrown + "\n")
	writeFrames(&b, p.fault.top)
	for i := range p.chain {
		fmt.Fprintf(&b, "\tat %s\n", p.frame(i))
	}
	writeFrames(&b, outer.below)
	if outer.wrapped == "" {
		writeFrames(&b, outer.above)
	}
	return b.String()
}

func writeFrames(b *strings.Builder, frames []string) {
	for _, f := range frames {
		class := f[:strings.LastIndex(f, ".")]
		simple, _, _ := strings.Cut(class[strings.LastIndex(class, ".")+1:], "$")
		fmt.Fprintf(b, "\tat %s(%s.java)\n", f, simple)
	}
}

// surroundings are the frames of the framework around a callback: those that call it, and above them those
// of the main loop; wrapped is the message of the exception that the framework makes of it.
type surroundings struct {
	below, above []string
	wrapped      string
}

var loop = []string{"android.os.Handler.dispatchMessage", "android.os.Looper.loop", "android.app.ActivityThread.main"}

// launches are the frames of an activity's start.
var launches = []string{
	"android.app.ActivityThread.performLaunchActivity", "android.app.ActivityThread.handleLaunchActivity",
	"android.os.Handler.dispatchMessage", "android.os.Looper.loop", "android.app.ActivityThread.main",
}

// callers are the frames of the framework that call a callback, by its name and the parameters that
// tell it from others, as Android's sources have them.
var callers = map[string][]string{
	"onClick(Landroid/view/View;": {"android.view.View.performClick", "android.view.View$PerformClick.run",
		"android.os.Handler.handleCallback"},
	"onClick(Landroid/content/DialogInterface;": {
		"com.android.internal.app.AlertController$ButtonHandler.handleMessage"},
	"onLongClick(": {"android.view.View.performLongClick", "android.view.View$CheckForLongPress.run",
		"android.os.Handler.handleCallback"},
	"onItemClick(": {"android.widget.AdapterView.performItemClick", "android.widget.AbsListView.performItemClick",
		"android.widget.AbsListView$PerformClick.run", "android.os.Handler.handleCallback"},
	"onListItemClick(": {"android.app.ListActivity$2.onItemClick", "android.widget.AdapterView.performItemClick",
		"android.widget.AbsListView$PerformClick.run", "android.os.Handler.handleCallback"},
	"onItemSelected(": {"android.widget.AdapterView.fireOnSelected", "android.widget.AdapterView$SelectionNotifier.run",
		"android.os.Handler.handleCallback"},
	"onOptionsItemSelected(": {"android.app.Activity.onMenuItemSelected",
		"com.android.internal.view.menu.MenuItemImpl.invoke", "com.android.internal.view.menu.MenuBuilder.performItemAction"},
	"onContextItemSelected(": {"android.app.Activity.onMenuItemSelected",
		"com.android.internal.view.menu.MenuItemImpl.invoke", "com.android.internal.view.menu.MenuBuilder.performItemAction"},
	"onPreferenceClick(": {"android.preference.Preference.performClick",
		"android.preference.PreferenceScreen.onItemClick", "android.widget.AdapterView.performItemClick"},
	"onPreferenceChange(": {"android.preference.Preference.callChangeListener"},
	"onPreferenceTreeClick(": {"android.preference.Preference.performClick",
		"android.preference.PreferenceScreen.onItemClick", "android.widget.AdapterView.performItemClick"},
	"onSharedPreferenceChanged(": {"android.app.SharedPreferencesImpl$EditorImpl.notifyListeners",
		"android.app.SharedPreferencesImpl$EditorImpl.apply"},
	"onCheckedChanged(": {"android.widget.CompoundButton.setChecked", "android.widget.CompoundButton.toggle",
		"android.view.View$PerformClick.run"},
	"afterTextChanged(": {"android.widget.TextView.sendAfterTextChanged"},
	"onTextChanged(":    {"android.widget.TextView.sendOnTextChanged"},
	"onTouch(":          {"android.view.View.dispatchTouchEvent"},
	"run(":              {"android.os.Handler.handleCallback"},
}

// starters are the frames that run a life-cycle callback, whose exceptions the framework wraps.
var starters = map[string][]string{
	"onCreate(":         {"android.app.Activity.performCreate", "android.app.Instrumentation.callActivityOnCreate"},
	"onStart(":          {"android.app.Instrumentation.callActivityOnStart", "android.app.Activity.performStart"},
	"onPostCreate(":     {"android.app.Instrumentation.callActivityOnPostCreate"},
	"onResume(":         {"android.app.Instrumentation.callActivityOnResume", "android.app.Activity.performResume"},
	"onPause(":          {"android.app.Activity.performPause", "android.app.Instrumentation.callActivityOnPause"},
	"onActivityResult(": {"android.app.Activity.dispatchActivityResult", "android.app.ActivityThread.deliverResults"},
}

// wrapping are the messages of the exceptions around those of life-cycle callbacks.
var wrapping = map[string]string{
	"onResume(": "Unable to resume activity", "onPause(": "Unable to pause activity",
	"onActivityResult(": "Failure delivering result to activity",
}

// framework is what the framework adds to the stack of a callback.
func framework(m *dex.Method) surroundings {
	name := m.Name + "("
	if calls, ok := starters[name]; ok {
		wrapped := wrapping[name]
		if wrapped == "" {
			wrapped = "Unable to start activity"
		}
		return surroundings{calls, launches, wrapped}
	}
	for known, calls := range callers {
		if strings.HasPrefix(m.Name+m.Desc, known) {
			return surroundings{below: calls, above: loop}
		}
	}
	return surroundings{above: loop}
}
