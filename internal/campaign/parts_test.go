package campaign

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/nats-io/nats.go"

	"talpa/fuzz/report"
	"talpa/internal/golden"
	"talpa/internal/workflow"
)

// TestID_fields: every field of a job makes another job of it, but those that say so.
func TestID_fields(t *testing.T) {
	t.Parallel()
	base := Job{}.ID()
	typ := reflect.TypeFor[Job]()
	for i := range typ.NumField() {
		var job Job
		switch f := reflect.ValueOf(&job).Elem().Field(i); f.Kind() {
		case reflect.String:
			f.SetString("x")
		case reflect.Int, reflect.Int64:
			f.SetInt(7)
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Slice:
			f.Set(reflect.ValueOf([]string{"crash"}))
		case reflect.Struct:
			f.Set(reflect.ValueOf(Configuration{"asra", "guided"}))
		default:
			t.Fatalf("a field of kind %s", f.Kind())
		}
		name := typ.Field(i).Name
		same := slices.Contains([]string{"App", "TraceOf", "Attempts", "UntilSolved", "Round", "Format"}, name)
		if (job.ID() == base) != same {
			t.Errorf("%s: the same job %v, want %v", name, !same, same)
		}
	}
}

// TestRepeat: a request is made again while no server answers, and not after an answer.
func TestRepeat(t *testing.T) {
	t.Parallel()
	answer := errors.New("no such key")
	object, _ := net.Pipe() // nats.go reads an object through one
	_ = object.SetReadDeadline(time.Unix(1, 0))
	_, noChunk := object.Read(make([]byte, 1))
	for name, c := range map[string]struct {
		errors []error // of the attempts; after them none
		all    time.Duration
		calls  int
		want   error
	}{
		"at_once":           {nil, time.Second, 1, nil},
		"bad_answer":        {[]error{answer}, time.Second, 1, answer},
		"server_comes_back": {[]error{nats.ErrNoResponders}, 10 * time.Second, 2, nil},
		"no_chunk_comes":    {[]error{noChunk}, 10 * time.Second, 2, nil},
		"then_an_answer":    {[]error{nats.ErrTimeout, answer}, 10 * time.Second, 2, answer},
		"patience_ends":     {[]error{nats.ErrTimeout, nats.ErrTimeout}, 50 * time.Millisecond, 1, nats.ErrTimeout},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			calls := 0
			err := repeat(t.Context(), time.Second, c.all, func(context.Context) error {
				calls++
				if calls <= len(c.errors) {
					return c.errors[calls-1]
				}
				return nil
			})
			if !errors.Is(err, c.want) || calls != c.calls {
				t.Errorf("%v after %d requests, want %v after %d", err, calls, c.want, c.calls)
			}
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := repeat(ctx, time.Second, time.Minute, func(ctx context.Context) error { return ctx.Err() }); !errors.Is(err,
		context.Canceled) {
		t.Errorf("a request that was given up: %v", err)
	}
}

// TestOpen_refuses: what the user named wrongly is the user's fault, and nothing is made.
func TestOpen_refuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(o *Options)
		want   string
	}{
		"name_with_a_dot": {func(o *Options) { o.Name = "a.b" }, "only letters"},
		"no_name":         {func(o *Options) { o.Name = "" }, "only letters"},
		"long_name":       {func(o *Options) { o.Name = strings.Repeat("a", 65) }, "at most 64"},
		"short_lease":     {func(o *Options) { o.Lease = minLease - 1 }, "a lease must be"},
		"no_replica":      {func(o *Options) { o.Replicas = 0 }, "1 to 5 replicas"},
		"six_replicas":    {func(o *Options) { o.Replicas = 6 }, "1 to 5 replicas"},
		"two_servers":     {func(o *Options) { o.URL, o.Listen = "nats://x", ":1" }, "--listen is for the embedded server"},
		"no_such_folder":  {func(o *Options) { o.Create = false }, "talpa campaign submit"},
		"no_port":         {func(o *Options) { o.Listen = "here" }, "want host:port"},
	} {
		o := options(filepath.Join(t.TempDir(), "none"))
		c.change(&o)
		opened, err := Open(t.Context(), o)
		if err == nil {
			opened.Close()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", name, err, c.want)
		}
	}
}

// A job that leaves no run folder keeps no object.
func TestKeep_NoRunFolder_NoObject(t *testing.T) {
	t.Parallel()
	name, sum, err := (&Campaign{}).keep(t.Context(), "id", filepath.Join(t.TempDir(), "missing"), t.TempDir())
	if name != "" || sum != "" || err != nil {
		t.Errorf("%q, %q, %v", name, sum, err)
	}
}

// TestMedian equals the middle of the sorted values.
func TestMedian(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   []float64
		want float64
	}{{nil, 0}, {[]float64{3}, 3}, {[]float64{9, 1}, 5}, {[]float64{9, 1, 4}, 4}, {[]float64{1, 2, 100, 3}, 2.5}} {
		if got := median(c.in); got != c.want {
			t.Errorf("median is %v, want %v", got, c.want)
		}
	}
}

// TestJob_compare is a total order: by app, crash and configuration, then by seed.
func TestJob_compare(t *testing.T) {
	t.Parallel()
	r := golden.Rand(t)
	job := func() Job {
		of := []string{"a", "b"}
		return Job{App: of[r.IntN(2)], TraceOf: of[r.IntN(2)], Seed: int64(r.IntN(3)),
			Configuration: Configuration{of[r.IntN(2)], "g"}}
	}
	for range 500 {
		a, b, c := job(), job(), job()
		if a.compare(b) != -b.compare(a) || a.compare(a) != 0 || (a.compare(b) == 0) != (a.ID() == b.ID() &&
			a.title() == b.title()) {
			t.Fatalf("%v and %v: %d, %d", a, b, a.compare(b), b.compare(a))
		}
		if a.compare(b) <= 0 && b.compare(c) <= 0 && a.compare(c) > 0 {
			t.Fatalf("%v, %v, %v are in no order", a, b, c)
		}
	}
	all := make([]Job, 50)
	for i := range all {
		all[i] = job()
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	slices.SortFunc(all, Job.compare)
	rows := map[[3]string]bool{}
	for i, j := range all {
		if i > 0 && all[i-1].compareRow(j) != 0 && rows[j.title()] {
			t.Fatal("the jobs of a row do not lie together")
		}
		rows[j.title()] = true
	}
}

// TestResult_add: findings are bounded in number and length, and stay text.
func TestResult_add(t *testing.T) {
	t.Parallel()
	var r Result
	for i := range 3 * maxFindings {
		r.add(Finding{Title: strings.Repeat("ü", maxTitle) + fmt.Sprint(i), Count: 1})
	}
	r.add(Finding{Title: "short", Count: 2})
	if len(r.Findings) != maxFindings+1 || !strings.HasPrefix(r.Findings[maxFindings].Title, "more than 200") {
		t.Errorf("%d findings, the last is %q", len(r.Findings), r.Findings[len(r.Findings)-1].Title)
	}
	odd := Result{}
	odd.add(Finding{Title: "a" + strings.Repeat("ü", maxTitle), Count: 1})
	if title := odd.Findings[0].Title; len(title) > maxTitle || !utf8.ValidString(title) {
		t.Errorf("a title of %d bytes, valid %v", len(title), utf8.ValidString(title))
	}
}

// TestJob_options: what a job asks for gets to the workflow.
func TestJob_options(t *testing.T) {
	t.Parallel()
	j := Job{Seed: 3, Time: time.Minute, Events: 9, Configuration: Configuration{"reach", "model"}, Rewriter: "dex",
		Match: "point", Confirm: 4, Oracles: []string{"crash"}}
	rep := j.reproducing("a.apk", workflow.TraceInput{Name: "t"}, "out")
	if rep.APK != "a.apk" || rep.Level != "reach" || rep.Rewriter != "dex" || rep.Match != "point" || rep.Confirm != 4 ||
		rep.Trace.Name != "t" ||
		rep.Run.Seed != 3 || rep.Run.Time != time.Minute || rep.Run.Events != 9 || rep.Run.Generator != "model" ||
		rep.Run.Devices != 1 || rep.Run.Out != "out" {
		t.Errorf("%+v", rep)
	}
	if rep.Run.Network != workflow.NetworkAuto || j.fuzzing("a.apk", "").Run.Network != "" {
		t.Errorf("network %q and %q", rep.Run.Network, j.fuzzing("a.apk", "").Run.Network)
	}
	j.Network = true
	if fz := j.fuzzing("a.apk", "out"); fz.Run.Network != workflow.NetworkOn || len(fz.Oracles) != 1 ||
		fz.Progress == nil {
		t.Errorf("%+v", fz)
	}
}

// TestStatus_Summary: what people read of a campaign.
func TestStatus_Summary(t *testing.T) {
	t.Parallel()
	s := Status{Name: "c", Jobs: 9, Waiting: 3, Done: 4, Success: 2, Retries: 1,
		Skipped: 2, Running: []Running{{ID: "id1", Worker: "w", Began: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)},
			{ID: "id3", Worker: "gone", Began: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Silent: true}},
		Dead: []Dead{{ID: "id2", Job: Job{App: "a.apk", Configuration: Configuration{"asra", "guided"}, Seed: 7},
			Error: "no device"}}}
	want := "c: 9 jobs: 3 waiting, 2 running, 4 done (2 with success), 1 given up, 2 not needed\n" +
		"1 attempts failed and are made again\n" +
		"running:  id1 on w since 03:04:05\n" +
		"running:  id3 on gone since 03:04:05, not heard of any more\ngiven up: id2 a.apk asra/guided seed 7: no device\n"
	if got := s.Summary(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestCoverageOf: an outcome has a bounded part of the curve, the end always.
func TestCoverageOf(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 2, maxCovered - 1, maxCovered, maxCovered + 1, 2*maxCovered + 3, 7000} {
		run := &report.Run{}
		for i := range n {
			run.Search.Methods = append(run.Search.Methods, report.Covered{Events: i + 1, Methods: 10 * (i + 1)})
		}
		got := coverageOf(run)
		if len(got) > maxCovered || len(got) < min(n, maxCovered/2) {
			t.Errorf("%d points of %d", len(got), n)
		}
		if n > 0 && got[len(got)-1].Events != n {
			t.Errorf("of %d the last point is %v", n, got[len(got)-1])
		}
	}
	if got := coverageOf(nil); got != nil {
		t.Errorf("of no run: %v", got)
	}
}
