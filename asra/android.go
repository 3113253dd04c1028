package asra

import (
	"regexp"
	"slices"
	"strings"

	"talpa/asra/guide"
	"talpa/asra/locate"
	"talpa/asra/trace"
	"talpa/specs/platform"
)

// WrittenBy finds the Android of the trace. The frames of all its causes count, each once:
// a cause repeats those that it shares with the one around it where they were restored.
func WrittenBy(t *locate.Target) (*guide.Android, error) {
	// A class of the app's own can have a framework's name: the app's copy tells no level.
	inApp := map[string]bool{}
	for i := range t.Frames {
		inApp[t.Frames[i].Class] = t.Frames[i].InApp
	}
	var frames []platform.Frame
	known := map[platform.Frame]bool{}
	for _, cause := range t.Crash.Chain {
		for _, f := range cause.Frames {
			frame := platform.Frame{Class: f.Class, Method: f.Method, Line: f.Line}
			if !inApp[f.Class] && !known[frame] {
				known[frame] = true
				frames = append(frames, frame)
			}
		}
	}
	m, err := platform.Of(frames)
	if err != nil || m.Levels == nil {
		return nil, err
	}
	a := &guide.Android{Levels: m.Levels, Agree: m.Agree, Frames: m.Known}
	a.Needed, err = neededFor(t, inApp, a.Level())
	return a, err
}

// lacking are the errors of code that links to what the platform does not have, and what their messages
// name then.
var (
	lacking    = []string{"NoSuchMethodError", "NoSuchFieldError", "NoClassDefFoundError"}
	ofPlatform = regexp.MustCompile(`(^|[^\w.])L?(android|java)[./]`)
)

// removedMessages are words of exceptions that the newest framework does not have any more.
var removedMessages = []string{"invalid drawable tag"}

// neededFor says why a crash may need the Android that wrote its trace: what the app asked for was not
// there yet, or what threw is not there any more. "" if nothing tells so.
func neededFor(t *locate.Target, inApp map[string]bool, level int) (guide.Need, error) {
	for _, cause := range t.Crash.Chain {
		name := cause.Class[strings.LastIndexByte(cause.Class, '.')+1:]
		if slices.Contains(lacking, name) && ofPlatform.MatchString(cause.Message) {
			return guide.NeedLacking, nil
		}
		for _, words := range removedMessages {
			if strings.Contains(cause.Message, words) {
				return guide.NeedWords, nil
			}
		}
	}
	cause, ok := t.Crash.Cause()
	if !ok {
		return "", nil
	}
	return thrownByBygone(cause.Frames, inApp, level)
}

// thrownByBygone says whether a method of android packages between what threw and the app's own code is
// on the level and not on the newest. Frames beyond the app's own code called the app: on another level
// others would do so, and the crash would be the same.
func thrownByBygone(frames []trace.Frame, inApp map[string]bool, level int) (guide.Need, error) {
	for _, f := range frames {
		if inApp[f.Class] {
			break
		}
		if !strings.HasPrefix(f.Class, "android.") {
			continue
		}
		levels, err := platform.Levels(f.Class, f.Method)
		if err != nil {
			return "", err
		}
		if slices.Contains(levels, level) && !slices.Contains(levels, platform.Newest) {
			return guide.NeedMethod, nil
		}
	}
	return "", nil
}
