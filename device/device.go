// Package device is the contract between the fuzz loop and something that runs
// an Android app. Implementations live in children: adb (emulators, phones and
// the embedded device, all over the adb protocol) and virtual (the embedded
// device's own side of that protocol). devicetest holds the conformance suite.
package device

import (
	"context"
	"errors"

	"talpa/fuzz/event"
	"talpa/fuzz/ui"
)

// Device runs one app at a time. Its methods are called from one goroutine.
type Device interface {
	// Info describes the device; it does not change while the device lives.
	Info() Info
	// Install puts the app on the device, replacing an older copy and its data.
	Install(ctx context.Context, apk string) (App, error)
	// Do performs one event on the app and waits until the device is idle.
	// An app that dies of it is not an error: see Log.
	Do(ctx context.Context, app App, e event.Event) error
	// Screen reads what is shown.
	Screen(ctx context.Context) (*ui.Screen, error)
	// Screenshot returns what is shown as PNG.
	Screenshot(ctx context.Context) ([]byte, error)
	// Log returns log text (threadtime format) that came since the last call.
	Log(ctx context.Context) ([]byte, error)
	// Alive says whether the app's process runs.
	Alive(ctx context.Context, app App) (bool, error)
	// Reset stops the app and clears its data and permissions, as after Install.
	Reset(ctx context.Context, app App) error
	// Stop stops the app and keeps its data.
	Stop(ctx context.Context, app App) error
	// Close gives the device back.
	Close() error
}

// App is an installed app.
type App struct {
	Package  string
	Launcher string // component "pkg/cls", "" if it has none
	SHA256   string
}

// Info describes a device.
type Info struct {
	Serial        string
	Model         string
	API           int
	Width, Height int // pixels in natural orientation
	Density       int // dots per inch
	// Virtual says that it is the embedded device, whose clock jumps and whose
	// crashes carry a fidelity note.
	Virtual bool
	// Older says that it only shows API: the framework in it is newer.
	Older bool
	// StandIns says that servers of the device's own answer the app's requests.
	StandIns bool
}

// Fidelity is an optional capability: what a run met that the device only
// models or does not support.
type Fidelity interface {
	// Fidelity returns remarks such as "native library libfoo.so is not run",
	// each once, in the order met.
	Fidelity() []string
}

// Recycler is an optional capability: a device that can run one app process
// after the other in the same runtime, which is much quicker than a new one and
// nearly as clean. Callers switch it off for runs whose outcome is a verdict.
type Recycler interface {
	// Recycle switches it on or off for the processes that end from now on.
	Recycle(ctx context.Context, on bool) error
}

// Recorder is an optional capability: a device that knows which code of the
// app was run.
type Recorder interface {
	// Record switches it on or off for the processes that start from now on.
	Record(ctx context.Context, on bool) error
	// Executed returns what was run since the last call.
	Executed(ctx context.Context) (Executed, error)
}

// Executed is code of the app that was run, each method once.
type Executed struct {
	Methods []ExecutedMethod `json:"methods"`
	// Lost says that a process ended before it could tell all.
	Lost bool `json:"lost,omitempty"`
}

// ExecutedMethod is a method that was entered.
type ExecutedMethod struct {
	Method string `json:"method"` // dex descriptor "Lpkg/Cls;->name(params)result"
	Lines  []int  `json:"lines"`  // those run, sorted; none without line numbers
}

// Saver is an optional capability: a device that can go back to moments that it kept.
type Saver interface {
	// Save keeps the app's data and how the device is set, as they are now, in place of what it kept under the number
	// before. What a running process has in memory is not kept: the moment is as if it had been stopped.
	// ErrUnsupported means that it is too much.
	Save(ctx context.Context, app App, number int) error
	// Restore stops the app and takes all back.
	Restore(ctx context.Context, app App, number int) error
}

// Registrar is an optional capability: a device that knows what the app has asked to be
// told of, so that nothing is told to an app that does not listen.
type Registrar interface {
	// Registered returns it as of the last event: "location", "satellites", "nmea", "memory",
	// "alarm", "job", "network", "bluetooth", "nfc", "tag", "tag:off", "tag:mime:a/b", "tag:uri:a:b", "headset",
	// "finger", "finger:prompt", "speech", "media", "battery", "call", "sms", "sensor:light" and so on by the names
	// of sensors, "notification", "notification:dismiss", "notification:action:0" and the like.
	Registered() []string
}

// Forecaster is an optional capability: a device that can make ready in advance
// what the next starts of an app need.
type Forecaster interface {
	// Expect tells that so many starts on fresh runtimes are coming: they are
	// prepared beside what runs, and no more than those from now on. A negative
	// number takes it back: the device keeps what it thinks fit.
	Expect(ctx context.Context, starts int) error
}

// The faults of a device, by whose they are. Errors of a Device wrap one.
var (
	// ErrLost means that the device is gone: our infrastructure failed.
	ErrLost = errors.New("device lost")
	// ErrInstall means that the device refused the APK.
	ErrInstall = errors.New("app not installable")
	// ErrUnsupported means that the device cannot perform the event.
	ErrUnsupported = errors.New("not supported by this device")
)

// Manifest is what a device has to know of an APK before it runs it. Callers
// hand in how it is read, because reading APKs is the static half's business.
type Manifest struct {
	Package     string
	Launcher    string // component "pkg/cls", "" if it has none
	VersionName string
	VersionCode int64
	MinSDK      int
	TargetSDK   int
	Permissions []string // asked for
	// Dangerous are the permissions that the app declares itself for the user to
	// decide on, with their groups ("" is none).
	Dangerous  map[string]string
	Activities []string // Java names
	Receives   []string // actions in the filters of its receivers
	ReadsTags  bool     // an activity has a filter for NFC tags
	Signed     bool     // by any scheme; nothing is verified
}

// Refusal is why an APK is not installed, in the words of Android's package
// manager. Errors for it wrap ErrInstall too.
type Refusal struct {
	Code   string // "INSTALL_PARSE_FAILED_NOT_APK" and the like
	Reason error
}

// Error says the reason; the code is for those who ask.
func (r *Refusal) Error() string { return r.Reason.Error() }

// Unwrap gives the reason and ErrInstall.
func (r *Refusal) Unwrap() []error { return []error{r.Reason, ErrInstall} }

// The codes of refusals.
const (
	RefusedNotAPK         = "INSTALL_PARSE_FAILED_NOT_APK"
	RefusedUnreadable     = "INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION"
	RefusedPackageName    = "INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME"
	RefusedNoCertificates = "INSTALL_PARSE_FAILED_NO_CERTIFICATES"
	RefusedOlderSDK       = "INSTALL_FAILED_OLDER_SDK"
	RefusedInvalid        = "INSTALL_FAILED_INVALID_APK"
	RefusedCode           = "INSTALL_FAILED_DEXOPT"
)

// ReadManifest reads the manifest of the APK file at path.
type ReadManifest func(path string) (Manifest, error)
