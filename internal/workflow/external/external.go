// Package external lists what other apps and the system can do to an app, by what
// its manifest declares. It reads the manifest of the static half and makes events of
// the dynamic one, so it lies with the whole jobs.
package external

import (
	"cmp"
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/device"
	"talpa/device/virtual/permission"
	"talpa/dex/apk"
	"talpa/fuzz/event"
)

// maxEvents bounds the events of one kind: some apps declare hundreds of
// components.
const maxEvents = 12

// Events returns the external events of an app: activities, services and receivers
// that others may start, by component and by each of their filters with a made-up link
// that fits it; permissions that a user may refuse.
func Events(m *apk.Manifest) []event.Event {
	var list []event.Event
	activities := make([]apk.Component, len(m.Activities))
	for i, a := range m.Activities {
		activities[i] = a.Component
	}
	list = append(list, starts(event.Start, m.Package, activities)...)
	list = append(list, starts(event.Service, m.Package, m.Services)...)
	list = append(list, starts(event.Broadcast, m.Package, m.Receivers)...)
	list = append(list, cold(m, list)...)
	list = append(list, home(m)...)
	list = append(list, told(m)...)
	return append(list, permissions(m)...)
}

// permissions are the answers of a user to what the app asks for, by name or by what its version implies.
func permissions(m *apk.Manifest) []event.Event {
	var named []string
	for _, p := range m.Permissions {
		named = append(named, p.Name)
	}
	var list []event.Event
	refusable := 0
	for _, name := range permission.Requested(device.Manifest{Permissions: named, TargetSDK: m.TargetSDK}) {
		if !guide.DangerousPermission(name) || refusable == maxEvents {
			continue
		}
		refusable++
		for _, answer := range []string{"deny", "grant", "ask"} {
			list = append(list, event.Event{Kind: event.Permission, Arg: answer, Value: name})
		}
	}
	return list
}

// cold returns the starts of the app's process that a phone knows beside the launcher's:
// by each of its exported components alone, by a provider, when the phone is switched on,
// and by a backup where the app's own Application or its providers would be missed.
func cold(m *apk.Manifest, starts []event.Event) []event.Event {
	var list []event.Event
	seen := map[string]bool{}
	for _, e := range starts {
		if e.Intent == nil || seen[e.Intent.Component] {
			continue
		}
		seen[e.Intent.Component] = true
		e.Arg = event.Alone
		list = append(list, e)
	}
	providers := 0
	for _, p := range m.Providers {
		if !p.Exported || !p.Enabled || len(p.Authorities) == 0 || p.ReadPermission != "" || providers == maxEvents {
			continue
		}
		providers++
		list = append(list, event.Event{
			Kind: event.Query, Arg: event.Alone, Value: "content://" + p.Authorities[0] + "/",
		})
	}
	for _, r := range m.Receivers {
		if r.Enabled && hasAction(r, "android.intent.action.BOOT_COMPLETED") {
			list = append(list, event.Event{Kind: event.Boot})
			break
		}
	}
	if m.Application.Class != "" || len(m.Providers) > 0 {
		list = append(list, event.Event{Kind: event.Restricted})
	}
	return list
}

// home returns what people do with the app's tiles and widgets, which lie on the home screen and
// in the quick settings.
func home(m *apk.Manifest) []event.Event {
	var list []event.Event
	add := func(kind event.Kind, value string, args ...string) {
		for _, arg := range args {
			if len(list) < maxEvents {
				list = append(list, event.Event{Kind: kind, Arg: arg, Value: value})
			}
		}
	}
	for _, s := range m.Services {
		if s.Enabled && hasAction(s, "android.service.quicksettings.action.QS_TILE") {
			add(event.Tile, m.Package+"/"+s.Name, event.TileClick, event.Alone, event.TileAdded, event.TileRemoved)
		}
	}
	for _, r := range m.Receivers {
		if r.Enabled && hasAction(r, "android.appwidget.action.APPWIDGET_UPDATE") {
			add(event.Widget, m.Package+"/"+r.Name, event.WidgetAdded, event.Alone)
		}
	}
	return list
}

// hasAction says whether a component has a filter for an action.
func hasAction(c apk.Component, action string) bool {
	return slices.ContainsFunc(c.Filters, func(f apk.IntentFilter) bool { return slices.Contains(f.Actions, action) })
}

// told returns what the world tells receivers of the manifest.
func told(m *apk.Manifest) []event.Event {
	receives := func(action string) bool {
		return slices.ContainsFunc(m.Receivers, func(r apk.Component) bool { return r.Enabled && hasAction(r, action) })
	}
	var list []event.Event
	if receives("android.provider.Telephony.SMS_RECEIVED") {
		for _, message := range []string{"+15550100 Hello", "+15550100", "Bank Your code is 12345"} {
			list = append(list, event.Event{Kind: event.SMS, Value: message})
		}
	}
	if receives("android.intent.action.PHONE_STATE") {
		list = append(list, event.Event{Kind: event.Call, Arg: event.CallRing, Value: "+15550100"},
			event.Event{Kind: event.Call, Arg: event.CallRing},
			event.Event{Kind: event.Call, Arg: event.CallAccept, Value: "+15550100"},
			event.Event{Kind: event.Call, Arg: event.CallEnd, Value: "+15550100"})
	}
	return list
}

// starts returns the intents that start exported components.
func starts(kind event.Kind, pkg string, components []apk.Component) []event.Event {
	var list []event.Event
	add := func(in event.Intent) {
		e := event.Event{Kind: kind, Intent: &in}
		if len(list) < maxEvents && e.Validate() == nil {
			list = append(list, e)
		}
	}
	for _, c := range components {
		if !c.Exported || !c.Enabled || c.Permission != "" {
			continue
		}
		name := pkg + "/" + c.Name
		if len(c.Filters) == 0 {
			add(event.Intent{Component: name})
		}
		for _, f := range c.Filters {
			if f.Has("android.intent.action.MAIN", "android.intent.category.LAUNCHER") {
				continue // that is a launch
			}
			for _, action := range f.Actions {
				for _, in := range files(name, action, f) {
					add(in)
				}
				data, mime := link(f.Data)
				add(event.Intent{Component: name, Action: action, Data: data, Type: mime, Categories: f.Categories})
				if data != "" || mime != "" {
					add(event.Intent{Component: name, Action: action}) // what the sender forgot
				}
			}
		}
	}
	return list
}

// members are a MIME type of each family that filters name.
var members = map[string]string{"image": "image/png", "video": "video/mp4", "audio": "audio/mpeg", "text": "text/plain",
	"*": "text/plain"}

// link makes up a link and a MIME type that fit a filter; as Android has it, the
// parts of all its data combine.
func link(data []apk.DataSpec) (uri, mime string) {
	var all apk.DataSpec
	for _, d := range data {
		all.Scheme = cmp.Or(all.Scheme, d.Scheme)
		all.Host = cmp.Or(all.Host, d.Host)
		all.Path = cmp.Or(all.Path, d.Path, d.PathPrefix)
		all.MIMEType = cmp.Or(all.MIMEType, d.MIMEType)
	}
	mime = all.MIMEType
	if family, wild := strings.CutSuffix(mime, "/*"); wild {
		mime = cmp.Or(members[family], "application/octet-stream")
	}
	if all.Scheme == "" {
		return "", mime
	}
	host := cmp.Or(strings.Replace(all.Host, "*.", "www.", 1), "example.com")
	if host == "*" {
		host = "example.com"
	}
	path := all.Path
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return all.Scheme + "://" + host + path, mime
}
