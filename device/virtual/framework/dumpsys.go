package framework

import (
	"context"
	"fmt"
	"io"
	"strings"

	"talpa/device/virtual/droidbot"
	"talpa/device/virtual/shell"
)

// dumpsys prints what common tools look for, and nothing of other services.
func dumpsys(ctx context.Context, d Device, c *shell.Call) int {
	service, rest := "", ""
	if len(c.Args) > 1 {
		service = c.Args[1]
	}
	if len(c.Args) > 2 {
		rest = c.Args[2]
	}
	if service == "battery" && rest != "" {
		sub := *c
		sub.Args = c.Args[1:]
		return battery(ctx, d, &sub)
	}
	if service == "-l" {
		fmt.Fprintln(c.Out, "Currently running services:\n  activity\n  display\n  input\n  package\n  window")
		return 0
	}
	d.With(func(s System) int {
		dumpService(ctx, s, c, service, rest)
		return 0
	})
	return 0
}

// dumpService prints what one service tells of itself.
func dumpService(ctx context.Context, s System, c *shell.Call, service, rest string) {
	p, _ := s.Process()
	screen := s.Screen()
	switch service {
	case "window":
		dumpWindow(s, c.Out, p.Front)
	case "activity":
		dumpActivity(c.Out, rest, p.Front, p.PID)
		if rest == "services" && AccessibilityRuns(s) {
			fmt.Fprintf(c.Out, "  * ServiceRecord{7a1fa06 u0 %s/%s}\n", droidbot.Package, droidbot.Service)
		}
	case "package":
		dumpPackage(s, c.Out, rest)
	case "display":
		width, height := screen.Size()
		fmt.Fprintf(c.Out, "  DisplayViewport{type=INTERNAL, valid=true, displayId=0, orientation=%d, "+
			"deviceWidth=%d, deviceHeight=%d}\n", screen.Rotation, width, height)
		fmt.Fprintf(c.Out, "  mBaseDisplayInfo=DisplayInfo{\"Built-in Screen\", real %d x %d, rotation %d, density %d}\n",
			screen.Width, screen.Height, screen.Rotation, screen.Density)
	case "input":
		fmt.Fprintf(c.Out, "      SurfaceOrientation: %d\n", screen.Rotation)
	case "input_method":
		dumpKeyboard(ctx, s, c.Out)
	case "battery":
		fmt.Fprintln(c.Out, "Current Battery Service state:\n  AC powered: true\n  level: 100\n  scale: 100\n  status: 5")
	case "power":
		fmt.Fprintln(c.Out, "  mWakefulness=Awake\nDisplay Power: state=ON")
	case "meminfo", "gfxinfo", "cpuinfo", "notification", "alarm", "connectivity", "":
	default:
		fmt.Fprintf(c.Err, "Can't find service: %s\n", service)
	}
}

// dumpWindow is what the window manager tells.
func dumpWindow(s System, w io.Writer, front string) {
	focus := front
	if focus == "" {
		focus = "talpa.home/talpa.home.Home"
	}
	fmt.Fprintf(w, "  mCurrentFocus=Window{7a1fa00 u0 %s}\n", focus)
	fmt.Fprintf(w, "  mFocusedApp=ActivityRecord{7a1fa01 u0 %s t1}\n", short(focus))
	screen := s.Screen()
	width, height := screen.Size()
	fmt.Fprintf(w, "  mRotation=%d\n  init=%dx%d %ddpi cur=%dx%d app=%dx%d\n", screen.Rotation,
		screen.Width, screen.Height, screen.Density, width, height, width, height)
}

// short is a component with the package left out of a class below it.
func short(component string) string {
	pkg, cls, _ := strings.Cut(component, "/")
	if rest, ok := strings.CutPrefix(cls, pkg+"."); ok {
		return pkg + "/." + rest
	}
	return component
}

// dumpActivity is what the activity manager tells of a part of itself.
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
		names := []string{"topResumedActivity=", "ResumedActivity: ", "mResumedActivity: ", "mFocusedActivity: "}
		for _, name := range names {
			fmt.Fprintf(w, "  %s%s\n", name, record)
		}
	case "services":
		fmt.Fprintln(w, "ACTIVITY MANAGER SERVICES (dumpsys activity services)")
	}
}

// dumpPackage is what the package manager tells of an app.
func dumpPackage(s System, w io.Writer, name string) {
	a := s.App(name)
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
		a.Package, AppUID, a.Path)
	fmt.Fprintf(w, "    versionCode=%d minSdk=%d targetSdk=%d\n", a.VersionCode, a.MinSDK, a.TargetSDK)
	fmt.Fprintf(w, "    versionName=%s\n", a.VersionName)
	dumpPermissions(w, a)
}
