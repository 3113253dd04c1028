package adb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"talpa/device"
	"talpa/device/adb/answer"
	"talpa/fuzz/ui"
)

const (
	settlePause = 150 * time.Millisecond // after an event, before it is looked at
	settleLimit = 5 * time.Second
	dumpTries   = 3
)

// phone is a device that runs Android: a phone or an emulator.
type phone struct {
	link   *link
	info   device.Info
	last   *ui.Screen // as read last
	log    *answer.Log
	grants []string // permissions that the app asks for
	builds
}

func openPhone(ctx context.Context, l *link) (device.Device, error) {
	if l.options.Manifest == nil {
		return nil, errors.New("adb: no manifest reader is given")
	}
	p := &phone{link: l, info: device.Info{Serial: l.serial}}
	model, err := l.run(ctx, "getprop", "ro.product.model")
	if err != nil {
		return nil, err
	}
	p.info.Model = strings.TrimSpace(model)
	sdk, err := l.run(ctx, "getprop", "ro.build.version.sdk")
	if err != nil {
		return nil, err
	}
	if p.info.API, err = strconv.Atoi(strings.TrimSpace(sdk)); err != nil {
		return nil, l.lost(fmt.Errorf("API level %q", sdk))
	}
	size, err := l.run(ctx, "wm", "size")
	if err != nil {
		return nil, err
	}
	if p.info.Width, p.info.Height, err = answer.Size(size); err != nil {
		return nil, l.lost(err)
	}
	density, err := l.run(ctx, "wm", "density")
	if err != nil {
		return nil, err
	}
	p.info.Density = answer.Density(density)
	now, err := p.clock(ctx)
	if err != nil {
		return nil, err
	}
	p.log = answer.NewLog(now)
	return p, nil
}

func (p *phone) clock(ctx context.Context) (string, error) {
	now, err := p.link.run(ctx, "date", "+%m-%d %H:%M:%S.000")
	return strings.TrimSpace(now), err
}

// Info implements device.Device.
func (p *phone) Info() device.Info { return p.info }

// Install implements device.Device.
func (p *phone) Install(ctx context.Context, apk string) (device.App, error) {
	a, err := p.installAnew(ctx, apk)
	if err != nil {
		return device.App{}, err
	}
	p.builds = builds{app: apk}
	return a, nil
}

// installAnew puts a build in the place of what is there of the app, and of its data.
func (p *phone) installAnew(ctx context.Context, apk string) (device.App, error) {
	a, err := p.put(ctx, apk, false)
	if err != nil {
		return device.App{}, err
	}
	if err := p.link.pushSeeds(ctx); err != nil {
		return device.App{}, fmt.Errorf("bringing files to the device: %w", err)
	}
	return a, nil
}

// put installs an APK, over the data of what is there if that is to be kept.
func (p *phone) put(ctx context.Context, apk string, keep bool) (device.App, error) {
	m, err := p.link.options.Manifest(apk)
	if err != nil {
		return device.App{}, fmt.Errorf("%w: %w", device.ErrInstall, err)
	}
	path, sum, err := p.link.pushApp(ctx, apk, "talpa-")
	if err != nil {
		return device.App{}, err
	}
	if !keep {
		_, _ = p.link.run(ctx, "pm", "uninstall", m.Package) // absent is fine: data of an older copy must go
	}
	words := []string{"pm", "install", "-r", "-t"}
	if p.info.API >= 23 {
		words = append(words, "-g")
	}
	out, err := p.link.told(ctx, append(words, path)...)
	_, _ = p.link.run(ctx, "rm", "-f", path)
	if errors.Is(err, device.ErrLost) {
		return device.App{}, err
	}
	if refusal := answer.Install(out); refusal != nil {
		return device.App{}, fmt.Errorf("%w: %s: %w", device.ErrInstall, m.Package, refusal)
	}
	p.grants = m.Permissions
	return device.App{Package: m.Package, Launcher: m.Launcher, SHA256: sum}, nil
}

// installOlder begins anew with the older build.
func (p *phone) installOlder(ctx context.Context) error {
	if err := p.link.checkOlder(); err != nil {
		return err
	}
	a, err := p.installAnew(ctx, p.link.options.Older)
	p.older = &a
	return err
}

// update brings the app itself over what is installed, once the user has left it; the
// system tells it so. What the older build did is forgotten.
func (p *phone) update(ctx context.Context) error {
	if err := p.all(ctx, p.key("HOME"), p.pause(time.Second)); err != nil {
		return err
	}
	if p.older != nil {
		if _, err := p.Log(ctx); err != nil {
			return err
		}
		p.older = nil
	}
	_, err := p.put(ctx, p.builds.app, true)
	return err
}

// Screen implements device.Device.
func (p *phone) Screen(ctx context.Context) (*ui.Screen, error) {
	var err error
	for range dumpTries {
		var xml []byte
		if xml, err = p.hierarchy(ctx); errors.Is(err, device.ErrLost) {
			return nil, err
		}
		if err != nil {
			continue
		}
		front, ferr := p.front(ctx)
		if ferr != nil {
			return nil, ferr
		}
		var s *ui.Screen
		if s, err = ui.Parse(xml, front); err == nil {
			p.last = s
			return s, nil
		}
	}
	return nil, fmt.Errorf("reading the screen of %s: %w", p.info.Serial, err)
}

// hierarchy is the document of uiautomator, which waits for idle itself: an animation
// that never rests makes it give up. Where it cannot write to its terminal it writes to
// a file, from which an older dump is taken away before.
func (p *phone) hierarchy(ctx context.Context) ([]byte, error) {
	out, err := p.link.script(ctx, "uiautomator dump /dev/tty")
	if errors.Is(err, device.ErrLost) {
		return nil, err
	}
	if xml, err := answer.Hierarchy(out); err == nil {
		return xml, nil
	}
	const file = "/sdcard/talpa-dump.xml"
	out, err = p.link.script(ctx, "rm -f "+file+"; uiautomator dump "+file+" && cat "+file)
	if errors.Is(err, device.ErrLost) {
		return nil, err
	}
	return answer.Hierarchy(out)
}

// front is the activity in front, "pkg/java.Class".
func (p *phone) front(ctx context.Context) (string, error) {
	out, err := p.link.script(ctx, "dumpsys window | grep -E 'mCurrentFocus|mFocusedApp'")
	var failed *commandError
	if err != nil && !errors.As(err, &failed) { // grep finds nothing while windows change
		return "", err
	}
	return answer.Front(string(out)), nil
}

// Screenshot implements device.Device.
func (p *phone) Screenshot(ctx context.Context) ([]byte, error) {
	c, err := p.link.open(ctx, "exec:screencap -p")
	if err != nil {
		return nil, err
	}
	defer c.Close()
	png, err := io.ReadAll(io.LimitReader(c, maxOutput))
	if err != nil {
		return nil, p.link.lost(err)
	}
	if png, err = answer.Picture(png); err != nil {
		return nil, fmt.Errorf("screencap of %s: %w", p.info.Serial, err)
	}
	return png, nil
}

// Log implements device.Device.
func (p *phone) Log(ctx context.Context) ([]byte, error) {
	out, err := p.link.run(ctx, "logcat", "-d", "-v", "threadtime", "-b", "main,system,crash", "-T", p.log.Since())
	if err != nil {
		return nil, err
	}
	log := p.log.Fresh([]byte(out))
	if p.older != nil {
		return nil, nil
	}
	return log, nil
}

// Alive implements device.Device.
func (p *phone) Alive(ctx context.Context, app device.App) (bool, error) {
	if p.info.API < 24 {
		out, err := p.link.run(ctx, "ps")
		return answer.Running(out, app.Package), err
	}
	out, err := p.link.run(ctx, "pidof", app.Package)
	var failed *commandError
	if errors.As(err, &failed) {
		return false, nil
	}
	return strings.TrimSpace(out) != "", err
}

// Reset implements device.Device.
func (p *phone) Reset(ctx context.Context, app device.App) error {
	if p.older != nil {
		p.older = nil
		if _, err := p.put(ctx, p.builds.app, false); err != nil {
			return err
		}
	}
	return p.clear(ctx, app)
}

// clear stops the build that is installed and clears its data.
func (p *phone) clear(ctx context.Context, app device.App) error {
	if err := p.Stop(ctx, app); err != nil {
		return err
	}
	out, err := p.link.run(ctx, "pm", "clear", app.Package)
	if err == nil && !strings.Contains(out, "Success") {
		err = fmt.Errorf("pm clear %s: %s", app.Package, firstLine(out))
	}
	for _, name := range p.grants {
		// Fails for permissions that are not granted at run time; all were asked for.
		_, _ = p.link.run(ctx, "pm", "grant", app.Package, name)
	}
	_, _ = p.link.run(ctx, "settings", "put", "system", "user_rotation", "0")
	return err
}

// Stop implements device.Device.
func (p *phone) Stop(ctx context.Context, app device.App) error {
	_, err := p.link.run(ctx, "am", "force-stop", app.Package)
	return err
}

// Close implements device.Device.
func (p *phone) Close() error { return nil }

// settle waits until the same window has the focus twice in a row.
func (p *phone) settle(ctx context.Context) error {
	deadline := time.Now().Add(settleLimit)
	before := "?"
	for time.Now().Before(deadline) {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(settlePause):
		}
		front, err := p.front(ctx)
		if err != nil {
			return err
		}
		if front == before {
			return nil
		}
		before = front
	}
	return nil
}
