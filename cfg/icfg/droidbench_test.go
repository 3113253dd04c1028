package icfg_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"talpa/cfg/callgraph"
	"talpa/cfg/icfg"
	"talpa/cfg/icfg/icfgtest"
	"talpa/dex"
	"talpa/internal/corpus"
)

// sinks are the calls by which the apps of DroidBench give data away: class
// prefix and name prefix.
var sinks = [][2]string{
	{"Landroid/util/Log;", ""}, {"Landroid/telephony/SmsManager;", "send"}, {"Ljava/net/", "connect"}, {"Ljava/net/", "openConnection"},
	{"Ljava/net/", "getOutputStream"}, {"Ljava/io/FileOutputStream;", "write"}, {"Ljava/io/OutputStreamWriter;", "write"},
	{"Ljava/io/BufferedWriter;", "write"}, {"Landroid/app/Activity;", "setResult"}, {"Ljava/lang/ProcessBuilder;", "start"},
	{"Lorg/apache/http/", "execute"}, {"Landroid/content/", "sendBroadcast"}, {"Landroid/app/Activity;", "startActivity"},
	{"Ljava/lang/Runtime;", "exec"}, {"Landroid/media/MediaRecorder;", "start"},
}

// unreachable is the app of which the benchmark says that its sink never runs.
const unreachable = "GeneralJava/UnreachableCode"

// TestDroidBench states of every app of the benchmark: the methods of its own code
// with a sink can run under some component.
func TestDroidBench(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(corpus.Dir(t), "apks", "droidbench")
	apps, err := filepath.Glob(filepath.Join(dir, "*", "*.apk"))
	if err != nil || len(apps) == 0 {
		t.Fatalf("no apps in %s (%v)", dir, err)
	}
	for _, path := range apps {
		name := filepath.Base(filepath.Dir(path)) + "/" + strings.TrimSuffix(filepath.Base(path), ".apk")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := icfgtest.Load(t, path)
			found := sinkMethods(p)
			if len(found) == 0 {
				t.Error("no sink in the app's own code")
			}
			for _, m := range found {
				if reached := runsSomewhere(p, m); reached == (name == unreachable) {
					t.Errorf("%s has a sink; reached: %v", p.Calls.Method(m), reached)
				}
			}
		})
	}
}

// sinkMethods are the methods of the app's own code that call a sink.
func sinkMethods(p *icfg.Program) []callgraph.MethodID {
	var found []callgraph.MethodID
	for id := range callgraph.MethodID(p.Calls.Len()) {
		m := p.Calls.Method(id)
		if m.Code() == nil || strings.HasPrefix(m.Class.Descriptor, "Landroid") {
			continue
		}
		for in := range m.Code().Insns() {
			if !in.Op.Invokes() || in.Op.Ref() != dex.RefMethod {
				continue
			}
			ref := m.Class.File.MethodAt(in.Index)
			if slices.ContainsFunc(sinks, func(s [2]string) bool {
				return (strings.HasPrefix(ref.Class, s[0]) || s[0] == "Landroid/app/Activity;" && p.Hierarchy.IsSubtype(ref.Class, s[0])) &&
					strings.HasPrefix(ref.Name, s[1])
			}) {
				found = append(found, id)
				break
			}
		}
	}
	return found
}

func runsSomewhere(p *icfg.Program, m callgraph.MethodID) bool {
	for c := range p.Components {
		if p.Runs(c, m) {
			return true
		}
	}
	return false
}
