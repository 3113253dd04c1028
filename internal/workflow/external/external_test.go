package external

import (
	"path/filepath"
	"strings"
	"testing"

	"talpa/dex/apk"
	"talpa/fuzz/event"
)

// TestEvents demands the links and components that the sample app declares, and
// nothing that others may not start.
func TestEvents(t *testing.T) {
	t.Parallel()
	a, err := apk.Open(filepath.Join("..", "..", "..", "testdata", "apps", "vane.apk"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range Events(a.Manifest()) {
		got = append(got, e.String())
	}
	want := []string{
		"start action=android.intent.action.VIEW component=dev.talpa.vane/dev.talpa.vane.PlaceActivity data=vane://place/" +
			" category=android.intent.category.DEFAULT category=android.intent.category.BROWSABLE",
		"start action=android.intent.action.VIEW component=dev.talpa.vane/dev.talpa.vane.PlaceActivity",
		"start alone action=android.intent.action.VIEW component=dev.talpa.vane/dev.talpa.vane.PlaceActivity data=vane://place/" +
			" category=android.intent.category.DEFAULT category=android.intent.category.BROWSABLE",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestEventsClosed: what others may not start is no external event, nor is what the
// launcher does.
func TestEventsClosed(t *testing.T) {
	t.Parallel()
	launch := apk.IntentFilter{Actions: []string{"android.intent.action.MAIN"},
		Categories: []string{"android.intent.category.LAUNCHER"}}
	for name, c := range map[string]struct {
		component apk.Component
		want      int
	}{
		"exported":          {apk.Component{Name: "p.A", Exported: true, Enabled: true}, 2}, // and alone
		"not exported":      {apk.Component{Name: "p.A", Enabled: true}, 0},
		"disabled":          {apk.Component{Name: "p.A", Exported: true}, 0},
		"with a permission": {apk.Component{Name: "p.A", Exported: true, Enabled: true, Permission: "p.P"}, 0},
		"launcher": {apk.Component{Name: "p.A", Exported: true, Enabled: true,
			Filters: []apk.IntentFilter{launch}}, 0},
		"action without URI": {apk.Component{Name: "p.A", Exported: true, Enabled: true,
			Filters: []apk.IntentFilter{{Actions: []string{"p.DO"}}}}, 2},
	} {
		got := Events(&apk.Manifest{Package: "p", Receivers: []apk.Component{c.component}})
		if len(got) != c.want {
			t.Errorf("%s: %v, want %d", name, got, c.want)
		}
	}
}

// TestEventsPermissions: permissions that a user can refuse are denied, granted and asked
// again; there are so many at most.
func TestEventsPermissions(t *testing.T) {
	t.Parallel()
	m := &apk.Manifest{Package: "p", Permissions: []apk.Permission{{Name: "android.permission.INTERNET"},
		{Name: "p.CAMERA"}}}
	if got := Events(m); len(got) != 0 {
		t.Errorf("%v for permissions that nobody is asked for", got)
	}
	for range 2 * maxEvents {
		m.Permissions = append(m.Permissions, apk.Permission{Name: "android.permission.CAMERA"})
	}
	got := Events(m)
	if len(got) != 3*maxEvents {
		t.Errorf("%d events, want %d", len(got), 3*maxEvents)
	}
	for _, e := range got {
		if err := e.Validate(); err != nil {
			t.Errorf("%s: %v", e, err)
		}
	}
}

// TestEventsTold: messages and calls come to apps whose receivers ask for them.
func TestEventsTold(t *testing.T) {
	t.Parallel()
	receiver := func(enabled bool, action string) *apk.Manifest {
		return &apk.Manifest{Package: "p", Receivers: []apk.Component{{Name: "p.R", Enabled: enabled,
			Filters: []apk.IntentFilter{{Actions: []string{action}}}}}}
	}
	for action, kind := range map[string]event.Kind{
		"android.provider.Telephony.SMS_RECEIVED": event.SMS, "android.intent.action.PHONE_STATE": event.Call,
	} {
		got := Events(receiver(true, action))
		if len(got) < 3 {
			t.Errorf("%s: %v", action, got)
		}
		for _, e := range got {
			if err := e.Validate(); err != nil || e.Kind != kind {
				t.Errorf("%s: %s: %v", action, e, err)
			}
		}
		if got := Events(receiver(false, action)); len(got) > 0 {
			t.Errorf("%s for a receiver that is disabled: %v", action, got)
		}
	}
}

// TestEventsHome: tiles and widgets, which the system binds to whoever else may not.
func TestEventsHome(t *testing.T) {
	t.Parallel()
	component := func(enabled bool, action string) []apk.Component {
		return []apk.Component{{Name: "p.C", Enabled: enabled, Permission: "p.BIND",
			Filters: []apk.IntentFilter{{Actions: []string{action}}}}}
	}
	const tile, widget = "android.service.quicksettings.action.QS_TILE", "android.appwidget.action.APPWIDGET_UPDATE"
	for name, c := range map[string]struct {
		manifest apk.Manifest
		want     string
	}{
		"tile": {apk.Manifest{Services: component(true, tile)},
			"tile click value=p/p.C; tile alone value=p/p.C; tile added value=p/p.C; tile removed value=p/p.C"},
		"tile that is disabled": {apk.Manifest{Services: component(false, tile)}, ""},
		"widget": {apk.Manifest{Receivers: component(true, widget)},
			"widget added value=p/p.C; widget alone value=p/p.C"},
		"tile's action of another": {apk.Manifest{Receivers: component(true, tile)}, ""},
	} {
		c.manifest.Package = "p"
		var got []string
		for _, e := range Events(&c.manifest) {
			if err := e.Validate(); err != nil {
				t.Errorf("%s: %s: %v", name, e, err)
			}
			got = append(got, e.String())
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s: %s, want %s", name, s, c.want)
		}
	}
}

func TestLink(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		data      []apk.DataSpec
		uri, mime string
	}{
		{nil, "", ""},
		{[]apk.DataSpec{{MIMEType: "image/*"}}, "", "image/png"},
		{[]apk.DataSpec{{MIMEType: "*/*"}}, "", "text/plain"},
		{[]apk.DataSpec{{Scheme: "http"}, {Scheme: "https"}, {Host: "*.a.org"}, {PathPrefix: "/x"}}, "http://www.a.org/x",
			""},
		{[]apk.DataSpec{{Scheme: "file", PathPattern: ".*", MIMEType: "text/csv"}}, "file://example.com/", "text/csv"},
	} {
		if uri, mime := link(c.data); uri != c.uri || mime != c.mime {
			t.Errorf("%+v: %q, %q", c.data, uri, mime)
		}
	}
}

// TestEventsCold: each way in which a phone starts the process is offered once, and only
// where the app has what is started so.
func TestEventsCold(t *testing.T) {
	t.Parallel()
	boot := apk.Component{Name: "p.B", Enabled: true, Filters: []apk.IntentFilter{{
		Actions: []string{"android.intent.action.BOOT_COMPLETED"},
	}}}
	open := apk.Component{Name: "p.P", Enabled: true, Exported: true}
	for name, c := range map[string]struct {
		manifest apk.Manifest
		want     string
	}{
		"nothing":            {apk.Manifest{}, ""},
		"application":        {apk.Manifest{Application: apk.Application{Class: "p.App"}}, "restricted"},
		"start of the phone": {apk.Manifest{Receivers: []apk.Component{boot}}, "boot"},
		"provider": {apk.Manifest{Providers: []apk.Provider{{Component: open, Authorities: []string{"p.rows", "p.more"}}}},
			"query alone value=content://p.rows/; restricted"},
		"closed provider": {apk.Manifest{Providers: []apk.Provider{{
			Component: open, Authorities: []string{"p.rows"}, ReadPermission: "p.READ",
		}}}, "restricted"},
		"two receivers of the start": {apk.Manifest{Receivers: []apk.Component{boot, boot}}, "boot"},
	} {
		c.manifest.Package = "p"
		var got []string
		for _, e := range Events(&c.manifest) {
			if err := e.Validate(); err != nil {
				t.Errorf("%s: %s: %v", name, e, err)
			}
			got = append(got, e.String())
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %q, want %q", name, strings.Join(got, "; "), c.want)
		}
	}
}
