package export

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"talpa/fuzz/document"
	"talpa/fuzz/event"
	"talpa/internal/shellword"
)

// row says how the events of a kind are performed.
type row struct {
	// phone performs it without touching the display; nil for gestures, which each language
	// has words of its own for.
	phone func(j *job, e event.Event) (actions []action, why string)
	// maestro are the commands of a flow; nil where it has none of such a kind.
	maestro func(j *job, e event.Event) (lines []string, why string)
	// ends says that the app's process ends in it, so that no test can do it that runs there.
	ends bool
}

// endsProcess says whether the app's process ends in an event.
func endsProcess(e event.Event) bool {
	return table[e.Kind].ends || e.Arg == event.Alone || e.Kind == event.Permission && e.Arg != "grant"
}

// action is a part of what an event does.
type action struct {
	command string // for the phone's shell
	launch  bool   // by the launcher's entry
	millis  int    // a pause
}

// table has one row a kind.
var table = map[event.Kind]row{
	event.Launch:    {phone: phoneLaunch, maestro: maestroLaunch},
	event.Tap:       {maestro: maestroTouch("tapOn")},
	event.DoubleTap: {maestro: maestroTouch("doubleTapOn")},
	event.LongTap:   {maestro: maestroTouch("longPressOn")},
	event.Text:      {maestro: maestroText},
	event.Clear:     {maestro: maestroText},
	event.Scroll:    {maestro: maestroSwipe},
	event.Swipe:     {maestro: maestroSwipe},
	event.Drag:      {},
	event.Pinch:     {},
	event.Select:    {},
	event.EditorAction: {phone: func(*job, event.Event) ([]action, string) { return run("input keyevent ENTER"), "" },
		maestro: func(*job, event.Event) ([]string, string) { return []string{"- pressKey: Enter"}, "" }},
	event.Back:        {phone: phoneKey, maestro: maestroKey},
	event.Lock:        {phone: func(*job, event.Event) ([]action, string) { return run(event.LockCommand), "" }},
	event.Menu:        {phone: phoneKey, maestro: maestroKey},
	event.Key:         {phone: phoneKey, maestro: maestroKey},
	event.Home:        {phone: phoneHome, maestro: maestroHome},
	event.Rotate:      {phone: phoneRotate, maestro: maestroRotate},
	event.Start:       {phone: phoneIntent, maestro: maestroLink},
	event.Broadcast:   {phone: phoneIntent},
	event.Service:     {phone: phoneIntent},
	event.Permission:  {phone: phonePermission, maestro: maestroPermission},
	event.Answer:      {phone: lacks("other apps answer as they are; work their screens by hand")},
	event.Document:    {phone: phoneDocument},
	event.Config:      {phone: phoneConfig, maestro: maestroConfig},
	event.Alarm:       {phone: lacks("no command of a phone rings an alarm")},
	event.Job:         {phone: lacks("a phone runs a job by its number only: cmd jobscheduler run -f PACKAGE ID")},
	event.SMS:         {phone: console},
	event.Call:        {phone: console},
	event.Sensor:      {phone: console},
	event.Fingerprint: {phone: phoneFinger},
	event.Speech:      {phone: lacks("no command of a phone speaks; do it by hand")},
	event.Tag:         {phone: lacks("no command of a phone holds an NFC tag to it; do it by hand")},
	event.Headset:     {phone: lacks("no command plugs a headset in")},
	event.Older:       {phone: lacks("install the older build by hand"), ends: true},
	event.Update:      {phone: lacks("install the app over the older build by hand"), ends: true},
	event.Battery: {phone: func(_ *job, e event.Event) ([]action, string) {
		return run(event.BatteryCommand(e)), ""
	}},
	event.Notification: {phone: lacks("no command works a notification; touch it in the shade")},
	event.Location:     {phone: phoneLocation, maestro: maestroLocation},
	event.TrimMemory: {phone: func(j *job, e event.Event) ([]action, string) {
		return run("am send-trim-memory " + j.app + " " + shellword.Quote(e.Arg)), ""
	}},
	event.Tile: {phone: func(j *job, e event.Event) ([]action, string) {
		return append(j.alone(e), run(event.TileCommand(e))...), ""
	}},
	event.Widget:      {phone: lacks("a phone's home screen places widgets by hand")},
	event.Shortcut:    {phone: lacks("adb starts the intent of a shortcut only; touch it in the home screen")},
	event.Wait:        {phone: phoneWait, maestro: maestroWait},
	event.Restart:     {phone: phoneRestart, maestro: maestroRestart, ends: true},
	event.Kill:        {phone: phoneKill, maestro: maestroKill, ends: true},
	event.StopProcess: {phone: phoneKill, maestro: maestroKill, ends: true},
	event.Restricted: {phone: func(j *job, _ event.Event) ([]action, string) {
		return run("bmgr backupnow " + j.app), ""
	}, ends: true},
	event.Boot: {phone: phoneBoot, ends: true},
	event.Query: {phone: func(j *job, e event.Event) ([]action, string) {
		return append(j.alone(e), run("content query --uri "+shellword.Quote(e.Value))...), ""
	}},
	event.ClearData: {phone: func(j *job, _ event.Event) ([]action, string) {
		return run("pm clear " + j.app + " >/dev/null"), ""
	}, maestro: func(*job, event.Event) ([]string, string) { return []string{"- stopApp", "- clearState"}, "" },
		ends: true},
}

// language is a tool's language with statements.
type language interface {
	launch() []string
	run(command string) []string
	pause(millis int) []string
	gesture(e event.Event) (lines []string, why string)
}

// perform writes an event in a language.
func (j *job) perform(e event.Event, in language) (lines []string, why string) {
	r, ok := table[e.Kind]
	switch {
	case !ok:
		return nil, "this kind of event is not known here"
	case r.phone == nil:
		return in.gesture(e)
	}
	actions, why := r.phone(j, e)
	if why != "" {
		return nil, why
	}
	for _, a := range actions {
		switch {
		case a.launch:
			lines = append(lines, in.launch()...)
		case a.command == "":
			lines = append(lines, in.pause(a.millis)...)
		default:
			lines = append(lines, in.run(a.command)...)
		}
	}
	return lines, ""
}

func run(commands ...string) []action {
	var all []action
	for _, c := range commands {
		all = append(all, action{command: c})
	}
	return all
}

var launching = action{launch: true}

// lacks is for what phones have no command for.
func lacks(why string) func(*job, event.Event) ([]action, string) {
	return func(*job, event.Event) ([]action, string) { return nil, why }
}

// console is for what an emulator's console does, and no shell.
func console(_ *job, e event.Event) ([]action, string) {
	return nil, "a phone has no command for it; an emulator has: adb emu " + event.ConsoleCommand(e)
}

func phoneLaunch(*job, event.Event) ([]action, string) { return []action{launching}, "" }

func phoneHome(_ *job, e event.Event) ([]action, string) {
	all := run("input keyevent HOME")
	if e.Millis > 0 {
		all = append(all, action{millis: e.Millis})
	}
	return append(all, launching), ""
}

func phoneKey(_ *job, e event.Event) ([]action, string) {
	name := strings.ToUpper(string(e.Kind))
	if e.Kind == event.Key {
		name = e.Arg
	}
	if keys := strings.Split(name, "+"); len(keys) > 1 {
		return run("input keycombination " + quoteAll(keys)), ""
	}
	return run("input keyevent " + shellword.Quote(name)), ""
}

func quoteAll(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = shellword.Quote(w)
	}
	return strings.Join(quoted, " ")
}

func phoneRotate(j *job, e event.Event) ([]action, string) {
	quarter := "0"
	if (e.Arg == "landscape") == (j.width <= j.height) {
		quarter = "1"
	}
	return run("settings put system accelerometer_rotation 0; settings put system user_rotation " + quarter), ""
}

func phoneIntent(j *job, e event.Event) ([]action, string) {
	if e.Intent == nil {
		return nil, "it has no intent"
	}
	verb := map[event.Kind]string{
		event.Start: "am start -W", event.Broadcast: "am broadcast", event.Service: "am startservice",
	}[e.Kind]
	return append(j.alone(e), run(verb+amIntent(e.Intent))...), ""
}

// alone has the system kill the app in the background before, where the event says so.
func (j *job) alone(e event.Event) []action {
	if e.Arg != event.Alone {
		return nil
	}
	return j.killed()
}

func (j *job) killed() []action {
	return []action{{command: "input keyevent HOME"}, {millis: 1000}, {command: "am kill " + j.app}}
}

func phonePermission(j *job, e event.Event) ([]action, string) {
	verb := "revoke"
	if e.Arg == "grant" {
		verb = "grant"
	}
	return run("pm " + verb + " " + j.app + " " + shellword.Quote(e.Value)), ""
}

func phoneDocument(_ *job, e event.Event) ([]action, string) {
	return run(document.Command(e.Value, document.State(e.Arg))), ""
}

func phoneConfig(j *job, e event.Event) ([]action, string) {
	value := shellword.Quote(e.Value)
	switch e.Arg {
	case "locale":
		return run("cmd locale set-app-locales " + j.app + " --locales " + value), ""
	case "fontscale":
		return run("settings put system font_scale " + value), ""
	case "night":
		return run("cmd uimode night " + value), ""
	case "network":
		return run(event.NetworkCommand(e.Value)), ""
	case event.Bluetooth, event.NFC:
		verb := map[string]string{"on": " enable", "off": " disable"}[e.Value]
		if verb == "" {
			return nil, "a phone has its radios built in"
		}
		return run("svc " + e.Arg + verb), ""
	case "timezone":
		return run("cmd alarm set-timezone " + value), ""
	case event.Storage:
		if line := event.StorageCommand(e.Value); line != "" {
			return run(line), ""
		}
		return nil, "no command does that to a phone's storage"
	case event.Apps:
		if e.Value != event.AppsMore {
			return run(event.AppsCommand(e.Value)), ""
		}
		return nil, "apps that a phone lacks have to be installed"
	case event.KeepActivities:
		return nil, "a phone takes this from its developer options only: Don't keep activities"
	case event.Phone:
		return nil, "what is on a phone is its owner's"
	}
	return nil, "only the embedded device can set this: " + e.Arg
}

func phoneLocation(_ *job, e event.Event) ([]action, string) {
	const provider = "cmd location providers "
	switch e.Arg {
	case "on", "off":
		return run("settings put secure location_mode " + map[string]string{"on": "3", "off": "0"}[e.Arg]), ""
	case event.LocationFix:
		fix, err := event.ParseFix(e.Value)
		if err != nil {
			return nil, err.Error()
		}
		degrees := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
		return run("appops set shell android:mock_location allow", provider+"add-test-provider gps",
			provider+"set-test-provider-enabled gps true",
			provider+"set-test-provider-location gps --location "+degrees(fix.Latitude)+","+degrees(fix.Longitude)), ""
	}
	return nil, "adb tells a phone of no " + e.Arg
}

func phoneWait(_ *job, e event.Event) ([]action, string) { return []action{{millis: e.Millis}}, "" }

func phoneRestart(j *job, _ event.Event) ([]action, string) {
	return append(run("am force-stop "+j.app), launching), ""
}

func phoneKill(j *job, e event.Event) ([]action, string) {
	if e.Kind == event.StopProcess {
		return j.killed(), ""
	}
	return append(j.killed(), launching), ""
}

func phoneBoot(j *job, _ event.Event) ([]action, string) {
	// A restart takes minutes. Phones refuse the broadcast to their shell, emulators do not.
	return run("am kill "+j.app, "am broadcast -a android.intent.action.BOOT_COMPLETED -p "+j.app), ""
}

// amIntent writes an intent as the arguments of am.
func amIntent(in *event.Intent) string {
	var b strings.Builder
	option := func(name, value string) {
		if value != "" {
			b.WriteString(" " + name + " " + shellword.Quote(value))
		}
	}
	option("-a", in.Action)
	option("-d", in.Data)
	option("-t", in.Type)
	for _, c := range in.Categories {
		option("-c", c)
	}
	if in.Flags != 0 {
		option("-f", strconv.Itoa(in.Flags))
	}
	for _, key := range slices.Sorted(maps.Keys(in.Extras)) {
		b.WriteString(" --es " + shellword.Quote(key) + " " + shellword.Quote(in.Extras[key]))
	}
	for _, key := range slices.Sorted(maps.Keys(in.URIs)) {
		b.WriteString(" --eu " + shellword.Quote(key) + " " + shellword.Quote(in.URIs[key]))
	}
	option("-n", in.Component)
	return b.String()
}

// phoneFinger says what touches the finger sensor in adb's place.
func phoneFinger(j *job, e event.Event) ([]action, string) {
	if event.ConsoleCommand(e) == "" {
		return nil, "no command of a phone does it; do it by hand"
	}
	return console(j, e)
}
