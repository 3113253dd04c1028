// Package framework is the programs that Android's system server is driven with: am,
// pm, settings, content, cmd, wm, input, dumpsys, svc and their like, as `adb shell`
// and tools run them. Commands lists all; each is a function on a Device.
//
// A command takes the device for itself with Device.With, which hands it a System:
// what can be asked of a device while nobody else acts on it. Waiting (for a log to
// grow, for an APK to come in) is done outside of it.
//
// The words of the answers are Android 15's where tools read them. Not modelled:
// several users and displays, services other than those of Commands, options that
// change nothing here (they are accepted).
package framework

import (
	"context"
	"errors"
	"io"

	"talpa/device"
	"talpa/device/virtual/logcat"
	"talpa/device/virtual/permission"
	"talpa/device/virtual/shell"
	"talpa/device/virtual/wire"
	"talpa/fuzz/event"
)

// Ids of the system.
const (
	SystemPID = 1200  // the process of the system's own log lines
	AppUID    = 10100 // the user that every app is, u0_a100; the agent knows it too
)

// Device is an embedded device as its commands see it. It is safe for use by
// several goroutines.
type Device interface {
	Installer
	// With gives f the device for itself, and returns what f returns. f may use its
	// System while it runs, and only then; it must not call With.
	With(f func(System) int) int
	// Log is the device's log.
	Log() *logcat.Buffer
	// Shell runs another command line.
	Shell(ctx context.Context, line string, in io.Reader, out, errw io.Writer) int
	// ServeAutomation serves uiautomator2's protocol on a port of the device until the
	// context ends.
	ServeAutomation(ctx context.Context, port int) error
}

// Installer installs apps. Converting an app takes seconds, so none of it is done
// with the device for itself. Errors wrap device.ErrInstall, some a *device.Refusal.
type Installer interface {
	// Install installs the APK that r holds: size bytes, or all if size is negative.
	// With grant the app holds all the permissions that it asks for.
	Install(ctx context.Context, r io.Reader, size int64, grant bool) error
	// CreateInstall begins an installation in several steps and returns its number.
	CreateInstall(grant bool) (int, error)
	// PendingInstall says whether an installation with this number was begun.
	PendingInstall(id int) bool
	// WriteInstall adds an APK to it, as Install takes one.
	WriteInstall(id int, r io.Reader, size int64) error
	// CommitInstall installs what came, one APK or those of an app in splits. The
	// installation has ended then, whether or not it worked.
	CommitInstall(ctx context.Context, id int) error
	// AbandonInstall drops it.
	AbandonInstall(id int)
}

// System is a device that somebody has for themselves. An app that dies of what is
// asked of it is no error: the log tells. A request that the app's process refuses
// is a *wire.Error.
type System interface {
	Packages
	Processes
	Display
	Configuration
}

// Packages are the installed apps.
type Packages interface {
	// App is an installed app, nil if there is none of that name.
	App(pkg string) *App
	// Apps are all of them, in no order.
	Apps() []*App
	// Uninstall removes an app, and its data unless keep says not to.
	Uninstall(pkg string, keep bool) error
	// ClearData stops an app and removes its data and permissions.
	ClearData(pkg string) error
}

// Processes is the one app process that a device has at a time.
type Processes interface {
	// Process is what runs, ok is false if nothing does.
	Process() (p Process, ok bool)
	// Start starts an app's process, without any activity, in place of what runs.
	Start(ctx context.Context, pkg string) error
	// Stop ends the process that runs, if any; the log gives the reason.
	Stop(reason string)
	// Perform performs an event on an app.
	Perform(ctx context.Context, pkg string, e event.Event) error
	// Send starts an app's process if need be and sends it an intent: the method says
	// how (start, service, broadcast), params are IntentParams.
	Send(ctx context.Context, pkg, method string, params map[string]any) error
	// Input performs an input method of the agent's on the process that runs.
	// The home screen takes it if there is none, and does nothing.
	Input(ctx context.Context, method string, params map[string]any) error
	// Query asks the process that runs; result is left as it is if there is none.
	Query(ctx context.Context, method string, params, result any) error
}

// Display is the screen, and what it shows.
type Display interface {
	Screen() Screen
	// Hierarchy is what is shown, as `uiautomator dump` writes it.
	Hierarchy(ctx context.Context) (string, error)
	// Screenshot is what is shown, as PNG.
	Screenshot(ctx context.Context) ([]byte, error)
	// Rotate turns the display to so many quarter turns, 0 to 3.
	Rotate(ctx context.Context, quarters int) error
}

// Configuration is how the device is set.
type Configuration interface {
	// Now is the virtual wall clock, in ms since 1970.
	Now() int64
	Settings() *Settings
	// Properties are a copy of the system's properties.
	Properties() map[string]string
	SetProperty(ctx context.Context, name, value string) error
	// Night says whether night mode is on.
	Night() bool
	// Airplane says whether the network is off.
	Airplane() bool
	// Radio switches "wifi" or "data" and says whether any of them is on now. It does
	// not change the network.
	Radio(name string, on bool) bool
	// Configure performs an event of kind event.Config.
	Configure(ctx context.Context, e event.Event) error
	// Defer keeps an operation on a content provider for the next start of an app;
	// an error says that too many wait.
	Defer(op ContentOp) error
}

// App is an installed app as the package manager knows it.
type App struct {
	device.Manifest
	Path   string   // of the base APK on the device
	Splits []string // of further APKs, which hold resources
	Grants *permission.Grants
}

// Process is a running app.
type Process struct {
	PID     int // the device's own
	Package string
	Front   string // activity in front, "package/class"; "" if there is none
}

// Screen is the display in natural orientation, pixels and dots per inch, and how
// it is turned.
type Screen struct {
	Width, Height, Density int
	Rotation               int // quarter turns, 0 to 3
}

// Size is the width and height as turned.
func (s Screen) Size() (width, height int) {
	if s.Rotation%2 == 1 {
		return s.Height, s.Width
	}
	return s.Width, s.Height
}

// front is the activity in front, "" if there is none.
func front(s System) string {
	p, _ := s.Process()
	return p.Front
}

// message is what an error says, in the agent's own words if it is the agent's.
func message(err error) string {
	var said *wire.Error
	if errors.As(err, &said) {
		return said.Message
	}
	return err.Error()
}

// fail is the end of a command that an error keeps from its work.
func fail(c *shell.Call, err error) int { return c.Fail("%s", message(err)) }
