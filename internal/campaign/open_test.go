package campaign

import (
	"context"
	"strings"
	"sync"
	"testing"
)

// What waits is listed with the IDs by which it can be cancelled, and what runs with its worker.
func TestListOpen(t *testing.T) {
	t.Parallel()
	c := open(t, options(t.TempDir()))
	submit(t, c, submission(3))
	begun := make(chan Job)
	var worker sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	worker.Go(func() {
		_, _ = c.Work(ctx, WorkOptions{Worker: "w1", Slots: 1, Dir: t.TempDir(), Log: c.options.Log,
			Run: func(ctx context.Context, task Task) (*Result, error) {
				begun <- task.Job
				<-ctx.Done()
				return nil, ctx.Err()
			}})
	})
	defer worker.Wait()
	defer cancel()
	inHand := <-begun
	if err := c.publish(t.Context(), strings.Repeat("b", 24), []byte("{")); err != nil {
		t.Fatal(err)
	}

	list, err := ListOpen(t.Context(), c, 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Jobs) != 4 || list.More != 0 {
		t.Fatalf("%+v", list)
	}
	var waiting []string
	for i, j := range list.Jobs {
		switch {
		case (j.Worker == "w1") != (i == 0) || (i == 0) != (j.ID == inHand.ID()):
			t.Errorf("the job in hand is %s: %+v", inHand.ID(), list.Jobs)
		case j.ID == strings.Repeat("b", 24):
			if !strings.Contains(j.Error, "damaged") {
				t.Errorf("damaged: %+v", j)
			}
		case j.Error != "" || j.Job.ID() != j.ID:
			t.Errorf("%+v", j)
		case i > 0:
			waiting = append(waiting, j.ID)
		}
	}
	text := list.Summary()
	for _, want := range []string{
		"running: " + inHand.ID(), ", on w1\n", "waiting: " + waiting[0], "waiting: " + strings.Repeat("b", 24),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q lacks %q", text, want)
		}
	}
	changed, err := c.Cancel(t.Context(), waiting[:1])
	if err != nil || changed.Jobs != 1 {
		t.Fatalf("cancelling a listed job: %+v, %v", changed, err)
	}
	if list, err = ListOpen(t.Context(), c, 2); err != nil || len(list.Jobs) != 2 || list.More != 1 ||
		list.Jobs[0].Worker != "w1" || strings.Contains(list.Summary(), waiting[0]) ||
		!strings.Contains(list.Summary(), "and 1 more") {
		t.Errorf("%+v, %v", list, err)
	}
}
