// Dist makes a download of what make has built: one folder that needs a Java runtime and nothing
// else, as a tar, with checksums and a list of its parts (SBOM).
//
//	go run ./scripts/dist -version v1.2 -java /usr/lib/jvm/... -out out/dist
//
// The agent's folder goes in as one archive (package bundle), smaller than it is: without what other
// platforms hold, fonts that no list names, what the framework never asks the system server for, and
// resources that lie in an archive of their own; jars without compression of their own, so that the
// archive's compression sees them. The packs of classes are made anew for that folder.
package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"talpa/device/agent"
	"talpa/internal/bundle"
	"talpa/internal/execx"
	"talpa/internal/files"
)

// dist is one build.
type dist struct {
	version, out, java string
	stage              string // the folder that is packed: out/talpa-VERSION-linux-x86_64
}

func main() {
	d := dist{}
	flag.StringVar(&d.version, "version", "", "version of talpa, in the names of the files")
	flag.StringVar(&d.out, "out", filepath.Join("out", "dist"), "folder for the files")
	flag.StringVar(&d.java, "java", "java", "the program java of a JDK 17, to make the packs of classes with")
	flag.Parse()
	if err := d.make(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

// make builds everything below d.out.
func (d *dist) make(ctx context.Context) error {
	if !regexp.MustCompile(`^[A-Za-z0-9._+-]+$`).MatchString(d.version) {
		return fmt.Errorf("-version %q is no version", d.version)
	}
	name := "talpa-" + d.version + "-linux-x86_64"
	d.stage = filepath.Join(d.out, name)
	agentDir := filepath.Join(d.out, "agent")
	if err := errors.Join(os.RemoveAll(d.stage), os.RemoveAll(agentDir), os.MkdirAll(agentDir, 0o755)); err != nil {
		return err
	}
	if err := d.programs(ctx); err != nil {
		return err
	}
	if err := slimAgent(filepath.Join("lib", "agent"), agentDir); err != nil {
		return err
	}
	if err := d.pack(ctx, agentDir); err != nil {
		return err
	}
	if err := slimFramework(agentDir); err != nil {
		return err
	}
	if err := writeSBOM(filepath.Join(d.stage, "sbom.cdx.json"), d.version, filepath.Join(d.stage, "bin", "talpa"),
		agentDir); err != nil {
		return err
	}
	if err := d.archive(agentDir); err != nil {
		return err
	}
	packed := filepath.Join(d.out, name+".tar.gz")
	if err := tarball(packed, d.out, name); err != nil {
		return err
	}
	sum, err := files.Digest(packed)
	if err != nil {
		return err
	}
	info, err := os.Stat(packed)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %.1f MB\n", packed, float64(info.Size())/1e6)
	return os.WriteFile(filepath.Join(d.out, "SHA256SUMS"), []byte(sum+"  "+filepath.Base(packed)+"\n"), 0o644)
}

// programs copies the programs and what belongs to them, and has talpa write its completions.
func (d *dist) programs(ctx context.Context) error {
	bin := filepath.Join(d.stage, "bin")
	for from, to := range map[string]string{
		"bin/talpa": "bin/talpa", "bin/talpa-layout": "bin/talpa-layout", "LICENSE": "LICENSE", "NOTICE": "NOTICE",
		"README.md": "README.md", "docs": "docs", "docs/man": "share/man/man1",
	} {
		if err := copyTree(filepath.FromSlash(from), filepath.Join(d.stage, filepath.FromSlash(to))); err != nil {
			return err
		}
	}
	program := filepath.Join(bin, "talpa")
	res, err := execx.Run(ctx, execx.Cmd{Name: program, Args: []string{"--version"}})
	if err != nil {
		return err
	}
	if got := strings.TrimSpace(string(res.Stdout)); got != "talpa version "+d.version {
		return fmt.Errorf("bin/talpa says %q, and %s is to be packed: build it with make", got, d.version)
	}
	for shell, to := range map[string]string{
		"bash": "share/bash-completion/completions/talpa", "zsh": "share/zsh/site-functions/_talpa",
		"fish": "share/fish/vendor_completions.d/talpa.fish",
	} {
		res, err := execx.Run(ctx, execx.Cmd{Name: program, Args: []string{"completion", shell}})
		if err != nil {
			return err
		}
		path := filepath.Join(d.stage, filepath.FromSlash(to))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, res.Stdout, 0o644)); err != nil {
			return err
		}
	}
	return nil
}

// leftOut are files of the agent's folder that are not shipped: what is unpacked beside them
// already, what is made anew, and fonts, of which those come along that are used.
var leftOut = regexp.MustCompile(`^(nativeruntime-dist-compat-.*\.jar|.*\.pack|framework-res\.apk|jdk\.jsa.*|` +
	`warm/.*|\.built|native/fonts/.*\.(ttc|ttf|otf))$`)

// slimAgent copies the agent's folder, but for what is not needed. The entries of its jars are stored
// as they are.
func slimAgent(from, to string) error {
	fonts, err := usedFonts(filepath.Join(from, "native", "fonts"))
	if err != nil {
		return err
	}
	return filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if leftOut.MatchString(rel) && !slices.Contains(fonts, rel) {
			return nil
		}
		target := filepath.Join(to, filepath.FromSlash(rel))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		switch {
		case strings.HasPrefix(rel, "sdk/"):
			return plainJar(path, target, unpacked)
		case strings.HasSuffix(rel, ".jar"):
			return plainJar(path, target, otherPlatform)
		}
		return copyFile(path, target, 0o644)
	})
}

// usedFonts are the fonts that the lists of fonts in their folder name.
func usedFonts(folder string) ([]string, error) {
	lists, err := filepath.Glob(filepath.Join(folder, "*.xml"))
	if err != nil {
		return nil, err
	}
	var used []string
	for _, list := range lists {
		text, err := os.ReadFile(list)
		if err != nil {
			return nil, err
		}
		for _, m := range regexp.MustCompile(`>\s*([^<>\s]+\.(?:ttc|ttf|otf))\s*<`).FindAllStringSubmatch(string(text), -1) {
			used = append(used, "native/fonts/"+m[1])
		}
	}
	if len(used) == 0 {
		return nil, fmt.Errorf("no font is named in %s", folder)
	}
	return used, nil
}

// otherPlatform says that an entry of a jar is native code for another platform.
func otherPlatform(name string) bool {
	return strings.HasPrefix(name, "META-INF/native/") && !strings.Contains(name, "linux-x86_64")
}

// unpacked says that an entry of the framework's jar lies unpacked in native/.
func unpacked(name string) bool {
	top, _, _ := strings.Cut(name, "/")
	return top == "native" || top == "icu" || top == "hyphen-data"
}

// resource says that an entry of the framework's jar is in the archive of its resources, too, which
// the agent makes together with its packs (FrameworkResources.java).
func resource(name string) bool {
	top, _, _ := strings.Cut(name, "/")
	return top == "res" || top == "assets" || name == "resources.arsc" || name == "AndroidManifest.xml"
}

// slimFramework drops from the framework's jar what is in the archive of its resources, and what of
// the system server no other class leads to.
func slimFramework(folder string) error {
	if _, err := os.Stat(filepath.Join(folder, "framework-res.apk")); err != nil {
		return err
	}
	jars, err := filepath.Glob(filepath.Join(folder, "sdk", "*.jar"))
	if err != nil {
		return err
	}
	for _, jar := range jars {
		server, err := unreached(jar, systemServer)
		if err != nil {
			return err
		}
		left := func(name string) bool { return resource(name) || server[name] }
		whole := jar + ".whole"
		if err := errors.Join(os.Rename(jar, whole), plainJar(whole, jar, left), os.Remove(whole)); err != nil {
			return err
		}
	}
	return nil
}

// plainJar copies a jar, its entries stored as they are, without those that are left out.
func plainJar(from, to string, left func(name string) bool) error {
	in, err := zip.OpenReader(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	w := zip.NewWriter(out)
	for _, f := range in.File {
		if f.FileInfo().IsDir() || left(f.Name) {
			continue
		}
		if err := storeEntry(w, f); err != nil {
			return errors.Join(err, out.Close())
		}
	}
	return errors.Join(w.Close(), out.Close())
}

// storeEntry copies an entry, without compression.
func storeEntry(w *zip.Writer, f *zip.File) error {
	in, err := f.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	entry, err := w.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Store, Modified: time.Unix(315532800, 0).UTC()})
	if err != nil {
		return err
	}
	_, err = io.Copy(entry, in)
	return err
}

// pack has the agent make its packs of classes, which name the jars of the folder.
func (d *dist) pack(ctx context.Context, folder string) error {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	var args []string
	for _, line := range strings.Split(agent.JVMFlags, "\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			args = append(args, line)
		}
	}
	args = append(args, "-Drobolectric.dependency.dir="+filepath.Join(folder, "sdk"), "-cp", filepath.Join(folder, "*"),
		"talpa.agent.build.PackMain", filepath.Join("device", "agent", "dist", "src", "main", "warm.apk"))
	_, err = execx.Run(ctx, execx.Cmd{Name: d.java, Args: args})
	if err != nil {
		return fmt.Errorf("making the packs of classes: %w", err)
	}
	return nil
}

// archive packs the agent's folder.
func (d *dist) archive(folder string) error {
	path := filepath.Join(d.stage, "lib", bundle.Name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	// The packs hold the framework's classes once more.
	if err := errors.Join(bundle.Write(f, folder, "classes.pack", "sdk"), f.Close()); err != nil {
		return err
	}
	sum, err := files.Digest(path)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(filepath.Dir(path), bundle.NameID), []byte(sum+"  "+bundle.Name+"\n"), 0o644)
}

// tarball packs dir/name as a tar, compressed.
func tarball(to, dir, name string) error {
	f, err := os.Create(to)
	if err != nil {
		return err
	}
	z, err := gzip.NewWriterLevel(f, gzip.BestCompression)
	if err != nil {
		return errors.Join(err, f.Close())
	}
	t := tar.NewWriter(z)
	err = filepath.WalkDir(filepath.Join(dir, name), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		h := &tar.Header{Typeflag: tar.TypeReg, Name: filepath.ToSlash(rel), Size: info.Size(),
			Mode: int64(info.Mode().Perm()), ModTime: time.Unix(0, 0)}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		_, err = t.Write(data)
		return err
	})
	return errors.Join(err, t.Close(), z.Close(), f.Close())
}

// copyTree copies a file or a folder.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return copyFile(path, target, info.Mode().Perm())
	})
}

func copyFile(from, to string, mode fs.FileMode) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
