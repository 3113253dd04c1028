package u2

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
)

const maxBody = 16 << 20 // bytes of a request

// Error codes of JSON-RPC, and the server's own for what a script can meet.
const (
	codeParse    = -32700
	codeRequest  = -32600
	codeMethod   = -32601
	codeParams   = -32602
	codeInternal = -32000
	codeNotFound = -32002
)

// errNotFound carries the class name by which clients tell that no view matches.
var errNotFound = errors.New("androidx.test.uiautomator.UiObjectNotFoundException")

// errParams is wrapped by errors about parameters.
var errParams = errors.New("bad parameters")

// params are the positional parameters of a call.
type params []json.RawMessage

// to reads the parameters into the values that dest point to; those from least
// on may be missing or null.
func (p params) to(least int, dest ...any) error {
	if len(p) < least {
		return fmt.Errorf("%w: %d of at least %d", errParams, len(p), least)
	}
	for i, d := range dest {
		if i >= len(p) || string(p[i]) == "null" {
			continue
		}
		if err := json.Unmarshal(p[i], d); err != nil {
			return fmt.Errorf("%w: number %d: %w", errParams, i+1, err)
		}
	}
	return nil
}

// method is one function that clients call.
type method func(ctx context.Context, p params) (any, error)

func yes(context.Context, params) (any, error)  { return true, nil }
func no(context.Context, params) (any, error)   { return false, nil }
func null(context.Context, params) (any, error) { return nil, nil }

// rpc is the server of JSON-RPC, which both generations call.
type rpc struct {
	methods map[string]method
	clock   *clock
	service *service
	log     *slog.Logger
}

type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

type failure struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    string `json:"data"`
}

type answer struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   *failure        `json:"error,omitempty"`
	Result  any             `json:"result"`
}

// refusal is an answer without a result: clients look whether there is one.
type refusal struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   *failure        `json:"error"`
}

// route adds the paths of the generation 3 server.
func (s *rpc) route(mux *http.ServeMux) {
	mux.HandleFunc("/ping", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "pong") })
	mux.HandleFunc("POST /jsonrpc/0", s.serve)
}

func (s *rpc) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		http.Error(w, "request too large", http.StatusRequestEntityTooLarge)
		return
	}
	writeJSON(w, http.StatusOK, s.answer(r.Context(), body))
}

// answer answers one JSON-RPC request.
func (s *rpc) answer(ctx context.Context, body []byte) any {
	var r request
	if err := json.Unmarshal(body, &r); err != nil {
		return refusal{Version: "2.0", Error: &failure{Code: codeParse, Message: "not JSON-RPC: " + err.Error()}}
	}
	f, ok := s.methods[r.Method]
	if !ok {
		return r.refuse(codeMethod, fmt.Errorf("method %q is not known to this device", r.Method))
	}
	var p params
	if len(r.Params) > 0 && r.Params[0] == '[' { // an object is how clients write "none"
		if err := json.Unmarshal(r.Params, &p); err != nil {
			return r.refuse(codeRequest, err)
		}
	}
	s.service.set(true) // a call starts it
	defer s.clock.ended()
	if err := s.clock.catchUp(ctx); err != nil {
		return r.refuse(codeInternal, err)
	}
	result, err := f(ctx, p)
	s.log.Debug("uiautomator2", "method", r.Method, "err", err)
	switch {
	case errors.Is(err, errNotFound):
		return r.refuse(codeNotFound, err)
	case errors.Is(err, errParams):
		return r.refuse(codeParams, err)
	case err != nil:
		return r.refuse(codeInternal, err)
	}
	return answer{Version: "2.0", ID: r.ID, Result: result}
}

func (r request) refuse(code int, err error) refusal {
	return refusal{Version: "2.0", ID: r.ID, Error: &failure{Code: code, Message: err.Error(), Data: err.Error()}}
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(data)
}
