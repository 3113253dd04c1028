package virtual

import (
	"fmt"
	"strings"
	"time"

	"talpa/device/virtual/wire"
)

// now is the virtual wall clock as last seen. d.mu is held.
func (d *Device) now() int64 { return d.wall }

// system writes a log line of the device's own.
func (d *Device) system(priority byte, tag, msg string) {
	d.log.add(entry{
		wall: d.wall, buffer: bufSystem, priority: priority, tag: tag, pid: systemPID, tid: systemPID, msg: msg,
	})
}

// notice takes a notification of a process. It runs on the connection's
// goroutine, often while d.mu is held for the request that caused it.
func (d *Device) notice(p *process, n wire.Notice) {
	e := entry{wall: n.T, buffer: bufMain, priority: 'I', pid: p.pid, tid: p.thread(n)}
	switch n.Event {
	case wire.EventLog:
		if n.Priority != "" && strings.Contains(priorities, n.Priority[:1]) {
			e.priority = n.Priority[0]
		}
		e.tag, e.msg = logTag(n.Tag), n.Msg
		if e.tag == runtimeTag && strings.HasPrefix(e.msg, fatal) {
			return // the crash event says it, and an app that forges one is not believed
		}
		d.log.add(e)
	case wire.EventCrash:
		if len(n.Modelled) > 0 {
			d.notes.add("a crash passes through code that the device models: " + strings.Join(n.Modelled, ", "))
		}
		e.buffer, e.priority, e.tag = bufCrash, 'E', runtimeTag
		e.msg = fmt.Sprintf("%s: %s\nProcess: %s, PID: %d\n%s", fatal, oneLine(n.Thread), p.app.Package, p.pid, n.Trace)
		d.log.add(e)
		d.dying(p, "it crashed")
	case wire.EventANR:
		d.anr(p, n.Reason, n.Trace, n.T)
		d.dying(p, "it does not respond")
	case wire.EventExit:
		e.tag, e.msg = "Process", fmt.Sprintf("Process exits with code %d", n.Code)
		d.log.add(e)
		d.dying(p, fmt.Sprintf("it exited with code %d", n.Code))
	case wire.EventUnsupported:
		d.notes.add(fmt.Sprintf("not supported: %s: %s", n.Kind, n.Detail))
		e.priority, e.tag, e.msg = 'W', "talpa", fmt.Sprintf("unsupported %s: %s", n.Kind, n.Detail)
		d.log.add(e)
	case wire.EventAnswered:
		d.answered(e, n)
	case wire.EventUnreachable:
		d.unreachable(n)
	case wire.EventPermission:
		p.app.grants.learn(n)
	case wire.EventSetting:
		d.settings.learn(n)
	case wire.EventExternal:
		e.tag, e.msg = "talpa", fmt.Sprintf("stand-in for another app answers %s to %s", n.Answer, n.Intent)
		d.log.add(e)
	}
}

// thread is the number of the thread that a notification is of. Threads are
// numbered as they appear in the log, so that logs are the same in every run.
// It is called on the connection's goroutine only.
func (p *process) thread(n wire.Notice) int {
	if n.TID == 0 || n.TID == n.PID {
		return p.pid
	}
	if p.threads[n.TID] == 0 {
		if p.threads == nil {
			p.threads = map[int]int{}
		}
		p.threads[n.TID] = p.pid + 1 + len(p.threads)
	}
	return p.threads[n.TID]
}

// dying marks a process as dead and gives it a moment for its last words. The
// next command that looks for it retires it sooner.
func (d *Device) dying(p *process, why string) {
	p.setDied(why)
	if p.recycled {
		return
	}
	time.AfterFunc(lastWords, func() { p.kill(why) })
}

// anr writes the log of an app that does not respond.
func (d *Device) anr(p *process, reason, trace string, wall int64) {
	msg := fmt.Sprintf("ANR in %s (%s)\nPID: %d\nReason: %s\n%s", p.app.Package, p.front(), p.pid, oneLine(reason), trace)
	d.log.add(entry{
		wall: wall, buffer: bufSystem, priority: 'E', tag: "ActivityManager", pid: systemPID, tid: systemPID, msg: msg,
	})
}

// logTag is a tag that cannot be taken for something else in a log line.
func logTag(tag string) string {
	tag = oneLine(tag)
	if len(tag) > 100 {
		tag = tag[:100]
	}
	return strings.TrimSpace(tag)
}

func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, s)
}
