package workflow

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"talpa/internal/workflow/copies"
	"talpa/internal/workflow/input"
	"talpa/internal/workflow/judge"
)

// Check says what would keep Reproduce from starting: options that cannot be
// meant, an app that cannot be read, a trace that is not of this app. Nothing
// is run or written.
func (o *ReproduceOptions) Check(ctx context.Context) error {
	if err := o.check(); err != nil {
		return err
	}
	a, err := input.OpenApp(ctx, o.APK)
	if err != nil {
		return err
	}
	_, err = input.Wanted(o.Trace, a)
	return err
}

// check returns an error for options that cannot be meant.
func (o *ReproduceOptions) check() error {
	if err := o.Run.check(); err != nil {
		return err
	}
	if o.Confirm < 0 {
		return fmt.Errorf("--confirm %d: it counts replays, 0 or more", o.Confirm)
	}
	if _, err := matchLevel(o.Match); err != nil {
		return err
	}
	if _, err := searchLevel(o.Level); err != nil {
		return err
	}
	if o.Rewriter == "none" {
		return nil
	}
	return copies.Check(o.Rewriter)
}

// Check says what would keep Fuzz from starting. Nothing is run or written.
func (o *FuzzOptions) Check(ctx context.Context) error {
	if err := o.check(); err != nil {
		return err
	}
	_, err := input.OpenApp(ctx, o.APK)
	return err
}

// check returns an error for options that cannot be meant.
func (o *FuzzOptions) check() error {
	if err := o.Run.check(); err != nil {
		return err
	}
	if o.Run.Time == 0 && o.Run.Events == 0 {
		return errors.New("a search without a trace needs a limit: --time or --events")
	}
	_, err := judge.Oracles(o.Oracles, slog.New(slog.DiscardHandler))
	return err
}
