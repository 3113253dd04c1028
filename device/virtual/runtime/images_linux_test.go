package runtime

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// isRestored says that the JVM that a pool copies came out of an image.
func isRestored(t *testing.T, p *Pool) bool {
	t.Helper()
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", p.source.original.HostPID()))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(maps), p.source.images.path())
}

// TestPool_image: the JVM that a pool boots is kept as an image, out of which the next pool has
// its own, with folders of its own; one that is of no use is dropped, and a JVM boots.
func TestPool_image(t *testing.T) {
	first := newAgentPool(t)
	config := first.source.config
	config.ImageDir = t.TempDir()
	config.Network = NetworkOn // whose socket lies in the folder of each JVM that runs an app
	first.source.config, first.source.images = config, newImages(config)
	pool := func() *Pool {
		p := newAgentPool(t)
		p.source.config = config
		p.source.images = newImages(config)
		return p
	}
	take(t, first)
	booted := first.source.original
	first.source.making.Wait()
	warm, cold := first.source.images.warm(), first.source.images
	if isRestored(t, first) || !warm.exists() || cold.exists() {
		t.Fatal("no image was made of a JVM that booted and was warmed")
	}
	if first.source.original == booted || booted.Ended() {
		t.Error("the JVM that was warmed is not the one that is copied")
	}
	for range 2 { // an image is for many
		p := pool()
		one, other := take(t, p), take(t, p)
		if !isRestored(t, p) {
			t.Fatal("there is an image, and a JVM boots")
		}
		original := p.source.original
		if filters := status(t, original.HostPID(), "Seccomp_filters"); filters != "1" {
			t.Errorf("%s filters of the JVM out of an image", filters)
		}
		for _, j := range []*JVM{original, one, other} {
			if dir, err := os.Readlink(fmt.Sprintf("/proc/%d/cwd", j.HostPID())); err != nil || dir != j.tmp {
				t.Errorf("it is in %s, want %s, %v", dir, j.tmp, err)
			}
			socket, err := os.Stat(filepath.Join(j.tmp, relayFile))
			if open := err == nil && socket.Mode().Type() == os.ModeSocket; open == (j == original) {
				t.Errorf("its way to the network is open: %v, %v", open, err)
			}
			if !one.Mounted || one.Hello != first.source.original.Hello {
				t.Errorf("it says of itself %+v, %v", one.Hello, one.Mounted)
			}
		}
		p.Close()
	}
	for _, spoilt := range []images{warm, cold} {
		if err := os.Truncate(filepath.Join(spoilt.path(), imageProcess, "process.json"), 100); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			p := pool()
			take(t, p)
			p.source.making.Wait()
			if spoilt.exists() || !spoilt.failed() {
				t.Error("an image that was of no use is there again")
			}
			// The image of a JVM that is not warm takes the place of one that is.
			if spoilt == warm && !cold.exists() || spoilt == cold && isRestored(t, p) {
				t.Errorf("%s: %v, %v", spoilt.key, cold.exists(), isRestored(t, p))
			}
			p.Close()
		}
	}
}

// TestJVM_warm: each step finds what it is for, and nothing is left of the app.
func TestJVM_warm(t *testing.T) {
	p := newAgentPool(t)
	j := take(t, p)
	before, err := os.ReadDir(j.tmp)
	if err != nil {
		t.Fatal(err)
	}
	at := agentPath
	if !j.Mounted {
		at = p.source.config.AgentDir
	}
	missed, err := j.warm(t.Context(), at)
	if err != nil || len(missed) > 0 {
		t.Fatalf("missed %q, %v", missed, err)
	}
	if after, err := os.ReadDir(j.tmp); err != nil || fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("in its folder: %v, before %v, %v", after, before, err)
	}
	for _, name := range []string{warmHome, warmLinks} {
		if open, err := j.opened(filepath.Join(j.tmp, name)); err != nil || open != "" {
			t.Errorf("open: %q, %v", open, err)
		}
	}
}

// TestPool_hurry: who closes a pool does not wait long for its image, which another pool makes.
func TestPool_hurry(t *testing.T) {
	p := newAgentPool(t)
	p.source.config.ImageDir = t.TempDir()
	p.source.images = newImages(p.source.config)
	p.source.hurried.Do(func() { close(p.source.hurry) })
	take(t, p)
	p.source.making.Wait()
	if i := p.source.images; i.warm().exists() || !i.warm().wanted() || !i.exists() {
		t.Errorf("warm: %v, wanted %v; cold: %v", i.warm().exists(), i.warm().wanted(), i.exists())
	}
}

// TestImageKey: an image is of one build of the agent, and of one set of flags.
func TestImageKey(t *testing.T) {
	t.Parallel()
	c := newConfig(t)
	if err := os.MkdirAll(filepath.Join(c.JavaHome, "lib", "server"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"modules", "server/libjvm.so"} {
		if err := os.WriteFile(filepath.Join(c.JavaHome, "lib", name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	pack := filepath.Join(c.AgentDir, "classes.pack")
	write := func(text string) {
		if err := os.WriteFile(pack, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("classes")
	keys := map[string]string{}
	for _, test := range []struct {
		name   string
		change func()
	}{
		{"as it is", func() {}},
		{"another agent", func() { c.AgentID = "other" }},
		{"another flag", func() { c.JavaFlags = []string{"-Xprof"} }},
		{"another screen", func() { c.Display.Width++ }},
		{"another level", func() { c.API++ }},
		{"another pack", func() { write("other classes") }},
	} {
		test.change()
		key, err := c.imageKey()
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := keys[key]; ok {
			t.Errorf("%s: the same key as %s", test.name, other)
		}
		if again, err := c.imageKey(); err != nil || again != key {
			t.Errorf("%s: once %s, once %s, %v", test.name, key, again, err)
		}
		keys[key] = test.name
	}
}

// TestImages_sweep: the images that were made last are kept, and nothing of those that were not
// made to their end.
func TestImages_sweep(t *testing.T) {
	t.Parallel()
	i := images{dir: t.TempDir(), key: "next"}
	now := time.Now()
	for n, name := range []string{"making-1", "a", "b", "c", "d", "e"} {
		dir := filepath.Join(i.dir, name)
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		at := now.Add(time.Duration(n) * time.Minute)
		if err := os.Chtimes(dir, at, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := i.sweep(); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(i.dir)
	if err != nil || len(left) != maxImages-1 || left[0].Name() != "c" {
		t.Errorf("left: %v, %v", left, err)
	}
}
