package fuzz

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"talpa/device"
	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

const fakePackage = "org.example.planner"

// fakeDevice is a device that runs one app model, planner, with planted bugs.
// It acts on pixels only, like a real one.
type fakeDevice struct {
	app      *planner
	log      bytes.Buffer
	rotation int
	events   int
	loseAt   int // the device is lost at this event; 0 = never
	closed   bool
	kept     map[int]planner // moments
	restored int             // times that it went back
}

// Save implements device.Saver.
func (d *fakeDevice) Save(_ context.Context, _ device.App, number int) error {
	if d.kept == nil {
		d.kept = map[int]planner{}
	}
	p := planner{notes: slices.Clone(d.app.notes), compact: d.app.compact, denied: d.app.denied, answer: d.app.answer,
		turned: d.rotation, device: d}
	d.kept[number] = p
	return nil
}

// Restore implements device.Saver.
func (d *fakeDevice) Restore(_ context.Context, _ device.App, number int) error {
	p, ok := d.kept[number]
	if !ok {
		return device.ErrUnsupported
	}
	p.notes = slices.Clone(p.notes)
	d.app, d.rotation = &p, p.turned
	d.restored++
	return nil
}

func (d *fakeDevice) Info() device.Info {
	return device.Info{Serial: "fake", Model: "fake", API: 35, Width: 400, Height: 2000, Density: 160}
}

func (d *fakeDevice) Install(context.Context, string) (device.App, error) {
	d.app = &planner{device: d}
	return device.App{Package: fakePackage, Launcher: fakePackage + "/" + fakePackage + ".Main", SHA256: "ab"}, nil
}

func (d *fakeDevice) Do(ctx context.Context, _ device.App, e event.Event) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := e.Validate(); err != nil {
		return fmt.Errorf("bad event: %w", err)
	}
	if d.events++; d.events == d.loseAt {
		return device.ErrLost
	}
	return d.app.do(e)
}

func (d *fakeDevice) Screen(context.Context) (*ui.Screen, error) {
	dump, activity := d.app.dump()
	return ui.Parse(dump, activity)
}

func (d *fakeDevice) Screenshot(context.Context) ([]byte, error) { return []byte("png"), nil }

func (d *fakeDevice) Log(context.Context) ([]byte, error) {
	log := bytes.Clone(d.log.Bytes())
	d.log.Reset()
	return log, nil
}

func (d *fakeDevice) Alive(context.Context, device.App) (bool, error) { return d.app.alive, nil }

func (d *fakeDevice) Reset(context.Context, device.App) error {
	d.app, d.rotation = &planner{device: d}, 0
	return nil
}

func (d *fakeDevice) Stop(context.Context, device.App) error {
	d.app.stop()
	return nil
}

func (d *fakeDevice) Close() error {
	d.closed = true
	return nil
}

// planner is the model of an app: notes in a list, an editor, settings. Its
// fields up to device are data that survive the process.
type planner struct {
	notes    []string
	compact  bool
	denied   bool
	device   *fakeDevice
	alive    bool
	screens  []string // back stack of activities
	dialog   string   // what floats over the activity, "" = nothing
	row      int      // the row that a context menu is about
	draft    string
	portText string
	answer   string // how other apps answer
	turned   int    // of a moment: the device's rotation
}

// view is a widget of the model and what it does.
type view struct {
	class, id, text string
	click, long     func()
	swipe           func()
	double          func()
	edit            *string
	numeric         bool
	row             bool
}

func (p *planner) stop() {
	p.alive, p.screens, p.dialog = false, nil, ""
}

// crash kills the app with an exception thrown in the named method.
func (p *planner) crash(exception, class, method string, line int) {
	fmt.Fprintf(&p.device.log, "11-21 09:41:07.250  4321  4321 E AndroidRuntime: FATAL EXCEPTION: main\n")
	for _, l := range []string{"Process: " + fakePackage + ", PID: 4321", "java.lang." + exception + ": planted",
		fmt.Sprintf("\tat %s.%s.%s(%s.java:%d)", fakePackage, class, method, class, line),
		"\tat android.os.Looper.loop(Looper.java:137)"} {
		fmt.Fprintf(&p.device.log, "11-21 09:41:07.250  4321  4321 E AndroidRuntime: %s\n", l)
	}
	p.stop()
}

func (p *planner) top() string {
	if len(p.screens) == 0 {
		return ""
	}
	return p.screens[len(p.screens)-1]
}

func (p *planner) open(activity string) func() {
	return func() { p.dialog, p.screens = "", append(p.screens, activity) }
}

func (p *planner) show(dialog string) func() { return func() { p.dialog = dialog } }

// views returns the widgets of what is in front.
func (p *planner) views() []view {
	if p.dialog != "" {
		return p.dialogViews()
	}
	button := func(id, text string, click func()) view {
		return view{class: "Button", id: id, text: text, click: click}
	}
	switch p.top() {
	case "Main":
		list := []view{button("add", "New note", func() { p.draft = ""; p.open("Edit")() }),
			button("about", "About", func() { p.crash("IllegalStateException", "Main", "onAbout", 10) })}
		for i, note := range p.notes {
			list = append(list, view{class: "TextView", id: "note", text: note, row: true,
				click:  func() { p.openNote(i) },
				long:   func() { p.row = i; p.show("context")() },
				swipe:  func() { p.swiped() },
				double: func() { p.doubled() }})
		}
		return list
	case "Edit":
		return []view{{class: "EditText", id: "body", edit: &p.draft}, button("save", "Save", p.save),
			button("color", "Colour", p.show("colour")), button("attach", "Attach", p.attach)}
	case "View":
		return []view{{class: "TextView", id: "title", text: "A note"}, button("share", "Share", p.open("Share"))}
	case "Share":
		return []view{{class: "EditText", id: "port_number", edit: &p.portText, numeric: true},
			button("send", "Send", p.send), {class: "TextView", id: "help", text: "Where to?"}}
	case "Settings":
		return []view{{class: "CheckBox", id: "compact", text: "Compact", click: func() { p.compact = !p.compact }},
			button("advanced", "Advanced", p.open("Advanced")), button("sound", "Sound", func() {}),
			button("theme", "Theme", func() {}), button("font", "Font", func() {})}
	case "Advanced":
		return []view{button("cache", "Clear cache", func() {}), button("export", "Export", p.show("export")),
			button("camera", "Camera", p.camera)}
	}
	return nil
}

func (p *planner) dialogViews() []view {
	item := func(text string, click func()) view {
		return view{class: "TextView", id: "item", text: text, row: true, click: click}
	}
	close := p.show("")
	switch p.dialog {
	case "menu":
		return []view{item("Settings", p.open("Settings")), item("Sort", p.sort), item("Help", close)}
	case "context":
		return []view{item("Open", func() { p.openNote(p.row) }), item("Delete", p.remove), item("Copy", p.copy)}
	case "colour":
		return []view{item("Red", close), item("Blue", close)}
	case "export":
		return []view{{class: "Button", id: "button2", text: "Cancel", click: close},
			{class: "Button", id: "button1", text: "OK",
				click: func() { p.crash("NullPointerException", "Advanced", "onExport", 20) }}}
	}
	return nil
}

func (p *planner) openNote(i int) {
	if p.compact && len(p.notes) > 0 {
		p.crash("ClassCastException", "View", "onCompact", 30)
		return
	}
	p.row = i
	p.open("View")()
}

func (p *planner) save() {
	if strings.TrimSpace(p.draft) == "" {
		return
	}
	if strings.Contains(p.draft, "'") {
		p.crash("IllegalArgumentException", "Edit", "onQuote", 40)
		return
	}
	p.notes = append(p.notes, p.draft)
	p.screens = p.screens[:len(p.screens)-1]
}

func (p *planner) attach() {
	if p.answer == "cancelled" {
		p.crash("NullPointerException", "Edit", "onActivityResult", 50)
	}
}

func (p *planner) send() {
	if _, err := strconv.ParseInt(p.portText, 10, 32); err != nil {
		p.crash("NumberFormatException", "Share", "onSend", 60)
	}
}

func (p *planner) camera() {
	if p.denied {
		p.crash("SecurityException", "Advanced", "onCamera", 70)
	}
}

func (p *planner) sort() {
	if len(p.notes) == 0 {
		p.crash("ArithmeticException", "Main", "onSort", 80)
	}
	p.dialog = ""
}

func (p *planner) remove() {
	p.notes = append(p.notes[:p.row:p.row], p.notes[p.row+1:]...)
	if p.row == len(p.notes) && p.row > 0 {
		p.crash("IndexOutOfBoundsException", "Main", "onDelete", 90)
		return
	}
	p.dialog = ""
}

func (p *planner) copy()    { p.crash("IllegalArgumentException", "Main", "onCopy", 100) }
func (p *planner) swiped()  { p.crash("NullPointerException", "Main", "onSwipe", 110) }
func (p *planner) doubled() { p.crash("IllegalStateException", "Main", "onTwice", 120) }

// do performs an event; taps find the widget under the pixel.
func (p *planner) do(e event.Event) error {
	switch e.Kind {
	case event.Launch:
		p.launch()
		return nil
	case event.Restart:
		p.stop()
		p.launch()
		return nil
	case event.Permission:
		p.denied = e.Arg == "deny"
		return nil
	case event.Start, event.Broadcast, event.Service:
		return device.ErrUnsupported
	}
	if !p.alive || len(p.screens) == 0 {
		return nil
	}
	switch e.Kind {
	case event.Answer:
		p.answer = e.Arg
	case event.Kill:
		if p.top() == "Edit" && p.draft != "" {
			p.crash("BadParcelableException", "Edit", "onRestore", 130)
		}
	case event.Rotate:
		p.rotate(e.Arg)
	case event.Menu:
		if p.top() == "Main" && p.dialog == "" {
			p.dialog = "menu"
		}
	case event.Back:
		if p.dialog != "" {
			p.dialog = ""
		} else if p.screens = p.screens[:len(p.screens)-1]; len(p.screens) == 0 {
			p.stop()
		}
	default:
		p.touch(e)
	}
	return nil
}

func (p *planner) launch() {
	if !p.alive {
		p.alive, p.screens = true, []string{"Main"}
	}
}

func (p *planner) rotate(to string) {
	rotation := map[string]int{"portrait": 0, "landscape": 1}[to]
	if rotation != p.device.rotation && p.dialog == "colour" {
		p.crash("IllegalStateException", "Edit", "onColour", 140)
	}
	p.device.rotation = rotation
}

// touch performs an event at a pixel.
func (p *planner) touch(e event.Event) {
	for i, v := range p.views() {
		if !p.bounds(i).Contains(e.X, e.Y) {
			continue
		}
		call := map[event.Kind]func(){event.Tap: v.click, event.LongTap: v.long, event.DoubleTap: v.double}[e.Kind]
		switch {
		case e.Kind == event.Swipe && v.swipe != nil && e.X-e.X2 > 200:
			v.swipe()
		case v.edit != nil && e.Kind == event.Text:
			*v.edit = e.Value
		case call != nil:
			call()
		}
		return
	}
}

// bounds lays the views out in a column; dialogs stand off the display's edge.
func (p *planner) bounds(i int) ui.Rect {
	if p.dialog != "" {
		return ui.Rect{Left: 50, Top: 500 + 80*i, Right: 350, Bottom: 580 + 80*i}
	}
	return ui.Rect{Left: 0, Top: 80 + 80*i, Right: 400, Bottom: 160 + 80*i}
}

// dump writes what is in front as uiautomator does.
func (p *planner) dump() (dump []byte, activity string) {
	if !p.alive || len(p.screens) == 0 {
		return []byte(`<hierarchy rotation="0"><node package="launcher" bounds="[0,0][400,2000]" /></hierarchy>`), ""
	}
	views := p.views()
	var b bytes.Buffer
	root := ui.Rect{Right: 400, Bottom: 2000}
	if p.dialog != "" {
		root = ui.Rect{Left: 50, Top: 500, Right: 350, Bottom: 500 + 80*len(views)}
	}
	node := func(v view, r ui.Rect, end string) {
		fmt.Fprintf(&b, "<node class=\"android.widget.%s\" package=%q resource-id=\"%s:id/%s\" text=\"%s\" enabled=\"true\""+
			" clickable=\"%v\" long-clickable=\"%v\" checkable=\"%v\" checked=\"%v\" input-type=\"%d\""+
			" bounds=\"[%d,%d][%d,%d]\"%s>", v.class, fakePackage, fakePackage, v.id, escape(v.text), v.click != nil || v.edit != nil,
			v.long != nil, v.class == "CheckBox", v.class == "CheckBox" && p.compact, inputType(v),
			r.Left, r.Top, r.Right, r.Bottom, end)
	}
	fmt.Fprintf(&b, "<hierarchy rotation=\"%d\">", p.device.rotation)
	node(view{class: "FrameLayout", id: "root"}, root, "")
	list := false
	for i, v := range views {
		if v.row && !list {
			list = true
			node(view{class: "ListView", id: "list"}, root, "")
		}
		if v.edit != nil {
			v.text = *v.edit
		}
		node(v, p.bounds(i), "/")
	}
	if list {
		b.WriteString("</node>")
	}
	b.WriteString("</node></hierarchy>")
	return b.Bytes(), fakePackage + "/" + fakePackage + "." + p.top()
}

func inputType(v view) int {
	switch {
	case v.edit == nil:
		return 0
	case v.numeric:
		return 2
	}
	return 1
}

func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", "\"", "&quot;").Replace(s)
}
