// Package session is what the embedded device and its client say to each other
// where adb's own commands are too slow or have no words: one request performs
// an event of the fuzz loop, one returns all that there is to see. It runs over
// adb like any shell command. device/virtual serves it, device/adb
// speaks it to devices that have the property Property.
//
// A request is a line of JSON. An answer is a line of JSON followed by Bytes
// raw bytes and then Log bytes of log text, threadtime format: what came since
// the answer before.
package session

import (
	"errors"

	"talpa/device"
	"talpa/fuzz/event"
)

const (
	// Command is the shell command that serves a session.
	Command = "talpa-session"
	// Property is "1" on devices that have Command.
	Property = "ro.talpa.virtual"
)

// The operations.
const (
	OpInfo     = "info"     // Answer.Info
	OpInstall  = "install"  // of the file Path of the device, which is then gone; Answer.App
	OpUpdate   = "update"   // like OpInstall, over the data of the older build, and tells the app
	OpDo       = "do"       // Event on Package
	OpLook     = "look"     // raw bytes: the hierarchy; Answer.Top
	OpShot     = "shot"     // raw bytes: a PNG
	OpLog      = "log"      // the log only; does not wait for an event under way
	OpAlive    = "alive"    // Answer.Alive of Package
	OpReset    = "reset"    // Package as after its installation, on a device without traces of others
	OpStop     = "stop"     // Package
	OpFidelity = "fidelity" // Answer.Notes
	OpRecycle  = "recycle"  // Request.On: see device.Recycler
	OpRecord   = "record"   // Request.On: see device.Recorder
	OpExecuted = "executed" // raw bytes: device.Executed as JSON
	OpExpect   = "expect"   // Request.Count: see device.Forecaster
	OpSave     = "save"     // Package, as the moment Request.Count: see device.Saver
	OpRestore  = "restore"  // Package, to the moment Request.Count
)

// Request is one line to the device.
type Request struct {
	Op      string       `json:"op"`
	Package string       `json:"package,omitempty"`
	Path    string       `json:"path,omitempty"`
	On      bool         `json:"on,omitempty"`
	Count   int          `json:"count,omitempty"`
	Event   *event.Event `json:"event,omitempty"`
}

// Answer is the line that the device answers.
type Answer struct {
	Error string `json:"error,omitempty"`
	Fault string `json:"fault,omitempty"` // the error of package device that Error wraps, by its name here
	Alive bool   `json:"alive,omitempty"` // Package's process runs
	Top   string `json:"top,omitempty"`   // activity in front, "pkg/cls"
	// Registered is what the app has asked to be told of: see device.Registrar.
	Registered []string     `json:"registered,omitempty"`
	App        *device.App  `json:"app,omitempty"`
	Info       *device.Info `json:"info,omitempty"`
	Notes      []string     `json:"notes,omitempty"`
	Bytes      int          `json:"bytes,omitempty"`
	Log        int          `json:"log,omitempty"`
}

// faults are the errors of package device by their names in an Answer.
var faults = map[string]error{
	"lost": device.ErrLost, "install": device.ErrInstall, "unsupported": device.ErrUnsupported,
}

// SetErr puts an error into the answer.
func (a *Answer) SetErr(err error) {
	if err == nil {
		return
	}
	a.Error = err.Error()
	for name, fault := range faults {
		if errors.Is(err, fault) {
			a.Fault = name
		}
	}
}

// Err is the error that the answer holds, nil if there is none. It wraps the
// error of package device that the device's own error wrapped.
func (a *Answer) Err() error {
	if a.Error == "" {
		return nil
	}
	return &remoteError{a.Error, faults[a.Fault]}
}

// remoteError is an error that crossed the session.
type remoteError struct {
	text  string
	fault error
}

// Error is the device's words.
func (e *remoteError) Error() string { return e.text }

// Unwrap is the error of package device, or nil.
func (e *remoteError) Unwrap() error { return e.fault }
