package framework_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestSettings tells a running app, and does what the system does.
func TestSettings(t *testing.T) {
	t.Parallel()
	d := startWith(t, "load log", "setting log", "config log", "rotate log")
	check(t, d, []row{
		{"settings put system user_rotation 1; settings get system user_rotation; settings get global x", "1\nnull\n", 0},
		{"am start -n p/.Main >/dev/null", "", 0},
	})
	if got, want := atStart(t, asked(t, d)), `rotate {"rotation":1}`; got != want {
		t.Errorf("a start after a rotation is told %q, want %q", got, want)
	}
	check(t, d, []row{
		{"settings put global a b; settings --user 0 list global", "a=b\n", 0},
		{"settings delete global a; settings list global", "Deleted 1 rows\n", 0},
		{"settings put system font_scale 1.3", "", 0},
		{"settings put system font_scale huge", "settings: not supported by this device: font scale \"huge\"\n", 1},
		{"settings put system user_rotation 9", "settings: bad rotation \"9\"\n", 1},
		{"settings get evil x", "settings: Invalid namespace 'evil'\n", 1},
		{"settings put system x", "settings: bad arguments\n", 1},
	})
	const want = `setting {"name":"a","space":"global","value":"b"}` + "\n" +
		`setting {"name":"a","space":"global"}` + "\n" +
		`setting {"name":"font_scale","space":"system","value":"1.3"}` + "\n" +
		`config {"fontScale":1.3}` + "\n" +
		`setting {"name":"font_scale","space":"system","value":"huge"}` + "\n" +
		`setting {"name":"user_rotation","space":"system","value":"9"}`
	if got := asked(t, d); got != want {
		t.Errorf("asked\n%s, want\n%s", got, want)
	}
}

// TestContent/before_a_start: what is written waits for the app, and goes to it as a
// part of its start.
func TestContent(t *testing.T) {
	t.Parallel()
	d := startWith(t, "content log")
	const people = "--uri content://contacts/people"
	check(t, d, []row{
		{"content insert " + people + " --bind name:s:x --bind n:n: --bind age:i:7 --bind ok:b:true", "", 0},
		{"pidof p", "", 1},
		{"content query " + people + " --projection a:b --where 'a=1' --sort 'a DESC'; pidof p", "Row: 0 name=x\n4001\n", 0},
		{"content update --uri content://settings/system/k --bind value:s:v; settings get system k", "v\n", 0},
		{"content insert --uri content://settings/system --bind name:s:k --bind value:s:w; settings get system k", "w\n", 0},
		{"content delete --uri content://settings/system/k; settings get system k", "null\n", 0},
		{"content query --uri content://settings/system",
			"content: settings are read by `settings get` and `settings list` on this device\n", 1},
		{"content fly", "content: unknown or unsupported command 'fly'\n", 1},
		{"content query", "content: no content provider named: needs --uri content://AUTHORITY/PATH\n", 1},
		{"content query --uri", "content: --uri needs a value\n", 1},
		{"content query --fly x", "content: unknown or unsupported argument: --fly\n", 1},
		{"content insert " + people + " --bind name", "content: binding not well formed: name\n", 1},
		{"content insert " + people + " --bind a:x:y", "content: unsupported type: x\n", 1},
		{"content insert " + people + " --bind a:i:y", "content: strconv.ParseInt: parsing \"y\": invalid syntax\n", 1},
	})
	const want = `content {"op":"query","projection":["a","b"],"sort":"a DESC","uri":"content://contacts/people","where":"a=1"}`
	if got := asked(t, d); got != want {
		t.Errorf("asked\n%s, want\n%s", got, want)
	}
}

// TestContent that the app refuses, or dies of.
func TestContentFails(t *testing.T) {
	t.Parallel()
	d := startWith(t, "content usage")
	check(t, d, []row{{"content gettype --uri content://a/b", "Error while accessing provider: not like this\n", 1}})
	d = startWith(t, "content crash")
	check(t, d, []row{{"content query --uri content://a/b; pidof p", "", 1}})
	d = start(t)
	check(t, d, []row{{"content query --uri content://a/b",
		"content: no app runs, and not exactly one is installed: start one first\n", 1}})
}

func TestNightAndNetwork(t *testing.T) {
	t.Parallel()
	d := startWith(t, "config log", "network log")
	check(t, d, []row{
		{"cmd uimode night", "Night mode: no\n", 0},
		{"am start -n p/.Main >/dev/null; cmd uimode night yes", "Night mode: yes\n", 0},
		{"cmd uimode night maybe", "uimode: night mode must be yes or no on this device, not \"maybe\"\n", 1},
		{"cmd uimode car yes", "uimode: unknown or unsupported command\n", 1},
		{"svc wifi disable; cmd connectivity airplane-mode", "disabled\n", 0},
		{"svc data disable; cmd connectivity airplane-mode", "enabled\n", 0},
		{"svc data disable; svc wifi enable; cmd connectivity airplane-mode", "disabled\n", 0},
		{"cmd connectivity airplane-mode enable; cmd connectivity airplane-mode enable", "", 0},
		{"cmd connectivity airplane-mode odd", "connectivity: unknown argument \"odd\"\n", 1},
		{"cmd connectivity fly", "connectivity: unknown or unsupported command\n", 1},
		{"svc power stayon true; svc nfc disable", "", 0},
	})
	const want = `config {"night":true}` + "\n" + `network {"on":false}` + "\n" + `network {"on":true}` + "\n" +
		`network {"on":false}`
	if got := asked(t, d); got != want {
		t.Errorf("asked\n%s, want\n%s", got, want)
	}
}

// TestWorld: what an emulator's console and the shell tell reaches the app in the agent's
// words, and what they cannot tell is refused.
func TestWorld(t *testing.T) {
	t.Parallel()
	d := startWith(t, "load log", "location log", "trim log", "setting ok", "home ok", "broadcast log")
	check(t, d, []row{{"am start -n p/.Main >/dev/null", "", 0}})
	if got := atStart(t, asked(t, d)); got != "" {
		t.Errorf("the first process is told\n%s", got)
	}
	check(t, d, []row{
		{"emu geo fix 10.75 59.5 12 7 10", "OK\n", 0},
		{"emu geo nmea '$GPTXT'", "OK\n", 0},
		{"emu geo fix east 1", "KO: \"east\" in a fix is no number\n", 1},
		{"emu geo fix 1 91", "KO: latitude 91 is not in -90 to 90\n", 1},
		{"emu geo fix 1 2 3 4 fast", "KO: bad speed \"fast\"\n", 1},
		{"emu geo", "KO: unknown or unsupported command \"geo\"\n", 1},
		{"emu", "KO: unknown or unsupported command \"\"\n", 1},
		{"cmd location set-location-enabled false; settings put secure location_mode 3", "", 0},
		{"cmd location providers add-test-provider gps", "", 0},
		{"cmd location providers set-test-provider-location gps --location 1,2 --accuracy 0 --time 5", "", 0},
		{"cmd location providers set-test-provider-location gps --accuracy 0",
			"location: needs --location LATITUDE,LONGITUDE\n", 1},
		{"cmd location set-location-enabled maybe", "location: unknown or unsupported command\n", 1},
		{"am send-trim-memory p RUNNING_LOW; am send-trim-memory --user 0 p 80", "", 0},
		{"am send-trim-memory p LOW", "am: Error: Unknown level option: LOW\n", 1},
		{"am send-trim-memory q COMPLETE", "am: Unknown process: q\n", 1},
	})
	const want = `location {"altitude":12,"how":"fix","latitude":59.5,"longitude":10.75,"speed":5.144444444444445}` + "\n" +
		`location {"how":"nmea","sentence":"$GPTXT"}` + "\n" +
		`location {"how":"off"}` + "\n" + `location {"how":"on"}` + "\n" +
		`location {"accuracy":0,"how":"fix","latitude":1,"longitude":2}` + "\n" + `trim {"level":10}` + "\n" + `trim {"level":80}`
	if got := asked(t, d); got != want {
		t.Errorf("asked\n%s, want\n%s", got, want)
	}
	check(t, d, []row{
		{"bmgr backupnow q", "bmgr: Package q with result: Package not found\n", 1},
		{"bmgr backupnow p; pidof p", "Package p with result: Success\n4002\n", 0},
		{"am kill p; pidof p", "", 1}, // nothing of it is in front
	})
	if got, want := atStart(t, asked(t, d)),
		`location {"how":"on"}`+"\n"+`location {"accuracy":0,"how":"fix","latitude":1,"longitude":2}`; got != want {
		t.Errorf("the next process is told\n%s, want\n%s", got, want)
	}
	check(t, d, []row{
		{"am start -n p/.Main >/dev/null; am kill p; pidof p", "4003\n", 0}, // it is in front
		{"am force-stop p; pidof p", "", 1},
	})
}

// atStart is what the start that the agent was asked for is told of how the device stands, in the
// words of single requests, but for how other apps answer. Nothing may be asked beside it.
func atStart(t *testing.T, asked string) string {
	t.Helper()
	text, ok := strings.CutPrefix(asked, "load ")
	var load struct {
		Told []struct {
			Method string
			Params json.RawMessage
		}
	}
	if err := json.Unmarshal([]byte(text), &load); !ok || err != nil {
		t.Fatalf("the agent was asked %q: %v", asked, err)
	}
	var all []string
	for _, r := range load.Told {
		if r.Method != "answer" {
			all = append(all, r.Method+" "+string(r.Params))
		}
	}
	return strings.Join(all, "\n")
}

// TestPhoneWorld: what an emulator's console, cmd battery, svc and cmd jobscheduler tell.
func TestPhoneWorld(t *testing.T) {
	t.Parallel()
	d := startWith(t, "content ok", "message log", "call log", "battery log", "sensor log", "radio log", "job log",
		"network log")
	check(t, d, []row{
		{"am start -n p/.Main >/dev/null; emu sms send +4712345 two words", "OK\n", 0},
		{"emu gsm call 5551; emu gsm accept 5551; emu gsm cancel 5551", "OK\nOK\nOK\n", 0},
		{"emu gsm call x!", "KO: \"x!\" is no phone number\n", 1},
		{"emu power capacity 5; emu power ac off", "OK\nOK\n", 0},
		{"emu power capacity 500", "KO: the battery's level in percent: want a whole number from 0 to 100\n", 1},
		{"emu sensor set acceleration 0:9.5:1", "OK\n", 0},
		{"emu sensor set acceleration 0:1", "KO: the sensor acceleration reads 3 numbers, have \"0,1\"\n", 1},
		{"cmd battery unplug; dumpsys battery set level 7; cmd battery set -f usb 1; cmd battery reset", "", 0},
		{"cmd battery explode", "battery: unknown or unsupported command [\"explode\"]\n", 1},
		{"svc bluetooth enable; cmd bluetooth_manager disable; svc nfc enable", "", 0},
		{"cmd jobscheduler run -f p 9", "", 0},
		{"cmd jobscheduler run -f q 9", "jobscheduler: q does not run\n", 1},
		{"cmd jobscheduler run p nine", "jobscheduler: bad job number \"nine\"\n", 1},
		{"cmd jobscheduler cancel p 9", "jobscheduler: needs run, a package and a job's number\n", 1},
	})
	const want = `message {"from":"+4712345","text":"two words"}` + "\n" +
		`call {"number":"5551","state":"ring"}` + "\n" + `call {"number":"5551","state":"accept"}` + "\n" +
		`call {"number":"5551","state":"end"}` + "\n" + `battery {"level":5}` + "\n" + `battery {"plugged":"unplug"}` + "\n" +
		`sensor {"name":"acceleration","values":[0,9.5,1]}` + "\n" + `battery {"plugged":"unplug"}` + "\n" +
		`battery {"level":7}` + "\n" + `battery {"plugged":"usb"}` + "\n" + `battery {"plugged":"ac"}` + "\n" +
		`battery {"level":100}` + "\n" + `radio {"name":"bluetooth","state":"on"}` + "\n" +
		`radio {"name":"bluetooth","state":"off"}` + "\n" + `radio {"name":"nfc","state":"on"}` + "\n" + `job {"id":9}`
	if got := asked(t, d); got != want {
		t.Errorf("asked\n%s, want\n%s", got, want)
	}
}

func TestLogCommands(t *testing.T) {
	t.Parallel()
	check(t, startWith(t), []row{
		{"log -t mole -p w hello; logcat -d -s mole:V | tail -1 | cut -d: -f4", " hello\n", 0},
		{"log plain; logcat -d -v brief -s log | tail -1", "I/log     ( 1200): plain\n", 0},
		{"am start -n p/.Main >/dev/null; logcat -d -v brief -b system ActivityManager:I '*:S' | grep -c 'Start proc 4001:p'", "1\n", 0},
		{"logcat -d -v epoch -s ActivityManager | head -2 | tail -1 | grep -c '^ *17'", "1\n", 0},
		{"logcat -d -v tag mole:E | grep -c mole", "0\n", 1},
		{"logcat -t 1 -v raw -s mole", "hello\n", 0},
		{"logcat -d -v raw -e 'hel+o'", "hello\n", 0},
		{"logcat -G 16M; logcat -g | cut -d: -f1", "main\nsystem\ncrash\n", 0},
		{"logcat -c; logcat -d | wc -l", "1\n", 0},
		{"logcat --nonsense", "logcat: unknown option --nonsense\n", 1},
		{"logcat -e '('", "logcat: error parsing regexp: missing closing ): `(`\n", 1},
	})
}
