package external

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/dex/apk"
	"talpa/fuzz/document"
	"talpa/fuzz/event"
)

// Bounds of the files that are tried.
const (
	maxKinds     = 6
	maxFileTypes = 3 // of one filter
)

// common are extensions that libraries name in most apps: they count less than others.
var common = []string{"gif", "html", "jpg", "json", "png", "svg", "txt", "xml", "zip", "gz", "tar"}

// pickers are the actions of who asks people for a file.
var pickers = []string{"android.intent.action.GET_CONTENT", "android.intent.action.OPEN_DOCUMENT",
	"android.intent.action.PICK"}

// several is the extra by which an app takes several files.
const several = "android.intent.extra.ALLOW_MULTIPLE"

// starters are the texts of code that starts other apps, scanners of what only some phones
// have.
var (
	starters = []string{"android.intent.action.VIEW", "android.intent.action.SEND", "android.intent.action.EDIT",
		"android.intent.action.DIAL", "android.intent.action.SENDTO", "android.media.action.IMAGE_CAPTURE"}
	scanners = []string{"com.google.zxing.client.android.SCAN", "android.speech.action.RECOGNIZE_SPEECH"}
)

// sharers are the permissions to work with files that apps share.
var sharers = []string{"READ_EXTERNAL_STORAGE", "WRITE_EXTERNAL_STORAGE", "MANAGE_EXTERNAL_STORAGE"}

// Phone returns what can be different on another phone: no other apps, or more, for an app
// whose code starts some; nothing of people, for one that may read it; no shared storage, for one
// that may work with its files.
func Phone(m *apk.Manifest, texts iter.Seq[string]) []event.Event {
	starts, scans := false, false
	for text := range texts {
		starts = starts || slices.Contains(starters, text) || slices.Contains(pickers, text)
		scans = scans || slices.Contains(scanners, text) || strings.HasPrefix(text, "market:")
	}
	var list []event.Event
	add := func(arg, value string) {
		list = append(list, event.Event{Kind: event.Config, Arg: arg, Value: value})
	}
	if starts || scans {
		add(event.Apps, event.AppsNone)
		add(event.Apps, event.AppsAll)
	}
	if scans {
		add(event.Apps, event.AppsMore)
	}
	if m.AsksFor(func(permission string) bool {
		return slices.Contains(sharers, strings.TrimPrefix(permission, "android.permission."))
	}) {
		add(event.Storage, event.StorageRemoved)
		add(event.Storage, event.StorageReadOnly)
		add(event.Storage, event.StorageFull)
		add(event.Storage, event.StorageOK)
	}
	if m.AsksFor(guide.ReadsPersonalData) {
		add(event.Phone, event.PhoneEmpty)
		add(event.Phone, event.PhoneUsed)
	}
	return list
}

// Documents returns the files that people may pick for an app: of the kinds that its
// filters name, then of those that texts of its code name, whole and odd. An app whose code
// names no picker gets none.
func Documents(m *apk.Manifest, texts iter.Seq[string]) []event.Event {
	asks, both, named := false, false, map[string]int{}
	for text := range texts {
		both = both || text == several
		asks = asks || slices.Contains(pickers, text)
		for _, ext := range extensions(text) {
			if named[ext] = 1; slices.Contains(common, ext) {
				named[ext] = 2
			}
		}
	}
	if !asks {
		return nil
	}
	for _, a := range m.Activities {
		for _, f := range a.Filters {
			for _, k := range filterKinds(f) {
				named[k.Extension] = 0
			}
		}
	}
	kinds := slices.DeleteFunc(document.Kinds(), func(k document.Kind) bool { _, ok := named[k.Extension]; return !ok })
	slices.SortStableFunc(kinds, func(a, b document.Kind) int {
		return cmp.Compare(named[a.Extension], named[b.Extension])
	})
	list := offers(kinds[:min(len(kinds), maxKinds)])
	list = append(list, event.Event{Kind: event.Answer, Arg: "gone"}, event.Event{Kind: event.Answer, Arg: "file"})
	if both {
		list = append(list, event.Event{Kind: event.Answer, Arg: "several"})
	}
	return list
}

// offers are the files of some kinds: whole, empty and damaged; of the first kind also one
// with a very long name, one without an extension and a folder.
func offers(kinds []document.Kind) []event.Event {
	var list []event.Event
	add := func(s document.State, name string) {
		list = append(list, event.Event{Kind: event.Document, Arg: string(s), Value: name})
	}
	for i, k := range kinds {
		add(document.Whole, k.Name())
		add(document.Damaged, "damaged."+k.Extension)
		add(document.Empty, "empty."+k.Extension)
		if i == 0 {
			add(document.Whole, k.LongName())
			add(document.Whole, "sample")
			add(document.AFolder, "folder."+k.Extension)
		}
	}
	return list
}

// extensions are the kinds that a text of the code names: by its type, or by its extension
// with a dot.
func extensions(text string) []string {
	var list []string
	if strings.Contains(text, "/") {
		for _, k := range document.OfType(text) {
			if text == k.Type || slices.Contains(k.Aliases, text) {
				list = append(list, k.Extension)
			}
		}
		return list
	}
	if at := strings.LastIndexByte(text, '.'); at == 0 || at == 1 && text[0] == '*' {
		if k, ok := document.OfName("a" + text[at:]); ok {
			list = append(list, k.Extension)
		}
	}
	return list
}

// filterKinds are the kinds of files that a filter takes by type or by the end of their
// paths; families and everything count as nothing in particular.
func filterKinds(f apk.IntentFilter) []document.Kind {
	var list []document.Kind
	for _, d := range f.Data {
		if !strings.HasSuffix(d.MIMEType, "*") {
			list = append(list, document.OfType(d.MIMEType)...)
		}
		if k, ok := document.OfName(cmp.Or(d.PathPattern, d.Path)); ok {
			list = append(list, k)
		}
	}
	return list
}

// files are the intents that hand a file of shared storage to a component, as a filter
// allows it: by each of the schemes, or as what is sent.
func files(name, action string, f apk.IntentFilter) []event.Intent {
	send := strings.HasPrefix(action, "android.intent.action.SEND")
	schemes, types := map[string]bool{}, map[string]string{} // the type by the file's name
	for _, d := range f.Data {
		schemes[d.Scheme] = true
		for _, k := range document.OfType(d.MIMEType) {
			if len(types) < maxFileTypes && d.MIMEType != "*/*" {
				types[k.Name()] = cmp.Or(concrete(d.MIMEType), k.Type)
			}
		}
	}
	for _, k := range filterKinds(f) {
		if _, ok := types[k.Name()]; !ok && len(types) < maxFileTypes {
			types[k.Name()] = ""
		}
	}
	delete(schemes, "")
	var list []event.Intent
	for _, k := range document.Kinds() {
		mime, ok := types[k.Name()]
		if !ok {
			continue
		}
		in := event.Intent{Component: name, Action: action, Type: mime, Categories: f.Categories}
		if send {
			in.URIs = map[string]string{"android.intent.extra.STREAM": document.ContentURI(k.Name())}
			list = append(list, in)
			continue
		}
		if schemes["content"] || len(schemes) == 0 && mime != "" {
			in.Data = document.ContentURI(k.Name())
			list = append(list, in)
		}
		if schemes["file"] {
			in.Data = document.FileURI(k.Name())
			list = append(list, in)
		}
	}
	return list
}

// concrete is a type that is no family, else "".
func concrete(mime string) string {
	if strings.HasSuffix(mime, "*") {
		return ""
	}
	return mime
}
