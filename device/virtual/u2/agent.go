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

// routeAgent adds the paths of atx-agent.
func (s *Server) routeAgent(mux *http.ServeMux) {
	text := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }
	}
	mux.HandleFunc("GET /version", text(AgentVersion))
	mux.HandleFunc("GET /wlan/ip", text("127.0.0.1"))
	mux.HandleFunc("GET /info", s.agentInfo)
	mux.HandleFunc("GET /screenshot", s.agentScreenshot)
	mux.HandleFunc("GET /screenshot/0", s.agentScreenshot)
	mux.HandleFunc("GET /dump/hierarchy", s.agentDump)
	mux.HandleFunc("/shell", s.agentShell)
	mux.HandleFunc("/shell/stream", s.agentShellStream)
	mux.HandleFunc("/services/uiautomator", s.agentService)
	mux.HandleFunc("/uiautomator", s.agentService)
	mux.HandleFunc("GET /pidof/{pkg}", s.agentPidof)
	mux.HandleFunc("GET /packages/{pkg}/info", s.agentPackage)
	mux.HandleFunc("/session/{pkg}", s.agentSession)
	mux.HandleFunc("POST /upload/{path...}", s.agentUpload)
	mux.HandleFunc("GET /raw/{path...}", s.agentRaw)
	mux.HandleFunc("/newCommandTimeout", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]any{"success": true, "description": "this device needs no time limit"})
	})
}

// run runs a command line and returns what it prints.
func (s *Server) run(ctx context.Context, line string) (string, int) {
	out := &bounded{limit: maxOutput}
	code := s.d.Shell(ctx, line, strings.NewReader(""), out, out)
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

func (s *Server) agentInfo(w http.ResponseWriter, r *http.Request) {
	screen, err := s.d.Screen(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	width, height := screen.Width, screen.Height
	if screen.Rotation%2 == 1 {
		width, height = height, width
	}
	version, _ := s.run(r.Context(), "getprop ro.build.version.release")
	writeJSON(w, http.StatusOK, map[string]any{
		"udid": s.d.Serial() + "-talpa", "serial": s.d.Serial(), "version": strings.TrimSpace(version),
		"brand": "talpa", "model": "talpa virtual", "sdk": screen.API, "agentVersion": AgentVersion,
		"display": map[string]int{"width": width, "height": height},
	})
}

func (s *Server) agentScreenshot(w http.ResponseWriter, r *http.Request) {
	data, err := s.jpeg(r.Context(), 80)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	_, _ = w.Write(data)
}

func (s *Server) agentDump(w http.ResponseWriter, r *http.Request) {
	xml, err := s.dump(r.Context(), nil)
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

func (s *Server) agentShell(w http.ResponseWriter, r *http.Request) {
	line, limit, ok := command(w, r)
	if !ok {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), limit)
	defer cancel()
	defer s.ended()
	if err := s.catchUp(ctx); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	out, code := s.run(ctx, line)
	said := map[string]any{"output": out, "exitCode": code, "error": nil}
	if code != 0 {
		said["error"] = fmt.Sprintf("exit status %d", code)
	}
	writeJSON(w, http.StatusOK, said)
}

func (s *Server) agentShellStream(w http.ResponseWriter, r *http.Request) {
	line, _, ok := command(w, r)
	if !ok {
		return
	}
	w.WriteHeader(http.StatusOK)
	out := &flushing{w: w}
	s.d.Shell(r.Context(), line, strings.NewReader(""), out, out)
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

// agentService starts, stops and asks for the UI server.
func (s *Server) agentService(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch r.Method {
	case http.MethodPost:
		s.stopped = false
	case http.MethodDelete:
		s.stopped = true
	}
	writeJSON(w, http.StatusOK, map[string]any{"success": true, "running": !s.stopped, "description": "done"})
}

func (s *Server) agentPidof(w http.ResponseWriter, r *http.Request) {
	out, _ := s.run(r.Context(), "pidof "+shellword.Quote(r.PathValue("pkg")))
	_, _ = io.WriteString(w, strings.TrimSpace(out))
}

var (
	versionName = regexp.MustCompile(`versionName=(\S+)`)
	versionCode = regexp.MustCompile(`versionCode=(\d+)`)
)

// launcher is the launcher activity of an app, "package/class", "" if it has none.
func (s *Server) launcher(ctx context.Context, pkg string) string {
	out, _ := s.run(ctx, "cmd package resolve-activity --brief "+shellword.Quote(pkg))
	lines := strings.Fields(out)
	if len(lines) == 0 || !strings.Contains(lines[len(lines)-1], "/") {
		return ""
	}
	return lines[len(lines)-1]
}

func (s *Server) agentPackage(w http.ResponseWriter, r *http.Request) {
	pkg := r.PathValue("pkg")
	dump, _ := s.run(r.Context(), "dumpsys package "+shellword.Quote(pkg))
	name := versionName.FindStringSubmatch(dump)
	if name == nil {
		writeJSON(w, http.StatusOK, map[string]any{"success": false, "description": "package " + pkg + " not found"})
		return
	}
	code := 0
	if m := versionCode.FindStringSubmatch(dump); m != nil {
		code, _ = strconv.Atoi(m[1])
	}
	_, activity, _ := strings.Cut(s.launcher(r.Context(), pkg), "/")
	writeJSON(w, http.StatusOK, map[string]any{"success": true, "data": map[string]any{
		"packageName": pkg, "mainActivity": activity, "label": pkg, "versionName": name[1], "versionCode": code,
	}})
}

// agentSession starts an app anew (POST) or says whether it runs (GET).
func (s *Server) agentSession(w http.ResponseWriter, r *http.Request) {
	pkg := r.PathValue("pkg")
	if r.Method != http.MethodPost {
		out, _ := s.run(r.Context(), "pidof "+shellword.Quote(pkg))
		pid, err := strconv.Atoi(strings.TrimSpace(out))
		writeJSON(w, http.StatusOK, map[string]any{"pid": pid, "running": err == nil})
		return
	}
	activity := s.launcher(r.Context(), pkg)
	if activity == "" {
		http.Error(w, "no launcher activity", http.StatusGone)
		return
	}
	defer s.ended()
	out, code := s.run(r.Context(), "am start -S -W -n "+shellword.Quote(activity))
	said := map[string]any{"success": code == 0, "mainActivity": activity, "output": out}
	if code != 0 {
		said["error"] = fmt.Sprintf("exit status %d", code)
	}
	writeJSON(w, http.StatusOK, said)
}

// agentUpload writes the file of a multipart form to a path of the device.
func (s *Server) agentUpload(w http.ResponseWriter, r *http.Request) {
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
		if code := s.d.Shell(r.Context(), "cat > "+shellword.Quote(target), size, said, said); code != 0 {
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

func (s *Server) agentRaw(w http.ResponseWriter, r *http.Request) {
	path := shellword.Quote("/" + r.PathValue("path"))
	if _, code := s.run(r.Context(), "[ -f "+path+" ]"); code != 0 {
		http.Error(w, "no such file", http.StatusNotFound)
		return
	}
	s.d.Shell(r.Context(), "cat "+path, strings.NewReader(""), w, io.Discard)
}
