package campaign

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"talpa/internal/campaign/hub"
	"talpa/internal/workflow"
)

// Options say where a campaign is.
type Options struct {
	URL string // of a NATS server or cluster with JetStream; "" = the folder's own
	// Credentials is a file with a JWT and an NKEY for that server; "" is none.
	Credentials string
	NKey        string // file with the seed of an NKEY for that server; "" is none
	CA          string // file with the certificates that vouch for that server; "" are the system's
	Cert, Key   string // files with the certificate of this client and its key; "" are none
	Dir         string // campaign folder of the embedded server
	Listen      string // host:port of the embedded server; "" = loopback, any port
	Name        string // of the campaign: letters, digits, - and _
	Cache       string // folder for what spares later commands work; "" keeps nothing
	ServerOnly  bool   // the campaign need not be there: only the server is opened, for List

	// Create makes the campaign if it does not exist, with the next two.
	Create   bool
	Lease    time.Duration // after which a silent worker counts as dead
	Replicas int           // copies of everything in a cluster
	// The user asked for the one or the other: where the campaign was made with another one, that is told.
	AskedLease, AskedReplicas bool

	Now func() time.Time // the clock
	Log *slog.Logger
}

// Campaign is a campaign that is open. Close it.
type Campaign struct {
	options Options
	hub     *hub.Hub // nil with a server of others
	url     string
	conn    *nats.Conn
	js      jetstream.JetStream
	jobs    jetstream.Stream
	queue   jetstream.Consumer
	notes   jetstream.KeyValue
	noted   jetstream.Stream // the notes' stream
	files   *objects
	ledger  *ledger
	lease   time.Duration
}

// requestTime bounds one request to the server, and retryTime the time for which a
// request is repeated while the server is away.
const (
	requestTime = 10 * time.Second
	retryTime   = time.Minute
	retryPause  = 300 * time.Millisecond
)

// slowest is the slowest connection that a file is moved over, in bytes a second, and
// largestTransfer what the largest may take.
const (
	slowest         = 1 << 20
	largestTransfer = 10 * time.Minute
)

// transferTime bounds a request that moves so many bytes.
func transferTime(size int64) time.Duration {
	return min(requestTime+time.Duration(size/slowest)*time.Second, largestTransfer)
}

// minLease leaves room for three heartbeats at the pace of a slow machine.
const minLease = time.Second

var validName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// Open connects to a campaign. Errors about what the user named are the user's,
// all others the infrastructure's (workflow.FaultOf tells).
func Open(ctx context.Context, o Options) (*Campaign, error) {
	if !validName.MatchString(o.Name) {
		return nil, fmt.Errorf("campaign name %q: only letters, digits, - and _, at most 64", o.Name)
	}
	if o.Create && (o.Lease < minLease || o.Replicas < 1 || o.Replicas > 5) {
		return nil, fmt.Errorf("a lease must be at least %v (got %v), and there can be 1 to 5 replicas (got %d)",
			minLease, o.Lease, o.Replicas)
	}
	if o.URL != "" && o.Listen != "" {
		return nil, errors.New("--listen is for the embedded server; --nats names another")
	}
	if err := errors.Join(hub.CheckListen(o.Listen), checkURL(o.URL)); err != nil {
		return nil, err
	}
	c := &Campaign{options: o, url: o.URL}
	if c.url == "" {
		if err := c.openFolder(ctx); err != nil {
			return nil, err
		}
	}
	if err := c.connect(ctx); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// checkURL returns an error for what no NATS server can be asked by; "" is fine. The address may hold a
// token, so it is not told.
func checkURL(addresses string) error {
	for _, host := range hosts(addresses) {
		if host == "" {
			return errors.New("the address of the NATS server (--nats or TALPA_NATS) cannot be read: want nats://HOST:PORT, " +
				"and commas between several")
		}
	}
	return nil
}

// hosts are the hosts, with their ports, of addresses with commas between them, without the secrets that
// these may hold. One that cannot be read is "".
func hosts(addresses string) []string {
	var all []string
	for _, address := range strings.FieldsFunc(addresses, func(r rune) bool { return r == ',' }) {
		address = strings.TrimSpace(address)
		if !strings.Contains(address, "://") {
			address = "nats://" + address
		}
		host := ""
		if u, err := url.Parse(address); err == nil {
			host = u.Host
		}
		all = append(all, host)
	}
	return all
}

// openFolder gets at the embedded server.
func (c *Campaign) openFolder(ctx context.Context) error {
	dir := c.options.Dir
	if c.options.Create {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return fmt.Errorf("making the campaign folder: %w", err)
		}
	} else if err := hub.Exists(dir); err != nil {
		return fmt.Errorf("no campaign in the folder %s (`talpa campaign submit` makes one): %w", dir, err)
	}
	running, url, err := hub.Open(ctx, dir, c.options.Listen, c.options.Log)
	if err != nil {
		return workflow.Infra(err)
	}
	c.hub, c.url = running, url
	return nil
}

// connect gets at the streams.
func (c *Campaign) connect(ctx context.Context) error {
	options := []nats.Option{
		nats.Name("talpa"), nats.MaxReconnects(-1), nats.ReconnectWait(retryPause), nats.Timeout(requestTime),
	}
	identity, err := c.options.identity()
	if err != nil {
		return err
	}
	options = append(options, identity...)
	c.conn, err = nats.Connect(c.url, options...)
	if err != nil {
		return workflow.Infra(fmt.Errorf("connecting to the NATS server at %s (is it running?): %w",
			strings.Join(hosts(c.url), ", "), err))
	}
	if c.js, err = jetstream.New(c.conn, jetstream.WithDefaultTimeout(requestTime)); err != nil {
		return workflow.Infra(err)
	}
	if c.options.ServerOnly {
		return nil
	}
	if c.options.Create {
		if err := patiently(ctx, c.create); err != nil {
			return workflow.Infra(fmt.Errorf("making the campaign %s: %w", c.options.Name, err))
		}
	}
	err = patiently(ctx, c.attach)
	if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrBucketNotFound) {
		return fmt.Errorf("no campaign %q on this server (`talpa campaign submit` makes one)", c.options.Name)
	}
	if err != nil {
		return workflow.Infra(fmt.Errorf("opening the campaign %s: %w", c.options.Name, err))
	}
	return nil
}

// identity are the options of the connection that say who this is and whom it trusts.
func (o Options) identity() ([]nats.Option, error) {
	var options []nats.Option
	if o.Credentials != "" {
		options = append(options, nats.UserCredentials(o.Credentials))
	}
	if o.NKey != "" {
		option, err := nats.NkeyOptionFromSeed(o.NKey)
		if err != nil {
			return nil, fmt.Errorf("reading the NKEY of %s: %w", o.NKey, err)
		}
		options = append(options, option)
	}
	if o.CA != "" {
		options = append(options, nats.RootCAs(o.CA))
	}
	if (o.Cert == "") != (o.Key == "") {
		return nil, errors.New("--nats-cert and --nats-key belong together")
	}
	if o.Cert != "" {
		options = append(options, nats.ClientCert(o.Cert, o.Key))
	}
	return options, nil
}

// Names on the server.
func (c *Campaign) streamName() string         { return "talpa_" + c.options.Name + "_jobs" }
func (c *Campaign) bucketName() string         { return "talpa_" + c.options.Name }
func (c *Campaign) subjectOf(id string) string { return "talpa." + c.options.Name + ".job." + id }

// noteSubject is the subject of a key of a bucket of notes, which may be a pattern.
func noteSubject(bucket, key string) string { return "$KV." + bucket + "." + key }

// queueName is the consumer that all workers share.
const queueName = "workers"

// create makes what is not there yet. The lease of a campaign is that of its
// first submission.
func (c *Campaign) create(ctx context.Context) error {
	replicas := c.options.Replicas
	_, err := c.js.CreateStream(ctx, jetstream.StreamConfig{
		Name: c.streamName(), Subjects: []string{c.subjectOf("*")},
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Replicas: replicas,
	})
	if err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		return err
	}
	// Attempts are counted by us, so that those that were interrupted do not
	// count and the last one's error is known: the queue itself never gives up.
	_, err = c.js.CreateConsumer(ctx, c.streamName(), jetstream.ConsumerConfig{
		Durable: queueName, AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: c.options.Lease, MaxDeliver: -1, MaxAckPending: -1,
	})
	if err != nil && !errors.Is(err, jetstream.ErrConsumerExists) {
		return err
	}
	_, err = c.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{
		Bucket: c.bucketName(), History: 1, Replicas: replicas,
	})
	if err != nil && !errors.Is(err, jetstream.ErrBucketExists) {
		return err
	}
	_, err = c.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: c.bucketName(), Replicas: replicas})
	if err != nil && !errors.Is(err, jetstream.ErrBucketExists) {
		return err
	}
	return nil
}

// attach opens what is there.
func (c *Campaign) attach(ctx context.Context) error {
	var err error
	if c.jobs, err = c.js.Stream(ctx, c.streamName()); err != nil {
		return err
	}
	if c.queue, err = c.jobs.Consumer(ctx, queueName); err != nil {
		return err
	}
	if c.notes, err = c.js.KeyValue(ctx, c.bucketName()); err != nil {
		return err
	}
	if c.noted, err = c.js.Stream(ctx, "KV_"+c.bucketName()); err != nil {
		return err
	}
	store, err := c.js.ObjectStore(ctx, c.bucketName())
	if err != nil {
		return err
	}
	c.files = &objects{store, c.options.Log}
	c.ledger = newLedger(c)
	c.lease = c.queue.CachedInfo().Config.AckWait
	c.options.tellOther(c.lease, c.jobs.CachedInfo().Config.Replicas)
	return nil
}

// tellOther tells a user who asked for something else what a campaign was made with.
func (o Options) tellOther(lease time.Duration, replicas int) {
	const says = "the campaign was made with another value and keeps it: talpa campaign purge removes it, another " +
		"--name makes a new one"
	if o.AskedLease && lease != o.Lease {
		o.Log.Warn(says, "flag", "--lease", "asked", o.Lease, "kept", lease)
	}
	if o.AskedReplicas && replicas != o.Replicas {
		o.Log.Warn(says, "flag", "--replicas", "asked", o.Replicas, "kept", replicas)
	}
}

// Close leaves the campaign. An embedded server that runs in this process ends,
// or goes over to another process that uses the folder.
func (c *Campaign) Close() {
	if c.conn != nil {
		c.conn.Close()
	}
	if c.hub != nil {
		c.hub.Close()
	}
}

// patiently makes a small request.
func patiently(ctx context.Context, request func(context.Context) error) error {
	return repeat(ctx, requestTime, retryTime, request)
}

// transfer makes a request that moves so many bytes.
func transfer(ctx context.Context, size int64, request func(context.Context) error) error {
	each := transferTime(size)
	return repeat(ctx, each, retryTime+each, request)
}

// repeat makes a request again while the server is away, which happens when its
// host dies and another takes over. Answers of the server end it, good or bad.
func repeat(ctx context.Context, each, all time.Duration, request func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, all)
	defer cancel()
	for {
		attempt, done := context.WithTimeout(ctx, each)
		err := request(attempt)
		done()
		if err == nil || !away(err) || sleep(ctx, retryPause) != nil {
			return err
		}
	}
}

// away says whether an error means that no server answered.
func away(err error) bool {
	for _, sign := range []error{
		nats.ErrTimeout, nats.ErrNoResponders, nats.ErrConnectionClosed, nats.ErrDisconnected,
		nats.ErrConnectionReconnecting, nats.ErrStaleConnection, context.DeadlineExceeded,
		jetstream.ErrNoStreamResponse, jetstream.ErrJetStreamNotEnabled,
		os.ErrDeadlineExceeded, // of the pipe through which an object is read
	} {
		if errors.Is(err, sign) {
			return true
		}
	}
	// While a cluster chooses a leader, it answers that it is unavailable.
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Code == unavailable
}

// unavailable is the code of JetStream's answers that say: not now.
const unavailable = 503

// sleep waits for d or until ctx ends, whose error it returns.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
