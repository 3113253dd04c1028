// Package droidbot imitates, in front of an embedded device, the app that the test generator DroidBot installs on a
// phone: an accessibility service, which tells what is on the screen over a socket, and a keyboard. The device runs one
// app at a time, so the service cannot run beside the app under test.
//
// A message is a head of six bytes (two of the sender's own, then the length, the highest byte first) and a text:
// "AccEvent >>> " and JSON with the tree of views. On a phone each accessibility event is a message; here each screen
// that differs from the one before is. Not modelled: the message that the display was turned, which only the
// screenshots of minicap wait for.
package droidbot

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"time"
)

// What DroidBot looks for.
const (
	Port    = 7336
	Package = "io.github.ylimit.droidbotapp"
	Service = "io.github.privacystreams.accessibility.PSAccessibilityService" // a class of Package
	// Keyboard is the input method, as package/class.
	Keyboard = Package + "/.DroidBotIME"
)

const (
	// lookEvery is how often the screen is looked at; as much virtual time passes.
	lookEvery = 500 * time.Millisecond
	// maxPass bounds the virtual time that passes between two looks on a busy computer.
	maxPass = 5 * time.Second
	// writeTime is how long a client may take to read a message.
	writeTime = 30 * time.Second
)

// Device is what the service looks at. Its methods are called by several goroutines.
type Device interface {
	// ServiceRuns says whether the app is installed and its service switched on.
	ServiceRuns() bool
	// Wait lets virtual time pass.
	Wait(ctx context.Context, d time.Duration) error
	// Hierarchy is what is shown, as `uiautomator dump` writes it.
	Hierarchy(ctx context.Context) (string, error)
}

// Serve tells the clients of a listener what the device shows, until the listener is closed.
func Serve(ctx context.Context, l net.Listener, d Device) {
	for {
		client, err := l.Accept()
		if err != nil {
			return
		}
		if !d.ServiceRuns() {
			client.Close()
			continue
		}
		go attend(ctx, client, d)
	}
}

// attend serves one client until it goes. It has nothing to say, so the end of its stream is all that is read of it.
func attend(ctx context.Context, client net.Conn, d Device) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer client.Close()
	go func() {
		defer cancel()
		_, _ = io.Copy(io.Discard, client)
	}()
	looks := time.NewTicker(lookEvery)
	defer looks.Stop()
	serve(ctx, client, d, looks.C)
}

// serve sends each screen that differs from the one before. The time that its client lets pass between two looks passes
// on the device, too: a tool's sleep is a sleep of the app.
func serve(ctx context.Context, client net.Conn, d Device, looks <-chan time.Time) {
	last, sent := time.Time{}, ""
	for {
		var now time.Time
		select {
		case <-ctx.Done():
			return
		case now = <-looks:
		}
		if !last.IsZero() && d.Wait(ctx, min(now.Sub(last), maxPass).Round(time.Millisecond)) != nil {
			return
		}
		last = now
		shown, err := d.Hierarchy(ctx)
		if err != nil || !d.ServiceRuns() {
			return
		}
		if shown == sent {
			continue
		}
		text, err := message(shown)
		if err != nil || send(client, text) != nil {
			return
		}
		sent = shown
	}
}

// send writes one message.
func send(client net.Conn, text []byte) error {
	if err := client.SetWriteDeadline(time.Now().Add(writeTime)); err != nil {
		return err
	}
	head := binary.BigEndian.AppendUint32([]byte{0, 0}, uint32(len(text))) //nolint:gosec // of a dump, which is bounded
	_, err := client.Write(append(head, text...))
	return err
}
