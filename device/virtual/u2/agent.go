package u2

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"talpa/internal/shellword"
)

// AgentVersion is the version of atx-agent that is imitated: the one that the
// last client of generation 2 insists on.
const AgentVersion = "0.10.0"

const (
	maxOutput    = 16 << 20 // bytes that a shell command may print
	shellTimeout = 60 * time.Second
	// maxShellTime bounds what a client may ask for.
	maxShellTime = 10 * time.Minute
)

// agent is atx-agent: the paths over HTTP that are no JSON-RPC.
type agent struct {
	d       Device
	display *display
	clock   *clock
	service *service
}

// route adds its paths.
func (a *agent) route(mux *http.ServeMux) {
	text := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }
	}
	mux.HandleFunc("GET /version", text(AgentVersion))
	mux.HandleFunc("GET /wlan/ip", text("127.0.0.1"))
	mux.HandleFunc("GET /info", a.info)
	mux.HandleFunc("GET /screenshot", a.screenshot)
	mux.HandleFunc("GET /screenshot/0", a.screenshot)
	mux.HandleFunc("GET /dump/hierarchy", a.dump)
	mux.HandleFunc("/shell", a.shell)
	mux.HandleFunc("/shell/stream", a.shellStream)
	mux.HandleFunc("/services/uiautomator", a.uiService)
	mux.HandleFunc("/uiautomator", a.uiService)
	mux.HandleFunc("GET /pidof/{pkg}", a.pidof)
	mux.HandleFunc("GET /packages/{pkg}/info", a.packageInfo)
	mux.HandleFunc("/session/{pkg}", a.session)
	mux.HandleFunc("POST /upload/{path...}", a.upload)
	mux.HandleFunc("GET /raw/{path...}", a.raw)
	mux.HandleFunc("/newCommandTimeout", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]any{"success": true, "description": "this device needs no time limit"})
	})
}

// run runs a command line and returns what it prints.
func (a *agent) run(ctx context.Context, line string) (string, int) {
	out := &bounded{limit: maxOutput}
	code := a.d.Shell(ctx, line, strings.NewReader(""), out, out)
	return out.b.String(), code
}

// bounded keeps the first bytes.
type bounded struct {
	b     bytes.Buffer
	limit int
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.b.Len()+len(p) > b.limit {
		return 0, io.ErrShortWrite
	}
	return b.b.Write(p)
}

func (a *agent) info(w http.ResponseWriter, r *http.Request) {
	screen, err := a.d.Screen(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	width, height := screen.Width, screen.Height
	if screen.Rotation%2 == 1 {
		width, height = height, width
	}
	version, _ := a.run(r.Context(), "getprop ro.build.version.release")
	writeJSON(w, http.StatusOK, map[string]any{
		"udid": a.d.Serial() + "-talpa", "serial": a.d.Serial(), "version": strings.TrimSpace(version),
		"brand": "talpa", "model": "talpa virtual", "sdk": screen.API, "agentVersion": AgentVersion,
		"display": map[string]int{"width": width, "height": height},
	})
}

func (a *agent) screenshot(w http.ResponseWriter, r *http.Request) {
	data, err := a.display.jpeg(r.Context(), 80)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	_, _ = w.Write(data)
}

func (a *agent) dump(w http.ResponseWriter, r *http.Request) {
	xml, err := a.display.dump(r.Context(), nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{"jsonrpc": "2.0", "id": 1, "result": xml})
}

// command reads the command line and time limit of a shell request.
func command(w http.ResponseWriter, r *http.Request) (string, time.Duration, bool) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	line := r.FormValue("command")
	if line == "" {
		line = r.FormValue("c")
	}
	limit := shellTimeout
	if seconds, err := strconv.ParseFloat(r.FormValue("timeout"), 64); err == nil && seconds > 0 {
		limit = min(time.Duration(seconds*float64(time.Second)), maxShellTime)
	}
	if line == "" {
		http.Error(w, "no command given", http.StatusBadRequest)
	}
	return line, limit, line != ""
}

func (a *agent) shell(w http.ResponseWriter, r *http.Request) {
	line, limit, ok := command(w, r)
	if !ok {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), limit)
	defer cancel()
	defer a.clock.ended()
	if err := a.clock.catchUp(ctx); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	out, code := a.run(ctx, line)
	said := map[string]any{"output": out, "exitCode": code, "error": nil}
	if code != 0 {
		said["error"] = fmt.Sprintf("exit status %d", code)
	}
	writeJSON(w, http.StatusOK, said)
}

func (a *agent) shellStream(w http.ResponseWriter, r *http.Request) {
	line, _, ok := command(w, r)
	if !ok {
		return
	}
	w.WriteHeader(http.StatusOK)
	out := &flushing{w: w}
	a.d.Shell(r.Context(), line, strings.NewReader(""), out, out)
}

// flushing sends each write at once.
type flushing struct{ w http.ResponseWriter }

func (f *flushing) Write(p []byte) (int, error) {
	n, err := f.w.Write(p)
	if flusher, ok := f.w.(http.Flusher); ok {
		flusher.Flush()
	}
	return n, err
}

// uiService starts, stops and asks for the server of JSON-RPC.
func (a *agent) uiService(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodPost:
		a.service.set(true)
	case http.MethodDelete:
		a.service.set(false)
	}
	writeJSON(w, http.StatusOK, map[string]any{"success": true, "running": a.service.runs(), "description": "done"})
}

func (a *agent) pidof(w http.ResponseWriter, r *http.Request) {
	out, _ := a.run(r.Context(), "pidof "+shellword.Quote(r.PathValue("pkg")))
	_, _ = io.WriteString(w, strings.TrimSpace(out))
}

var (
	versionName = regexp.MustCompile(`versionName=(\S+)`)
	versionCode = regexp.MustCompile(`versionCode=(\d+)`)
)

// launcher is the launcher activity of an app, "package/class", "" if it has none.
func (a *agent) launcher(ctx context.Context, pkg string) string {
	out, _ := a.run(ctx, "cmd package resolve-activity --brief "+shellword.Quote(pkg))
	lines := strings.Fields(out)
	if len(lines) == 0 || !strings.Contains(lines[len(lines)-1], "/") {
		return ""
	}
	return lines[len(lines)-1]
}

func (a *agent) packageInfo(w http.ResponseWriter, r *http.Request) {
	pkg := r.PathValue("pkg")
	dump, _ := a.run(r.Context(), "dumpsys package "+shellword.Quote(pkg))
	name := versionName.FindStringSubmatch(dump)
	if name == nil {
		writeJSON(w, http.StatusOK, map[string]any{"success": false, "description": "package " + pkg + " not found"})
		return
	}
	code := 0
	if m := versionCode.FindStringSubmatch(dump); m != nil {
		code, _ = strconv.Atoi(m[1])
	}
	_, activity, _ := strings.Cut(a.launcher(r.Context(), pkg), "/")
	writeJSON(w, http.StatusOK, map[string]any{"success": true, "data": map[string]any{
		"packageName": pkg, "mainActivity": activity, "label": pkg, "versionName": name[1], "versionCode": code,
	}})
}

// session starts an app anew (POST) or says whether it runs (GET).
func (a *agent) session(w http.ResponseWriter, r *http.Request) {
	pkg := r.PathValue("pkg")
	if r.Method != http.MethodPost {
		out, _ := a.run(r.Context(), "pidof "+shellword.Quote(pkg))
		pid, err := strconv.Atoi(strings.TrimSpace(out))
		writeJSON(w, http.StatusOK, map[string]any{"pid": pid, "running": err == nil})
		return
	}
	activity := a.launcher(r.Context(), pkg)
	if activity == "" {
		http.Error(w, "no launcher activity", http.StatusGone)
		return
	}
	defer a.clock.ended()
	out, code := a.run(r.Context(), "am start -S -W -n "+shellword.Quote(activity))
	said := map[string]any{"success": code == 0, "mainActivity": activity, "output": out}
	if code != 0 {
		said["error"] = fmt.Sprintf("exit status %d", code)
	}
	writeJSON(w, http.StatusOK, said)
}

// upload writes the file of a multipart form to a path of the device.
func (a *agent) upload(w http.ResponseWriter, r *http.Request) {
	parts, err := r.MultipartReader()
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	target := "/" + r.PathValue("path")
	for {
		part, err := parts.NextPart()
		if err != nil {
			http.Error(w, "no file in the form", http.StatusBadRequest)
			return
		}
		if part.FormName() != "file" {
			continue
		}
		if strings.HasSuffix(target, "/") {
			target += part.FileName()
		}
		size := &counter{r: part}
		said := &bounded{limit: maxOutput}
		if code := a.d.Shell(r.Context(), "cat > "+shellword.Quote(target), size, said, said); code != 0 {
			http.Error(w, said.b.String(), http.StatusInternalServerError)
			return
		}
		writeJSON(w, http.StatusOK, map[string]any{"target": target, "size": size.n, "mode": "0644"})
		return
	}
}

// counter counts what is read.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

func (a *agent) raw(w http.ResponseWriter, r *http.Request) {
	path := shellword.Quote("/" + r.PathValue("path"))
	if _, code := a.run(r.Context(), "[ -f "+path+" ]"); code != 0 {
		http.Error(w, "no such file", http.StatusNotFound)
		return
	}
	a.d.Shell(r.Context(), "cat "+path, strings.NewReader(""), w, io.Discard)
}
