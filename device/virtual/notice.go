package virtual

import (
	"fmt"
	"strings"

	"talpa/device/virtual/framework"
	"talpa/device/virtual/logcat"
	"talpa/device/virtual/wire"
)

// limits are those of the JVM in place of a phone's, by their names on the wire.
var limits = map[string]string{
	"memory": "memory: the JVM's heap of 1500 MB was full, a phone's has 192 to 512 MB",
	"stack":  "stack: the JVM's main thread has 4 MB, a phone's has 8 MB, and frames differ in size",
}

// notice takes a notification of a process. It runs on the connection's
// goroutine, often while h.mu is held for the request that caused it.
func (h *hardware) notice(p *process, n wire.Notice) {
	e := logcat.Entry{Wall: n.T, Buffer: logcat.Main, Priority: 'I', PID: p.PID, TID: p.Thread(n)}
	switch n.Event {
	case wire.EventLog:
		if n.Priority != "" && strings.Contains(logcat.Priorities, n.Priority[:1]) {
			e.Priority = n.Priority[0]
		}
		e.Tag, e.Msg = logcat.Tag(n.Tag), n.Msg
		if e.Tag == runtimeTag && strings.HasPrefix(e.Msg, fatal) {
			return // the crash event says it, and an app that forges one is not believed
		}
		h.log.Add(e)
	case wire.EventCrash:
		if len(n.Modelled) > 0 {
			h.notes.Add("a crash passes through code that the device models: " + strings.Join(n.Modelled, ", "))
		}
		e.Buffer, e.Priority, e.Tag = logcat.Crash, 'E', runtimeTag
		e.Msg = fmt.Sprintf("%s: %s\nProcess: %s, PID: %d\n%s", fatal, logcat.OneLine(n.Thread), p.app.Package, p.PID,
			n.Trace)
		h.log.Add(e)
		if limit, ok := limits[n.Limit]; ok {
			h.notes.Add("a crash for want of " + limit)
		}
	case wire.EventDied:
		p.Dying(logcat.OneLine(n.Reason))
	case wire.EventANR:
		h.anr(p, n.Reason, n.Trace, n.T)
		p.Dying("it does not respond")
	case wire.EventExit:
		e.Tag, e.Msg = "Process", fmt.Sprintf("Process exits with code %d", n.Code)
		h.log.Add(e)
		p.Dying(fmt.Sprintf("it exited with code %d", n.Code))
	case wire.EventUnsupported:
		h.notes.Add(fmt.Sprintf("not supported: %s: %s", n.Kind, n.Detail))
		e.Priority, e.Tag, e.Msg = 'W', "talpa", fmt.Sprintf("unsupported %s: %s", n.Kind, n.Detail)
		h.log.Add(e)
	case wire.EventUnconverted:
		h.notes.Add(n.Detail)
	case wire.EventAnswered:
		h.answered(e, n)
	case wire.EventUnreachable:
		h.unreachable(n)
	case wire.EventRefused:
		h.notes.Add(fmt.Sprintf("the app wanted a connection to %s, which is this computer: --network=on does not lead there",
			logcat.OneLine(n.Name)))
	case wire.EventPermission:
		p.app.Grants.Learn(n.Name, n.Held, n.Refusals)
	case wire.EventSetting:
		h.settings.Learn(n.Space, n.Name, n.Value, n.Removed)
	case wire.EventExternal:
		e.Tag, e.Msg = "talpa", fmt.Sprintf("stand-in for another app answers %s to %s", n.Answer, n.Intent)
		h.log.Add(e)
	}
}

// anr writes the log of an app that does not respond.
func (h *hardware) anr(p *process, reason, trace string, wall int64) {
	msg := fmt.Sprintf("ANR in %s (%s)\nPID: %d\nReason: %s\n%s", p.app.Package, p.Front(), p.PID, logcat.OneLine(reason),
		trace)
	h.log.Add(logcat.Entry{
		Wall: wall, Buffer: logcat.System, Priority: 'E', Tag: "ActivityManager", PID: framework.SystemPID,
		TID: framework.SystemPID, Msg: msg,
	})
}
