// Package apktool carries out an instrument.Plan the way the papers do it: the
// app is disassembled to smali text by apktool, edited, and assembled again.
// The result can be read and is independent of talpa's own DEX code, but it
// costs ten seconds and more, needs Java and apktool, and loses the entries
// below META-INF other than services.
//
// Resources are never decoded (apktool d -r): rebuilding them fails for most
// modern apps, and nothing here needs them.
package apktool

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"talpa/instrument"
	"talpa/internal/execx"
)

// Rewriter runs apktool.
type Rewriter struct {
	// Program is the apktool to run; "" looks for "apktool" in PATH.
	Program string
}

// Name is the word for reports.
func (Rewriter) Name() string { return "apktool" }

// Rewrite disassembles, edits and assembles the app.
func (r Rewriter) Rewrite(ctx context.Context, job instrument.Job) (*instrument.Changes, error) {
	tree := filepath.Join(job.Dir, "app")
	framework := filepath.Join(job.Dir, "framework") // apktool's own folder lies in the home folder
	if err := r.run(ctx, "d", "-r", "-f", "--only-main-classes", "-p", framework, "-o", tree, job.APK); err != nil {
		return nil, fmt.Errorf("disassembling: %w", err)
	}
	changes, err := edit(ctx, tree, job)
	if err != nil {
		return nil, err
	}
	job.Log.Debug("edited smali", "methods", len(changes.Changed))
	if err := r.run(ctx, "b", "-p", framework, "-o", job.Out, tree); err != nil {
		return nil, fmt.Errorf("assembling: %w", err)
	}
	return changes, nil
}

func (r Rewriter) run(ctx context.Context, args ...string) error {
	name := r.Program
	if name == "" {
		name = "apktool"
	}
	_, err := execx.Run(ctx, execx.Cmd{Name: name, Args: args, Defaults: []string{javaOptions}})
	if errors.Is(err, execx.ErrNotFound) {
		return fmt.Errorf("%s is not installed (Debian: apt install apktool), the rewriter dex does without: %w", name, err)
	}
	return err
}

// javaOptions has Java compile for runs of seconds: the compiler for long runs takes a third of the
// processor time. Who has set the variable keeps what is there.
const javaOptions = "JDK_JAVA_OPTIONS=-XX:+IgnoreUnrecognizedVMOptions -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"

// edit changes the smali files below tree.
func edit(ctx context.Context, tree string, job instrument.Job) (*instrument.Changes, error) {
	byClass := map[string][]string{}
	for name := range job.Actions {
		if class, _, ok := strings.Cut(name, "->"); ok {
			byClass[class] = append(byClass[class], name)
		}
	}
	classes := make([]string, 0, len(byClass))
	for class, methods := range byClass {
		sort.Strings(methods)
		classes = append(classes, class)
	}
	sort.Strings(classes)

	x, err := newIndex(tree)
	if err != nil {
		return nil, err
	}
	changes := &instrument.Changes{}
	for _, class := range classes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		path, err := x.file(class)
		if err != nil {
			return nil, err
		}
		if path == "" {
			continue // Apply reports methods that the app does not define
		}
		if err := editFile(path, byClass[class], job, changes); err != nil {
			return nil, err
		}
	}
	return changes, nil
}

func editFile(path string, methods []string, job instrument.Job, changes *instrument.Changes) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("reading smali: %w", err)
	}
	text := string(data)
	for _, method := range methods {
		changed, reason := change(text, method, job.Actions[method], job.Guards[method])
		switch {
		case reason != "":
			changes.Failed = append(changes.Failed, instrument.Kept{Name: method, Reason: reason})
		case changed != "":
			text = changed
			changes.Changed = append(changes.Changed, method)
		}
	}
	if text == string(data) {
		return nil
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return fmt.Errorf("writing smali: %w", err)
	}
	return nil
}

// index finds the smali file of a class.
type index struct {
	roots []string          // smali, smali_classes2, ... in the order of the DEX files
	all   map[string]string // by class, made when a file is not where it should be
}

func newIndex(tree string) (*index, error) {
	x := &index{}
	for i := 1; ; i++ {
		root := filepath.Join(tree, "smali")
		if i > 1 {
			root = filepath.Join(tree, fmt.Sprintf("smali_classes%d", i))
		}
		if _, err := os.Stat(root); err != nil {
			break
		}
		x.roots = append(x.roots, root)
	}
	if len(x.roots) == 0 {
		return nil, errors.New("apktool wrote no smali files")
	}
	return x, nil
}

// file is the path of the file that defines a class, "" if there is none.
func (x *index) file(class string) (string, error) {
	name := strings.TrimSuffix(strings.TrimPrefix(class, "L"), ";") + ".smali"
	if !filepath.IsLocal(name) {
		return "", nil
	}
	for _, root := range x.roots {
		path := filepath.Join(root, filepath.FromSlash(name))
		if defines(path) == class {
			return path, nil
		}
	}
	// baksmali renames files whose names the file system does not take.
	if x.all == nil {
		if err := x.scan(); err != nil {
			return "", err
		}
	}
	return x.all[class], nil
}

func (x *index) scan() error {
	x.all = map[string]string{}
	for _, root := range x.roots {
		err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
			if err != nil || entry.IsDir() || filepath.Ext(path) != ".smali" {
				return err
			}
			if class := defines(path); class != "" && x.all[class] == "" {
				x.all[class] = path
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("listing smali files: %w", err)
		}
	}
	return nil
}
