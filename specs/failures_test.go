package specs

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// told writes a failure in short: kind, then what the message told.
func told(f Failure) string {
	out := []string{f.Kind}
	number := func(name string, n *int64) {
		if n != nil {
			out = append(out, name+"="+strconv.FormatInt(*n, 10))
		}
	}
	number("index", f.Index)
	number("size", f.Size)
	if f.HasText {
		out = append(out, "text=<"+f.Text+">")
	}
	for name, v := range map[string]string{"name": f.Name, "class": f.Class, "use": f.Use} {
		if v != "" {
			out = append(out, name+"="+v)
		}
	}
	slices.Sort(out[1:])
	return strings.Join(out, " ")
}

func TestFailureOf(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ exception, message, want string }{
		{"java.lang.NumberFormatException", `For input string: ""`, "not-a-number text=<>"},
		{"java.lang.NumberFormatException", `For input string: "1"2"`, `not-a-number text=<1"2>`},
		{"java.lang.NumberFormatException", `Invalid int: "111111111111"`, "not-a-number text=<111111111111>"},
		{"java.lang.NumberFormatException", "Invalid int: \"null\"", "null"},
		{"java.lang.NullPointerException", "", "null"},
		{
			"java.lang.NullPointerException", "Attempt to invoke virtual method 'int java.lang.String.length()' on a null object reference",
			"null use=int java.lang.String.length()",
		},
		{
			"java.lang.NullPointerException", "Attempt to read from field 'boolean a.B.c' on a null object reference",
			"null use=boolean a.B.c",
		},
		{
			"java.lang.NullPointerException", "Attempt to invoke virtual method 'int\njava.lang.String.length()' on a null\nobject reference",
			"null use=int java.lang.String.length()",
		},
		{
			"java.lang.NullPointerException", "Attempt to invoke virtual method 'int java.lang.String.len\ngth()' on a null object reference",
			"null use=int java.lang.String.length()",
		},
		{"java.lang.NumberFormatException", "For input string: \"\"\nfor the field below", "not-a-number text=<>"},
		{"java.lang.NumberFormatException", "Invalid int: \"1\n2\"", `not-a-number text=<1 2>`},
		{"java.lang.IllegalStateException", "Fragment Main not att\nached to Activity", "lifecycle name=Main"},
		{"java.lang.IndexOutOfBoundsException", "Invalid index 98, size is 98", "index index=98 size=98"},
		{"java.lang.IndexOutOfBoundsException", "Index: -1, Size: 0", "index index=-1 size=0"},
		{"java.lang.ArrayIndexOutOfBoundsException", "length=0; index=0", "index index=0 size=0"},
		{"java.lang.ArrayIndexOutOfBoundsException", "7", "index index=7"},
		{"android.database.CursorIndexOutOfBoundsException", "Index 0 requested, with a size of 0", "index index=0 size=0"},
		{"java.lang.StringIndexOutOfBoundsException", "begin 0, end -1, length 0", "index index=-1 size=0"},
		{"java.lang.IndexOutOfBoundsException", "of its own words", "index"},
		{"java.lang.IndexOutOfBoundsException", "Index: x, Size: 0", "index"},
		{"java.lang.ClassCastException", "android.app.Application cannot be cast to a.App", "lifecycle name=a.App"},
		{"java.lang.ClassCastException", "a.B cannot be cast to a.C", "wrong-class class=a.B name=a.C"},
		{"java.lang.IllegalArgumentException", "column 'cursor_position' does not exist", "missing-column name=cursor_position"},
		{"java.lang.IllegalArgumentException", "unexpected url: zxcasdsad/api/login", "unparsable text=<zxcasdsad/api/login>"},
		{"java.lang.IllegalArgumentException", "Service not registered: a.B$3@b100c780", "illegal-state class=a.B$3@b100c780"},
		{"java.lang.IllegalArgumentException", "position (0) too small", "illegal-argument"},
		{"java.net.MalformedURLException", "no protocol: foo", "unparsable text=<foo>"},
		{"java.net.URISyntaxException", "Illegal character in path at index 4: a b c", "unparsable text=<a b c>"},
		{"org.json.JSONException", "No value for title", "missing-key name=title"},
		{
			"org.json.JSONException", "Value <html> of type java.lang.String cannot be converted to JSONObject",
			"unparsable name=JSONObject text=<<html>>",
		},
		{
			"android.content.ActivityNotFoundException", "No Activity found to handle Intent { act=android.intent.action.VIEW dat=x:y flg=0x1 }",
			"unknown-component name=android.intent.action.VIEW text=<x:y>",
		},
		{
			"android.content.ActivityNotFoundException", "No Activity found to handle Intent { act=a.B (has extras) }",
			"unknown-component name=a.B",
		},
		{
			"android.content.ActivityNotFoundException", "Unable to find explicit activity class {a/b.C}; have you declared it",
			"unknown-component name=a/b.C",
		},
		{"java.lang.IllegalStateException", "Can not perform this action after onSaveInstanceState", "lifecycle"},
		{"android.view.WindowManager$BadTokenException", "Unable to add window -- token null is not valid; is your activity running?", "window"},
		{"java.lang.SecurityException", "Not allowed to change Do Not Disturb state", "permission"},
		{"java.lang.SecurityException", "uid 1 requires android.permission.CAMERA", "permission name=CAMERA"},
		{
			"java.lang.SecurityException", "opening provider a.B from pid=1 requires android.permission.A or android.permission.B",
			"permission name=android.permission.A",
		},
		{
			"java.lang.SecurityException", "a.B uri x requires android.permission.A, or grantUriPermission()",
			"permission name=android.permission.A",
		},
		{
			"java.lang.SecurityException", `"gps" location provider requires ACCESS_FINE_LOCATION permission.`,
			"permission name=ACCESS_FINE_LOCATION",
		},
		{
			"java.lang.SecurityException", "uid 1 does not have android.permission.A or android.permission.B.",
			"permission name=android.permission.A",
		},
		{
			"java.lang.SecurityException", "starting Intent { act=a.B } (pid=1, uid=2) with revoked permission android.permission.CAMERA",
			"permission name=android.permission.CAMERA",
		},
		{
			"java.lang.SecurityException", "Need android.permission.BLUETOOTH_CONNECT permission for AttributionSource",
			"permission name=android.permission.BLUETOOTH_CONNECT",
		},
		{"android.database.sqlite.SQLiteException", `near "'": syntax error (code 1): , while compiling`, "statement text=<'>"},
		{"android.database.sqlite.SQLiteConstraintException", "anything", "database"},
		{"android.content.res.Resources$NotFoundException", "String resource ID #0x1", "missing-resource name=0x1"},
		{"java.util.MissingFormatArgumentException", "Format specifier '%s'", "format text=<%s>"},
		{"java.util.IllegalFormatConversionException", "d != java.lang.String", "format"},
		{"java.io.IOException", "write failed: ENOSPC (No space left on device)", "file"},
	} {
		f, ok := FailureOf(row.exception, row.message)
		if got := told(f); !ok || got != row.want {
			t.Errorf("%s: %s\n got %s\nwant %s", row.exception, row.message, got, row.want)
		}
	}
	if f, ok := FailureOf("com.foo.OwnException", "anything"); ok {
		t.Errorf("an exception of an app is %v", f)
	}
}

// TestFailureTable states of each row that it can be met: no row before it takes its
// messages, its braces name parts, and its events have a meaning.
func TestFailureTable(t *testing.T) {
	t.Parallel()
	sample := strings.NewReplacer("{index}", "3", "{size}", "5", "{text}", "some text", "{name}", "a.Name", "{class}", "a.Class",
		"{use}", "a.B.use()", "{any}", "anything")
	brace := regexp.MustCompile(`\{[a-z]+\}`)
	for _, line := range strings.Split(failuresText, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, "|")
		message := strings.TrimSpace(fields[2])
		for _, part := range brace.FindAllString(message, -1) {
			if !messagePart.MatchString(part) {
				t.Errorf("%s: no part %s", line, part)
			}
		}
		exception := strings.ReplaceAll(strings.TrimSpace(fields[1]), "*", "X")
		f, ok := FailureOf(exception, sample.Replace(message))
		if !ok || f.Kind != strings.TrimSpace(fields[0]) || f.Source != strings.TrimSpace(fields[3]) {
			t.Errorf("%s\nis met as %s of %s", line, f.Kind, f.Source)
		}
		for _, e := range f.Events {
			if !slices.Contains(eventWords, e) {
				t.Errorf("%s: no event %s", line, e)
			}
		}
	}
}

// eventWords are those that events.txt explains.
var eventWords = strings.Fields("rotate leave back lock kill destroy configure offline full alarm notification " +
	"broadcast service intent restricted answer nobody refuse longpress swipe scroll pinch doubletap key menukey type")

func TestEvents(t *testing.T) {
	t.Parallel()
	for _, row := range tables().events {
		for _, e := range row.events {
			if !slices.Contains(eventWords, e) {
				t.Errorf("%s: no event %s", row.part, e)
			}
		}
	}
	if got := strings.Join(CallbackEvents("onSaveInstanceState"), " "); got != "rotate leave kill" {
		t.Errorf("onSaveInstanceState: %s", got)
	}
	if got := FrameEvents("android.app.ActivityThread.handleRelaunchActivity"); !slices.Equal(got, []string{"rotate", "configure"}) {
		t.Errorf("handleRelaunchActivity: %v", got)
	}
	if got := CallbackEvents("onViewCreated"); !slices.Equal(got, []string{"rotate", "kill"}) {
		t.Errorf("onViewCreated: %q", got)
	}
	if got := CallbackEvents("onCreateContextMenu"); !slices.Equal(got, []string{"longpress"}) {
		t.Errorf("onCreateContextMenu, which holds onCreate: %v", got)
	}
	if got := CallbackEvents("onCreateOptionsMenu"); !slices.Equal(got, []string{"rotate", "kill", "menukey"}) {
		t.Errorf("onCreateOptionsMenu, of two parts: %v", got)
	}
	if got := CallbackEvents("compute"); got != nil {
		t.Errorf("compute: %v", got)
	}
}

// TestSourceTable checks the rows of sources.txt against the framework: each names a
// method that its type, or one above, has.
func TestSourceTable(t *testing.T) {
	t.Parallel()
	kinds := []SourceKind{
		SourceMade, SourcePass, SourceElement, SourceMember, SourceSize, SourceText, SourceSetting, SourcePreference, SourceExtra,
		SourceData, SourceRow, SourceColumn, SourceFile, SourceRoom, SourceServer, SourceStream, SourcePlace, SourceSensor, SourceScreen,
		SourceView, SourceService, SourceBluetooth, SourceNFC, SourceStorage, SourceProvider, SourceNetwork, SourceClipboard,
		SourceStatus, SourceBody,
	}
	for name, calls := range tables().sources {
		for _, c := range calls {
			if !slices.Contains(kinds, c.Source) {
				t.Errorf("%s: no source %s", name, c.Source)
			}
			if !Framework().Has(c.Type) {
				if strings.HasPrefix(c.Type, "Ljava/") || strings.HasPrefix(c.Type, "Landroid/") && !strings.HasPrefix(c.Type, "Landroid/support/") {
					t.Errorf("%s: no type %s", name, c.Type)
				}
				continue
			}
			if name != "<init>" && !Framework().HasNamed(c.Type, name) {
				t.Errorf("%s has no method %s", c.Type, name)
			}
		}
	}
}
