package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"talpa/fuzz/oracle"
	"talpa/fuzz/report"
	"talpa/internal/campaign"
	"talpa/internal/campaign/manifest"
	"talpa/internal/campaign/page"
	"talpa/internal/files"
	"talpa/internal/workflow"
)

// newCampaign is `talpa campaign`: many jobs on a work queue.
func newCampaign(g *globals) *cobra.Command {
	o := &campaign.Options{Now: time.Now}
	cmd := &cobra.Command{
		Use:   "campaign",
		Short: "Many apps, many seeds, many machines: jobs on a work queue",
		Long: `campaign puts jobs (an app, a crash or none, a seed, a configuration) on a work queue, and
workers on any number of machines do them. A worker may die at any time: no job
is lost, and none is counted twice.

The queue is NATS JetStream. Without --nats the campaign folder has a server of
its own, which runs inside whichever talpa uses the folder and listens on this
computer only; --listen opens it to others, for whom its address, with a token,
is in server.json of the folder. An address with a token or a password goes into the
environment variable TALPA_NATS: every user of a computer can read command lines.`,
		Example: `  talpa campaign submit app.apk trace.txt --seeds 1-10 --levels none,reach,asra
  talpa campaign submit app.apk trace.txt --seeds 1-8 --until-solved
  talpa campaign work
  talpa campaign report`,
	}
	flags := cmd.PersistentFlags()
	flags.StringVar(&o.Dir, "dir", "talpa-campaign", "campaign folder, where the embedded server keeps everything")
	flags.StringVar(&o.URL, "nats", "", "URL of a NATS server or cluster with JetStream to use instead (or TALPA_NATS)")
	flags.StringVar(&o.Credentials, "nats-creds", "", "file with the credentials (JWT and NKEY) for that server")
	flags.StringVar(&o.Listen, "listen", "", "host:port of the embedded server (default: this computer only, any port)")
	flags.StringVar(&o.Name, "name", "default", "name of the campaign: a server can have several")
	flags.StringVar(&o.CA, "nats-ca", "", "file with the certificates that vouch for that server, for TLS")
	flags.StringVar(&o.Cert, "nats-cert", "", "file with this client's certificate for that server, with --nats-key")
	flags.StringVar(&o.Key, "nats-key", "", "file with the key of --nats-cert")
	flags.StringVar(&o.NKey, "nats-nkey", "", "file with the seed of an NKEY for that server")
	cmd.AddCommand(newSubmit(g, o), newWork(g, o), newStatus(g, o), newWatch(g, o), newCampaignReport(g, o),
		newJobs(g, o), newRetry(g, o), newCancel(g, o), newPurge(g, o), newList(g, o))
	return cmd
}

// newSubmit is `talpa campaign submit`.
func newSubmit(g *globals, o *campaign.Options) *cobra.Command {
	var s campaign.Submission
	var trace workflow.TraceInput
	var seeds, list string
	cmd := &cobra.Command{
		Use:   "submit APP.apk [TRACE] | --manifest FILE",
		Short: "Queue the jobs of an app, or of many: each seed with each configuration",
		Long: `submit queues one job for each seed and each configuration (a level with a generator). With
TRACE a job is what talpa reproduce does, without what talpa fuzz does. Jobs that
are queued or done already are left alone. The first submission makes the campaign.

A manifest names many apps, traces and seeds, as JSON, with paths relative to its folder:

  {"seeds": "1-3", "time": "10m", "entries": [
    {"app": "a.apk", "traces": ["crash1.txt", "crash2.txt"], "untilSolved": true},
    {"app": "b.apk", "seeds": "1-10", "generators": ["guided", "random"]}
  ]}

seeds, levels, generators, oracles, time, events, attempts and untilSolved can be said of an
entry, of all, or by the flags; mapping of an entry.`,
		Example: `  talpa campaign submit app.apk trace.txt --seeds 1-8 --until-solved
  talpa campaign submit --manifest apps.json --time 5m`,
		Args: func(cmd *cobra.Command, args []string) error {
			if list != "" {
				return cobra.NoArgs(cmd, args)
			}
			return cobra.RangeArgs(1, 2)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := g.machine()
			if err != nil {
				return err
			}
			if s.Seeds, err = campaign.ParseSeeds(seeds); err != nil {
				return err
			}
			all := []manifest.Request{{Submission: s, Mapping: trace.Mapping}}
			if list != "" {
				if all, err = manifest.Read(list, s); err != nil {
					return err
				}
			} else if all[0].APK = args[0]; len(args) == 2 {
				all[0].TraceFile = args[1]
			}
			for i := range all {
				if err := fill(g, cmd, m, &all[i], trace); err != nil {
					return err
				}
			}
			o.Create = true
			o.AskedLease, o.AskedReplicas = cmd.Flags().Changed("lease"), cmd.Flags().Changed("replicas")
			return withCampaign(g, cmd, o, func(c *campaign.Campaign) (*campaign.Submitted, error) {
				return submitAll(cmd.Context(), c, all)
			})
		},
	}
	flags := cmd.Flags()
	traceFlags(flags, &trace)
	flags.StringVar(&list, "manifest", "", "file that names many apps, traces and seeds, in place of APP.apk")
	flags.StringVar(&seeds, "seeds", "1", "one seed or a range, for example 1-10")
	submissionFlags(flags, &s)
	flags.DurationVar(&o.Lease, "lease", 30*time.Second, "after which a silent worker counts as dead (of a new campaign)")
	flags.IntVar(&o.Replicas, "replicas", 1, "copies of everything in a cluster (of a new campaign)")
	return cmd
}

// submissionFlags are the flags that say what a submission's jobs do.
func submissionFlags(flags *pflag.FlagSet, s *campaign.Submission) {
	flags.StringSliceVar(&s.Levels, "levels", []string{"asra"}, "how much to prune: none, log, asra, paper, reach, ladder")
	flags.StringSliceVar(&s.Generators, "generators", []string{"guided"},
		"what chooses the events: guided, model, timetravel, random")
	flags.DurationVar(&s.Job.Time, "time", 10*time.Minute, "how long a job searches at most")
	flags.IntVar(&s.Job.Events, "events", 0, "how many events a job tries at most (0: no limit)")
	flags.StringVar(&s.Job.Rewriter, "rewriter", "dex", "how to rewrite the app: dex, apktool, none")
	flags.StringVar(&s.Job.Match, "match", "point", "how alike the crash must be: exact, method, point")
	flags.IntVar(&s.Job.Confirm, "confirm", 5, "how many times the found script is run again")
	flags.StringSliceVar(&s.Job.Oracles, "oracle", oracle.Names(), "who judges what the app does, without a trace")
	flags.BoolVar(&s.Job.Network, "network", false, "let the app use the network of the worker's computer")
	flags.BoolVar(&s.Job.Coverage, "coverage", false,
		"count the app's methods that run, for the curves of report --html; a job then takes some more processor time")
	flags.IntVar(&s.Job.Attempts, "attempts", 3,
		"how many workers try a job before it is given up; a lone worker tries twice as often")
	flags.BoolVar(&s.Job.UntilSolved, "until-solved", false,
		"with TRACE: the seeds are a portfolio, each begins with another part of the search, and once one has reproduced "+
			"the crash, those that wait or run are not needed")
}

// fill reads the files that a request names. trace is what the command line says of traces.
func fill(g *globals, cmd *cobra.Command, m workflow.Machine, r *manifest.Request, trace workflow.TraceInput) error {
	var err error
	if r.APK, err = workflow.WholeApp(m, r.APK); err != nil || r.TraceFile == "" {
		return err
	}
	trace.Mapping = cmp.Or(r.Mapping, trace.Mapping)
	if _, err := g.machineFor(cmd, r.TraceFile, &trace); err != nil {
		return err
	}
	r.Trace = &trace
	return nil
}

// submitAll submits one after the other; what was queued before an error stays.
func submitAll(ctx context.Context, c *campaign.Campaign, all []manifest.Request) (*campaign.Submitted, error) {
	if len(all) == 1 {
		return c.Submit(ctx, all[0].Submission)
	}
	sum := &campaign.Submitted{}
	for _, r := range all {
		one, err := c.Submit(ctx, r.Submission)
		if one != nil {
			sum.Add(one)
		}
		if err != nil {
			return sum, fmt.Errorf("submitting %s: %w", r.APK, err)
		}
	}
	return sum, nil
}

// newWork is `talpa campaign work`.
func newWork(g *globals, o *campaign.Options) *cobra.Command {
	var work campaign.WorkOptions
	cmd := &cobra.Command{
		Use:   "work",
		Short: "Do jobs until the queue is empty",
		Long: `work does jobs until none is left, those that other workers have in hand
included: if such a worker dies, its jobs come back. Ctrl-C gives back what is
in hand. Exit code 1 means that jobs had to be given up. A worker first proves that it can
boot a device. It takes no more jobs once several in a row failed by faults of its
computer, or where a job was submitted by a newer talpa.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			m, err := g.machine()
			if err != nil {
				return err
			}
			if work.Worker, err = workerName(work.Worker); err != nil {
				return err
			}
			bar := showProgress(cmd.ErrOrStderr(), "", g.quiet || g.json)
			defer bar.done()
			work.Run, work.Ready, work.Log, work.Pause = campaign.Jobs(m), campaign.Ready(m), m.Log, 5*time.Second
			ended := 0
			work.Ended = func(last *campaign.Outcome) {
				ended++
				bar.show(workflow.Progress{Phase: "working",
					Detail: fmt.Sprintf("%s ended; last: %v", report.Counted(ended, "job"), last.Job)})
			}
			return withCampaign(g, cmd, o, func(c *campaign.Campaign) (*campaign.Worked, error) {
				worked, err := c.Work(cmd.Context(), work)
				bar.done()
				if err == nil && cmd.Context().Err() == nil && worked.Dead > 0 {
					err = exitError(report.NotReproduced.ExitCode())
				}
				return worked, err
			})
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&work.Slots, "jobs", max(1, runtime.NumCPU()/2), "how many jobs are done side by side")
	flags.BoolVar(&work.Stay, "stay", false, "wait for more jobs when the queue is empty")
	flags.StringVar(&work.Worker, "worker", "", "name of this worker (default: host name and process)")
	flags.StringVar(&work.Dir, "work-dir", "", "folder for the files of jobs in hand (default: the temporary folder)")
	return cmd
}

// workerName is the name asked for, or one that no other worker has.
func workerName(asked string) (string, error) {
	if asked != "" {
		return asked, nil
	}
	host, err := os.Hostname()
	if err != nil {
		return "", fmt.Errorf("finding a name for this worker (give one with --worker): %w", err)
	}
	return fmt.Sprintf("%s-%d", host, os.Getpid()), nil
}

// newStatus is `talpa campaign status`.
func newStatus(g *globals, o *campaign.Options) *cobra.Command {
	var metrics bool
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Say what waits, runs, is done and was given up",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withCampaign(g, cmd, o, func(c *campaign.Campaign) (*campaign.Status, error) {
				s, err := c.Status(cmd.Context())
				if err != nil || !metrics {
					return s, err
				}
				_, err = io.WriteString(cmd.OutOrStdout(), s.Metrics())
				return nil, err
			})
		},
	}
	cmd.Flags().BoolVar(&metrics, "metrics", false, "print it in the text form of Prometheus")
	return cmd
}

// newWatch is `talpa campaign watch`.
func newWatch(g *globals, o *campaign.Options) *cobra.Command {
	var every time.Duration
	cmd := &cobra.Command{
		Use:   "watch",
		Short: "Show how the campaign goes until no job waits or runs",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			bar := showProgress(cmd.ErrOrStderr(), "", g.quiet || g.json)
			defer bar.done()
			return withCampaign(g, cmd, o, func(c *campaign.Campaign) (*campaign.Status, error) {
				last, err := campaign.Watch(cmd.Context(), every, c.Status, func(s *campaign.Status) {
					first, _, _ := strings.Cut(s.Summary(), "\n")
					bar.show(workflow.Progress{Phase: "watching", Detail: first})
				})
				bar.done()
				return last, err
			})
		},
	}
	cmd.Flags().DurationVar(&every, "every", 2*time.Second, "time between two looks")
	return cmd
}

// newCampaignReport is `talpa campaign report`.
func newCampaignReport(g *globals, o *campaign.Options) *cobra.Command {
	var out string
	var f campaignFormats
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Compare the configurations on each app, by the jobs that are over",
		Example: `  talpa campaign report
  talpa campaign report -o runs --html campaign.html --csv jobs.csv`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withCampaign(g, cmd, o, func(c *campaign.Campaign) (*campaign.Report, error) {
				r, err := c.Report(cmd.Context())
				if err != nil {
					return nil, err
				}
				if out != "" {
					err = errors.Join(c.ExtractAll(cmd.Context(), r, out), writePage(r, filepath.Join(out, "index.html"), out))
				}
				return r, errors.Join(err, f.write(r, out))
			})
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "",
		"folder to unpack the run folder of each job into, with a page that links to them (index.html)")
	flags := cmd.Flags()
	flags.StringVar(&f.html, "html", "", "write the whole campaign to this file as one page: apps by configurations, "+
		"curves of events to the crash, findings, jobs; with -o it links to their runs")
	flags.StringVar(&f.csv, "csv", "", "write a line for each job to this file, as CSV")
	flags.StringVar(&f.junit, "junit", "", "write a test for each job to this file, as JUnit's XML")
	flags.StringVar(&f.sarif, "sarif", "",
		"write each distinct crash to this file as SARIF 2.1.0, at its line of the source")
	flags.StringVar(&f.source, "source-root", "",
		"folder of the app's sources in its repository, for --sarif: app/src/main/java")
	return cmd
}

// campaignFormats are the files that a report is written to.
type campaignFormats struct {
	html, csv, junit, sarif string // paths, "" = none
	source                  string // folder of the sources in the repository
}

// ownPage is what tells a page of ours from a file of others.
const ownPage = `<meta name="generator" content="talpa campaign report">`

// writePage writes the page of a campaign, whose runs were unpacked into a folder ("" if they were not).
// A file of others is left alone.
func writePage(r *campaign.Report, path, runs string) error {
	if old, err := os.ReadFile(path); err == nil && !bytes.Contains(old, []byte(ownPage)) {
		return fmt.Errorf("%s is in the way, and no page of talpa's", path)
	}
	from, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return err
	}
	data, err := page.Encode(r, func(o *campaign.Outcome) string {
		file := filepath.Join(runs, filepath.Base(o.ID), report.FilePage)
		if runs == "" || !files.IsFile(file) {
			return ""
		}
		to, err := filepath.Abs(file)
		if err != nil {
			return ""
		}
		if to, err = filepath.Rel(from, to); err != nil {
			return ""
		}
		return (&url.URL{Path: filepath.ToSlash(to)}).String()
	})
	if err == nil {
		err = files.WriteOutput(path, data)
	}
	return err
}

// write writes the files that were asked for; runs is where the runs were unpacked.
func (f campaignFormats) write(r *campaign.Report, runs string) error {
	var failed []error
	if f.html != "" {
		failed = append(failed, writePage(r, f.html, runs))
	}
	for _, one := range []struct {
		path   string
		encode func() ([]byte, error)
	}{
		{f.csv, r.CSV}, {f.junit, r.JUnit}, {f.sarif, func() ([]byte, error) { return r.SARIF(f.source) }},
	} {
		if one.path == "" {
			continue
		}
		data, err := one.encode()
		if err == nil {
			err = files.WriteOutput(one.path, data)
		}
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}

// newJobs is `talpa campaign jobs`.
func newJobs(g *globals, o *campaign.Options) *cobra.Command {
	var limit int
	cmd := &cobra.Command{
		Use:   "jobs",
		Short: "List the jobs that wait or run, with their IDs",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if limit < 0 {
				return fmt.Errorf("--limit is %d: give how many jobs to list, or 0 for all", limit)
			}
			return withCampaign(g, cmd, o, func(c *campaign.Campaign) (*campaign.OpenJobs, error) {
				return campaign.ListOpen(cmd.Context(), c, limit)
			})
		},
	}
	cmd.Flags().IntVar(&limit, "limit", 100, "how many to list (0: all)")
	return cmd
}

// newRetry is `talpa campaign retry`.
func newRetry(g *globals, o *campaign.Options) *cobra.Command {
	return &cobra.Command{
		Use:   "retry [ID...]",
		Short: "Queue jobs again that were given up or cancelled",
		Long: `retry queues jobs again that were given up or cancelled: those whose IDs begin as given
(talpa campaign status lists them), or all.`,
		RunE: func(cmd *cobra.Command, ids []string) error {
			return withCampaign(g, cmd, o, func(c *campaign.Campaign) (*campaign.Changed, error) {
				return c.Retry(cmd.Context(), ids)
			})
		},
	}
}

// newCancel is `talpa campaign cancel`.
func newCancel(g *globals, o *campaign.Options) *cobra.Command {
	return &cobra.Command{
		Use:   "cancel [ID...]",
		Short: "End jobs that wait or run",
		Long: `cancel ends jobs that wait or run: those whose IDs begin as given (talpa campaign jobs lists
them), or all. Workers leave the jobs that they have in hand within seconds.`,
		RunE: func(cmd *cobra.Command, ids []string) error {
			return withCampaign(g, cmd, o, func(c *campaign.Campaign) (*campaign.Changed, error) {
				return c.Cancel(cmd.Context(), ids)
			})
		},
	}
}

// newPurge is `talpa campaign purge`.
func newPurge(g *globals, o *campaign.Options) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "purge --yes",
		Short: "Remove the campaign with its jobs, results and files",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !yes {
				return fmt.Errorf("purge removes the campaign %q with its jobs, results and files for good: say --yes", o.Name)
			}
			return withCampaign(g, cmd, o, func(c *campaign.Campaign) (*campaign.Changed, error) {
				return c.Purge(cmd.Context())
			})
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "do it")
	return cmd
}

// newList is `talpa campaign list`.
func newList(g *globals, o *campaign.Options) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the campaigns of a server or folder",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.ServerOnly = true
			return withCampaign(g, cmd, o, func(c *campaign.Campaign) (*campaign.List, error) {
				return c.List(cmd.Context())
			})
		},
	}
}

// summary is a result that people can read, or nil.
type summary interface {
	comparable
	Summary() string
}

// natsServer chooses the URL of a server, of the flag or else the environment. That of the
// flag may hold no secret: every user of a computer can read command lines.
func natsServer(o *campaign.Options, fallback string) error {
	if o.URL == "" {
		o.URL = fallback
		return nil
	}
	for _, one := range strings.Split(o.URL, ",") {
		if u, err := url.Parse(strings.TrimSpace(one)); err == nil && u.User != nil {
			return fmt.Errorf("--nats: the URL of %s holds a secret, which other users can read from the command line: "+
				"put the whole URL into TALPA_NATS, or the secret into a file (--nats-creds)", u.Host)
		}
	}
	return nil
}

// withCampaign opens the campaign for do and prints what it returns.
func withCampaign[R summary](
	g *globals, cmd *cobra.Command, o *campaign.Options, do func(*campaign.Campaign) (R, error),
) error {
	o.Log = g.logger()
	if err := natsServer(o, os.Getenv("TALPA_NATS")); err != nil {
		return err
	}
	if o.Cache = g.cache; o.Cache == "" {
		o.Cache, _ = cacheDir() // a campaign needs none
	}
	c, err := campaign.Open(cmd.Context(), *o)
	if err != nil {
		return err
	}
	defer c.Close()
	result, err := do(c)
	var none R
	if result == none {
		return err
	}
	text := func(w io.Writer) { fmt.Fprint(w, result.Summary()) }
	switch printErr := g.print(cmd.OutOrStdout(), result, text); {
	case printErr != nil:
		return printErr
	case err != nil:
		return err
	case cmd.Context().Err() != nil:
		return exitError(report.Stopped.ExitCode())
	}
	return nil
}
