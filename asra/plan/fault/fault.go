// Package fault answers what outside of the app has to fail before control comes to a place: code that runs only after
// an exception was caught, or where a call has said that it failed, is an error branch, and it runs when what was tried
// before it fails.
package fault

import (
	"slices"

	"talpa/asra/appcode"
	"talpa/cfg"
	"talpa/cfg/callgraph"
	"talpa/cfg/origin"
	"talpa/dex"
	"talpa/specs"
)

// Kind is what fails.
type Kind string

// What can fail, in the order in which it is told.
const (
	Server     Kind = "server"      // a server does not answer, or not as it should
	Network    Kind = "network"     // the phone has no network
	Places     Kind = "places"      // the user has the providers of places off
	Permission Kind = "permission"  // a permission is missing
	NoActivity Kind = "no activity" // no other app takes an intent
	File       Kind = "file"        // a file or folder cannot be read
	Storage    Kind = "storage"     // there is no space left to write in
)

var kinds = []Kind{Server, Network, Places, Permission, NoActivity, File, Storage}

// sources are the kinds of what a call gets at.
var sources = map[specs.SourceKind]Kind{
	specs.SourceServer: Server, specs.SourceFile: File, specs.SourceRoom: Storage,
}

// states are the calls that say no where something of the phone is off, by the class that has them. What they say is no
// failure of a try, so a helper that asks for one tells as much as the call itself.
var states = map[string]map[string]Kind{
	"isProviderEnabled":       {"Landroid/location/LocationManager;": Places},
	"isLocationEnabled":       {"Landroid/location/LocationManager;": Places},
	"getActiveNetwork":        {"Landroid/net/ConnectivityManager;": Network},
	"getActiveNetworkInfo":    {"Landroid/net/ConnectivityManager;": Network},
	"isConnected":             {"Landroid/net/NetworkInfo;": Network},
	"isConnectedOrConnecting": {"Landroid/net/NetworkInfo;": Network},
	"isAvailable":             {"Landroid/net/NetworkInfo;": Network},
	"hasCapability":           {"Landroid/net/NetworkCapabilities;": Network},
}

// thrown are the exceptions that tell by themselves what has failed.
var thrown = map[string]Kind{
	"Ljava/lang/SecurityException;": Permission, "Landroid/content/ActivityNotFoundException;": NoActivity,
	"Ljava/net/UnknownHostException;": Server, "Ljava/net/SocketTimeoutException;": Server,
	"Ljava/net/ConnectException;": Server, "Ljavax/net/ssl/SSLException;": Server,
}

// general are the exceptions of which the calls tell what has failed.
var general = []string{
	"Ljava/io/IOException;", "Ljava/io/FileNotFoundException;", "Ljava/lang/Exception;", "Ljava/lang/Throwable;",
}

// maxDepth bounds the helpers that are looked into for what they try.
const maxDepth = 2

// At are the things one of which has to fail for control to come to an instruction of a method, each once, in a fixed
// order; none where control comes there without a failure, or what fails is not known.
func At(app *appcode.Reader, m callgraph.MethodID, pc uint32) []Kind {
	an := app.OriginsOf(m)
	if an == nil || an.Graph.BlockAt(pc) == nil {
		return nil
	}
	s := seeker{app: app, found: map[Kind]bool{}}
	g, at := an.Graph, an.Graph.BlockAt(pc).ID
	for id := range g.Blocks {
		for _, e := range g.Succs(int32(id)) {
			if !g.Dominates(e.To, at) {
				continue
			}
			switch last, ok := g.Last(e.From); {
			case !ok:
			case e.Kind == cfg.Catch:
				s.caught(m, &last, g.Caught(e))
			case failed(&last, e.Kind) && len(g.Preds(e.To)) == 1:
				s.told(m, an, &last)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(kinds), func(k Kind) bool { return !s.found[k] })
}

// failed says that a branch goes this way where it has found a zero: false, or null.
func failed(branch *dex.Insn, way cfg.Kind) bool {
	return branch.Op == dex.OpIfEqz && way == cfg.True || branch.Op == dex.OpIfNez && way == cfg.False
}

// seeker notes what can fail.
type seeker struct {
	app   *appcode.Reader
	found map[Kind]bool
}

// caught notes what fails where an instruction throws an exception that is caught.
func (s *seeker) caught(m callgraph.MethodID, in *dex.Insn, exception string) {
	if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
		return
	}
	if kind, ok := thrown[exception]; ok {
		if kind != NoActivity || starts(s.app.Calls.Method(m).Code().File.MethodAt(in.Index).Name) {
			s.found[kind] = true
		}
		return
	}
	if slices.Contains(general, exception) {
		s.called(m, in, 0)
	}
}

// starts says that a method is one of those that start another app.
func starts(name string) bool {
	return slices.Contains([]string{
		"startActivity", "startActivityForResult", "startActivities", "launch", "startActivityIfNeeded",
	}, name)
}

// told notes what fails where a call says that it did.
func (s *seeker) told(m callgraph.MethodID, an *origin.Analysis, branch *dex.Insn) {
	for _, o := range an.At(branch.Off, branch.A()) {
		if o.Kind != origin.Result {
			return
		}
		call := an.Graph.Code.At(o.PC)
		if call.Op.Invokes() {
			s.called(m, &call, 0)
		}
	}
}

// called notes what a call gets at, or what a helper of the app tries.
func (s *seeker) called(m callgraph.MethodID, call *dex.Insn, depth int) {
	method := s.app.Calls.Method(m)
	ref := method.Code().File.MethodAt(call.Index)
	for _, c := range specs.SourceCalls(ref.Name) {
		if kind, ok := sources[c.Source]; ok && s.app.Hierarchy.IsSubtype(ref.Class, c.Type) {
			s.found[kind] = true
		}
	}
	if kind, ok := states[ref.Name][ref.Class]; ok {
		s.found[kind] = true
	}
	targets := s.app.Calls.Targets(method, *call)
	if depth == maxDepth || len(targets) != 1 {
		return
	}
	code := s.app.Calls.Method(targets[0]).Code()
	if code == nil {
		return
	}
	for in := range code.Insns() {
		if in.Op.Invokes() && in.Op.Ref() == dex.RefMethod {
			s.called(targets[0], &in, depth+1)
		}
	}
}
