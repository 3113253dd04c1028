package virtual

import (
	"context"
	"fmt"
	"io"
	"strings"

	"talpa/device/virtual/shell"
)

const dumpFile = "/sdcard/window_dump.xml"

// uiautomator is the command: dump only.
func (d *Device) uiautomator(ctx context.Context, c *shell.Call) int {
	if len(c.Args) < 2 || c.Args[1] != "dump" {
		return c.Fail("only dump is supported")
	}
	file := dumpFile
	for _, a := range c.Args[2:] {
		if !strings.HasPrefix(a, "-") {
			file = a
		}
	}
	d.mu.Lock()
	xml, _, err := d.dump(ctx)
	d.mu.Unlock()
	if err != nil {
		return c.Fail("ERROR: could not get idle state: %v", err)
	}
	if file == "/dev/tty" || file == "/proc/self/fd/1" || file == "/dev/stdout" {
		_, err = io.WriteString(c.Out, xml)
	} else {
		err = d.save(c, file, []byte(xml))
	}
	if err != nil {
		return c.Fail("%v", err)
	}
	fmt.Fprintf(c.Out, "UI hierchary dumped to: %s\n", file) // the tool's own spelling
	return 0
}

// save writes a file of the device.
func (d *Device) save(c *shell.Call, file string, data []byte) error {
	w, err := d.fs.Create(c.Path(file), false)
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		w.Close()
		return err
	}
	return w.Close()
}

// wm is the command: the display's size and density.
func (d *Device) wm(ctx context.Context, c *shell.Call) int {
	if len(c.Args) < 2 {
		return c.Fail("needs a command")
	}
	if len(c.Args) > 2 && (c.Args[1] == "size" || c.Args[1] == "density") && c.Args[2] != "reset" {
		return c.Fail("the display of this device keeps its size and density while it lives")
	}
	switch c.Args[1] {
	case "size":
		fmt.Fprintf(c.Out, "Physical size: %dx%d\n", d.opts.Width, d.opts.Height)
	case "density":
		fmt.Fprintf(c.Out, "Physical density: %d\n", d.opts.Density)
	case "user-rotation", "set-user-rotation":
		if last := c.Args[len(c.Args)-1]; len(c.Args) > 3 {
			d.mu.Lock()
			defer d.mu.Unlock()
			return d.turn(ctx, c, last)
		}
	case "dismiss-keyguard", "fixed-to-user-rotation":
	default:
		return c.Fail("unknown or unsupported command '%s'", c.Args[1])
	}
	return 0
}

// dumpsys prints what common tools look for, and nothing of other services.
func (d *Device) dumpsys(ctx context.Context, c *shell.Call) int {
	service, rest := "", ""
	if len(c.Args) > 1 {
		service = c.Args[1]
	}
	if len(c.Args) > 2 {
		rest = c.Args[2]
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	front, pid := "", 0
	if p := d.alive(); p != nil {
		front, pid = p.Front(), p.PID
	}
	if service == "-l" {
		fmt.Fprintln(c.Out, "Currently running services:\n  activity\n  display\n  input\n  package\n  window")
		return 0
	}
	switch service {
	case "window":
		d.dumpWindow(c.Out, front)
	case "activity":
		dumpActivity(c.Out, rest, front, pid)
	case "package":
		d.dumpPackage(c.Out, rest)
	case "display":
		width, height := d.size()
		fmt.Fprintf(c.Out, "  DisplayViewport{type=INTERNAL, valid=true, displayId=0, orientation=%d, "+
			"deviceWidth=%d, deviceHeight=%d}\n",
			d.state.rotation, width, height)
		fmt.Fprintf(c.Out, "  mBaseDisplayInfo=DisplayInfo{\"Built-in Screen\", real %d x %d, rotation %d, density %d}\n",
			d.opts.Width, d.opts.Height, d.state.rotation, d.opts.Density)
	case "input":
		fmt.Fprintf(c.Out, "      SurfaceOrientation: %d\n", d.state.rotation)
	case "input_method":
		d.dumpKeyboard(ctx, c.Out)
	case "battery":
		fmt.Fprintln(c.Out, "Current Battery Service state:\n  AC powered: true\n  level: 100\n  scale: 100\n  status: 5")
	case "power":
		fmt.Fprintln(c.Out, "  mWakefulness=Awake\nDisplay Power: state=ON")
	case "meminfo", "gfxinfo", "cpuinfo", "notification", "alarm", "connectivity", "":
	default:
		fmt.Fprintf(c.Err, "Can't find service: %s\n", service)
	}
	return 0
}

func (d *Device) dumpWindow(w io.Writer, front string) {
	focus := front
	if focus == "" {
		focus = "talpa.home/talpa.home.Home"
	}
	fmt.Fprintf(w, "  mCurrentFocus=Window{7a1fa00 u0 %s}\n", focus)
	fmt.Fprintf(w, "  mFocusedApp=ActivityRecord{7a1fa01 u0 %s t1}\n", short(focus))
	width, height := d.size()
	fmt.Fprintf(w, "  mRotation=%d\n  init=%dx%d %ddpi cur=%dx%d app=%dx%d\n", d.state.rotation,
		d.opts.Width, d.opts.Height, d.opts.Density, width, height, width, height)
}

// short is a component with the package left out of a class below it.
func short(component string) string {
	pkg, cls, _ := strings.Cut(component, "/")
	if rest, ok := strings.CutPrefix(cls, pkg+"."); ok {
		return pkg + "/." + rest
	}
	return component
}

func dumpActivity(w io.Writer, what, front string, pid int) {
	if front == "" {
		front = "talpa.home/talpa.home.Home"
	}
	pkg, _, _ := strings.Cut(front, "/")
	switch what {
	case "top":
		fmt.Fprintf(w, "TASK %s id=1\n  ACTIVITY %s 7a1fa01 pid=%d\n", pkg, short(front), pid)
	case "activities", "a", "":
		record := fmt.Sprintf("ActivityRecord{7a1fa01 u0 %s t1}", short(front))
		fmt.Fprintln(w, "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)")
		fmt.Fprintf(w, "  * Task{7a1fa02 #1 A=%s}\n    * Hist #0: %s\n", pkg, record)
		for _, name := range []string{"topResumedActivity=", "mResumedActivity: ", "mFocusedActivity: "} {
			fmt.Fprintf(w, "  %s%s\n", name, record)
		}
	case "services":
		fmt.Fprintln(w, "ACTIVITY MANAGER SERVICES (dumpsys activity services)")
	}
}

func (d *Device) dumpPackage(w io.Writer, name string) {
	a := d.apps[name]
	if a == nil {
		fmt.Fprintf(w, "Unable to find package: %s\n", name)
		return
	}
	if a.Launcher != "" {
		fmt.Fprint(w, "Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:\n")
		fmt.Fprintf(w, "        7a1fa03 %s filter 7a1fa04\n", short(a.Launcher))
		fmt.Fprint(w, "          Action: \"android.intent.action.MAIN\"\n")
		fmt.Fprint(w, "          Category: \"android.intent.category.LAUNCHER\"\n")
	}
	fmt.Fprintf(w, "Packages:\n  Package [%s] (7a1fa05):\n    userId=%d\n    codePath=%s\n",
		a.Package, appUID, apkPath(a))
	fmt.Fprintf(w, "    versionCode=%d minSdk=%d targetSdk=%d\n", a.VersionCode, a.MinSDK, a.TargetSDK)
	fmt.Fprintf(w, "    versionName=%s\n", a.VersionName)
	dumpPermissions(w, a)
}
