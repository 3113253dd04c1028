package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"talpa/internal/files"
)

// ending is how a job ended.
type ending byte

const (
	failed  ending = iota + 1 // done, without success
	success                   // done
	skipped
	dead
)

// ledger is how the jobs ended that are over. A campaign may have a hundred thousand outcomes, which come one
// after the other and hardly ever change, so each look reads only those that were stored since the last one. Between
// two commands it is kept as a file of the user's.
type ledger struct {
	notes  jetstream.KeyValue
	noted  jetstream.Stream // the notes' stream
	prefix string           // of the file's name; "" keeps none
	every  int              // endings that the file may lack
	log    *slog.Logger

	mu    sync.Mutex
	pages pages
	kept  int // endings in the file
}

// pages are what a ledger has read, all of it up to a sequence of the notes' stream.
type pages struct {
	Format  int               `json:"format"`
	Created time.Time         `json:"created"` // of the stream
	Mark    uint64            `json:"mark"`    // sequence of the last outcome that was read, 0 if none was
	Stored  time.Time         `json:"stored"`  // when the server stored that one
	Ends    map[string]ending `json:"-"`       // by the jobs' IDs
	Dead    map[string]Dead   `json:"dead,omitempty"`
	// IDs are those of Ends in the file, one after the other, but for those of Dead: a hundred thousand names of a JSON
	// object take longer to write and read than all else.
	IDs map[ending]string `json:"ids"`
}

// pack has IDs say what Ends does.
func (p *pages) pack() {
	all := map[ending][]byte{}
	for id, e := range p.Ends {
		if e != dead {
			all[e] = append(all[e], id...)
		}
	}
	p.IDs = map[ending]string{}
	for e, ids := range all {
		p.IDs[e] = string(ids)
	}
}

// unpack has Ends say what IDs and Dead do; false if IDs are none.
func (p *pages) unpack() bool {
	p.Ends = map[string]ending{}
	for e, ids := range p.IDs {
		for ; len(ids) >= idLength; ids = ids[idLength:] {
			p.Ends[ids[:idLength]] = e
		}
		if ids != "" || e < failed || e >= dead {
			return false
		}
	}
	for id := range p.Dead {
		p.Ends[id] = dead
	}
	p.IDs = nil
	return true
}

const (
	// ledgerFormat is the version of a ledger's file.
	ledgerFormat = 1
	// keepEvery is ledger.every: to read so few takes no time.
	keepEvery = 1000
	// mostDead bounds the jobs that were given up of which a file tells; with more none is kept.
	mostDead = 1000
	// staleLedger is after how long a file is removed that no command has written.
	staleLedger = 30 * 24 * time.Hour
)

// newLedger is the ledger of a campaign that is attached.
func newLedger(c *Campaign) *ledger {
	l := &ledger{notes: c.notes, noted: c.noted, every: keepEvery, log: c.options.Log}
	if c.options.Cache != "" {
		l.prefix = filepath.Join(c.options.Cache, "campaigns", c.options.Name+"-")
	}
	return l
}

// each calls visit for all jobs that are over by now, with what was said where one was given up.
func (l *ledger) each(ctx context.Context, visit func(id string, e ending, d Dead)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	// However long it takes in all, only a server that is silent is one that is away. What was read before it was, is.
	err := repeat(ctx, largestTransfer, retryTime+largestTransfer, func(ctx context.Context) error {
		if err := l.open(ctx); err != nil {
			return err
		}
		return l.read(ctx)
	})
	if err != nil {
		return err
	}
	if err := l.keep(); err != nil {
		l.log.Info("what is known of the campaign's jobs is not kept", "err", err)
	}
	for id, e := range l.pages.Ends {
		visit(id, e, l.pages.Dead[id])
	}
	return nil
}

// open has the pages be those of the stream as it is: all is read anew where it was made anew, or its last
// outcome is another one, as where an older copy of the server's files was put back.
func (l *ledger) open(ctx context.Context) error {
	info, err := patientInfo(ctx, l.noted)
	if err != nil {
		return err
	}
	if l.pages.Ends == nil && l.prefix != "" {
		l.pages = l.load(info.Created)
		l.kept = len(l.pages.Ends)
	}
	if l.pages.Created.Equal(info.Created) && l.pages.Mark > 0 {
		ctx, cancel := context.WithTimeout(ctx, requestTime)
		defer cancel()
		msg, err := l.noted.GetMsg(ctx, l.pages.Mark)
		switch {
		case err == nil && msg.Time.Equal(l.pages.Stored):
			return nil
		case err != nil && !errors.Is(err, jetstream.ErrMsgNotFound):
			return err
		}
	}
	l.pages = pages{Format: ledgerFormat, Created: info.Created, Ends: map[string]ending{}, Dead: map[string]Dead{}}
	l.kept = 0
	return nil
}

// patientInfo asks a stream for its state, without waiting longer than for a small request.
func patientInfo(ctx context.Context, s jetstream.Stream) (*jetstream.StreamInfo, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTime)
	defer cancel()
	return s.Info(ctx)
}

// read takes in the outcomes that were stored since the last look.
func (l *ledger) read(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	silent := time.AfterFunc(requestTime, func() { cancel(nats.ErrTimeout) })
	defer silent.Stop()
	var options []jetstream.WatchOpt
	if l.pages.Mark > 0 {
		options = append(options, jetstream.ResumeFromRevision(l.pages.Mark+1))
	}
	err := watch(ctx, l.notes, outcomes+"*", func(entry jetstream.KeyValueEntry) {
		l.take(entry)
		silent.Reset(requestTime)
	}, options...)
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// take takes in an outcome, or that one was removed, since its job was queued again.
func (l *ledger) take(entry jetstream.KeyValueEntry) {
	id := strings.TrimPrefix(entry.Key(), outcomes)
	l.pages.Mark, l.pages.Stored = entry.Revision(), entry.Created()
	delete(l.pages.Dead, id)
	if entry.Operation() != jetstream.KeyValuePut {
		delete(l.pages.Ends, id)
		return
	}
	e := endingOf(id, entry.Value())
	l.pages.Ends[id] = e
	if e == dead {
		o := decodeOutcome(id, entry.Value())
		l.pages.Dead[id] = Dead{ID: o.ID, Job: o.Job, Error: o.Error, Attempts: o.Attempts}
	}
}

// endingOf says how a job ended. No more is read of its outcome than that, for there may be so many.
func endingOf(id string, data []byte) ending {
	var end struct {
		ID      string `json:"id"`
		Skipped string `json:"skipped"`
		Result  *struct {
			Success bool `json:"success"`
		} `json:"result"`
	}
	err := json.Unmarshal(data, &end)
	switch {
	case err != nil || end.ID != id || !validID(id):
		return dead
	case end.Skipped != "":
		return skipped
	case end.Result == nil:
		return dead
	case end.Result.Success:
		return success
	}
	return failed
}

// file is where the pages of a stream are kept that was made at that time.
func (l *ledger) file(created time.Time) string {
	return fmt.Sprintf("%s%d.json", l.prefix, created.UnixNano())
}

// load reads the file of a stream; what is no such file is none.
func (l *ledger) load(created time.Time) pages {
	var p pages
	data, err := os.ReadFile(l.file(created))
	if err != nil {
		return pages{}
	}
	if err := json.Unmarshal(data, &p); err != nil || p.Format != ledgerFormat || !p.unpack() {
		l.log.Info("what was kept of the campaign's jobs cannot be read", "file", l.file(created), "err", err)
		return pages{}
	}
	if p.Dead == nil {
		p.Dead = map[string]Dead{}
	}
	return p
}

// keep writes the file where it would spare much, and removes those of campaigns that nobody asks for.
func (l *ledger) keep() error {
	if l.prefix == "" || len(l.pages.Ends) < l.kept+l.every || len(l.pages.Dead) > mostDead {
		return nil
	}
	l.pages.pack()
	data, err := json.Marshal(l.pages)
	l.pages.IDs = nil
	if err != nil {
		return err
	}
	dir := filepath.Dir(l.prefix)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := files.Write(l.file(l.pages.Created), data, 0o600); err != nil {
		return err
	}
	l.kept = len(l.pages.Ends)
	others, err := os.ReadDir(dir)
	for _, other := range others {
		if info, err := other.Info(); err == nil && time.Since(info.ModTime()) > staleLedger {
			_ = os.Remove(filepath.Join(dir, other.Name())) // another command may have done so
		}
	}
	return err
}
