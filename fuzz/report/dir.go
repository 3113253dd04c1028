package report

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"talpa/asra/guide"
	"talpa/fuzz/event"
	"talpa/fuzz/export"
	"talpa/internal/files"
)

// ErrFull means that the disk has no room for a file of the run directory.
var ErrFull = errors.New("the disk is full")

// The files of a run directory.
const (
	FileRun    = "run.json"
	FilePage   = "report.html"
	FileScript = "script.talpa"
	FileWanted = "trace-wanted.txt"
	FilePasted = "trace-pasted.txt"
	FileGot    = "trace-got.txt"
	FileGuide  = "guide.json"
	FileNear   = "near.talpa" // the script that came nearest to a crash that did not happen
	FileLog    = "log.txt"
	// FileUnconfirmed is a script that caused the crash once, until it is tried again.
	FileUnconfirmed = "unconfirmed.talpa"
	// FileCheckpoint is what the search has spent and met so far.
	FileCheckpoint = "checkpoint.json"
	FilePruned     = "pruned.apk" // the copy of the app that was searched
	// FilePrunedMore is the copy before that, at a level that prunes more.
	FilePrunedMore = "pruned-paper.apk"

	dirScreens  = "screens"
	dirFindings = "findings"
)

// Dir is the folder of one run. Files appear in it whole or not at all, so that
// it is readable at any time, whatever ends the run.
type Dir struct{ path string }

// Create makes the folder, with its parents, or takes one that exists: what an earlier run
// wrote into it is removed, files of others are left alone. A folder that holds a file of
// others under a name that a run writes is refused.
func Create(path string) (*Dir, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, explain("making the run directory", path, err)
	}
	d := &Dir{path}
	if err := d.try(); err != nil {
		return nil, err
	}
	return d, d.clear(nil)
}

// Open takes the folder of an earlier run to go on with it. What the run has met stays, and its
// other files are removed: they told how far it was.
func Open(path string) (*Dir, error) {
	d := &Dir{path}
	if err := d.try(); err != nil {
		return nil, err
	}
	return d, d.clear([]string{FileUnconfirmed, FileCheckpoint, FileRun, dirFindings + "/*.talpa", dirFindings + "/*.txt"})
}

// try writes into the folder.
func (d *Dir) try() error {
	path := d.path
	probe, err := os.CreateTemp(path, files.Unfinished)
	if err == nil {
		err = errors.Join(probe.Close(), os.Remove(probe.Name()))
	}
	if err != nil {
		return explain("writing to the run directory", path, err)
	}
	return nil
}

// ours are the names of what a run writes, as patterns, run.json last: it tells whose the
// others are.
func ours() []string {
	names := []string{dirScreens + "/*.png", dirFindings + "/*.talpa", dirFindings + "/*.txt"}
	for _, name := range export.Names() {
		names = append(names, name, dirFindings+"/*/"+name)
	}
	return append(names, FileScript, FileUnconfirmed, FileNear, FileGot, FileWanted, FilePasted, FileGuide,
		FileLog, FilePruned, FilePrunedMore, FileCheckpoint, FilePage, FileRun)
}

// unfinished are what a run that was killed did not finish writing, as patterns. The names are ours
// wherever they are.
func unfinished() []string {
	var names []string
	for _, folder := range []string{"", dirScreens + "/", dirFindings + "/", dirFindings + "/*/"} {
		names = append(names, folder+files.Unfinished)
	}
	return names
}

// clear removes what an earlier run wrote, but for keep, names as patterns: this one may end
// before it writes the same.
func (d *Dir) clear(keep []string) error {
	old, err := d.find(ours(), keep)
	if err != nil {
		return err
	}
	if len(old) > 0 && !d.isRun() {
		return fmt.Errorf("%s is in the way, and no run of talpa wrote it: choose another folder with -o", old[0])
	}
	rest, err := d.find(unfinished(), nil)
	if err != nil {
		return err
	}
	for _, file := range append(old, rest...) {
		if err := os.Remove(file); err != nil {
			return fmt.Errorf("removing a file of an earlier run: %w", err)
		}
	}
	return nil
}

// find lists the files that patterns name, but for those that keep names.
func (d *Dir) find(patterns, keep []string) ([]string, error) {
	var all []string
	for _, pattern := range patterns {
		if slices.Contains(keep, pattern) {
			continue
		}
		found, err := filepath.Glob(filepath.Join(escapeGlob(d.path), filepath.FromSlash(pattern)))
		if err != nil {
			return nil, fmt.Errorf("clearing %s: %w", d.path, err)
		}
		all = append(all, found...)
	}
	return all, nil
}

// isRun says whether the folder is that of an earlier run.
func (d *Dir) isRun() bool {
	data, err := os.ReadFile(d.Path(FileRun))
	var run struct {
		Schema int    `json:"schema"`
		Job    string `json:"job"`
	}
	return err == nil && json.Unmarshal(data, &run) == nil && run.Schema > 0 && run.Job != ""
}

// escapeGlob has a path mean itself in a pattern.
func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// Path returns the path of a file of the folder.
func (d *Dir) Path(name string) string { return filepath.Join(d.path, filepath.FromSlash(name)) }

// Write puts a file into the folder, whole or not at all. The name may hold
// folders, with slashes.
func (d *Dir) Write(name string, data []byte) error { return d.write(name, data, 0o644) }

func (d *Dir) write(name string, data []byte, mode fs.FileMode) error {
	path := d.Path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return explain("writing", path, err)
	}
	if err := files.Write(path, data, mode); err != nil {
		return explain("writing", path, err)
	}
	return nil
}

// Met writes the n-th finding, from 1, of a run that goes on: the script that met it, which was not
// tried again. Save writes over it.
func (d *Dir) Met(n int, title string, script *event.Script) error {
	name := fmt.Sprintf("%s/%d", dirFindings, n)
	text := title + "\n\nMet once, in a search that did not come to its end; the script was not tried again.\n"
	return errors.Join(d.Write(name+".talpa", script.Encode()), d.Write(name+".txt", []byte(text)))
}

// AppendLog adds to log.txt.
func (d *Dir) AppendLog(data []byte) error {
	path := d.Path(FileLog)
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return explain("writing", path, err)
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return explain("writing", path, err)
	}
	return nil
}

// explain says what to do about an error of the file system.
func explain(doing, path string, err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("%s %s: %w: free some room or choose another folder with -o (%w)", doing, path, ErrFull, err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%s %s: choose another folder with -o: %w", doing, path, err)
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s %s: there is a file in the way, choose another folder with -o: %w", doing, path, err)
	}
	return fmt.Errorf("%s %s: %w", doing, path, err)
}

// Save writes all files that r gives rise to, the page and run.json last. It
// may be called again with more: a checkpoint after each phase survives
// whatever ends the run. All files are tried; the error joins what failed. A run whose
// files are not all there has no verdict that anybody could take home: r says so from then
// on, and so do the page and run.json as far as they can be written.
func (d *Dir) Save(r *Run) error {
	failed := d.saveParts(r)
	if r.unsaved(d.joined(failed)); len(failed) > 0 {
		return d.joined(append(failed, d.saveSummary(r)...))
	}
	failed = d.saveSummary(r)
	if r.unsaved(d.joined(failed)); len(failed) > 0 {
		_ = d.saveSummary(r) // one of the two may have room; failed tells the rest
	}
	return d.joined(failed)
}

// joined joins the errors of files that could not be written: those that a full disk has no room for are one.
func (d *Dir) joined(failed []error) error {
	var full []string // their names
	var first error
	rest := slices.DeleteFunc(slices.Clone(failed), func(err error) bool {
		var where *fs.PathError
		if !errors.Is(err, ErrFull) || !errors.As(err, &where) {
			return false
		}
		first = cmp.Or(first, err)
		full = append(full, strings.TrimPrefix(where.Path, d.Path("")+"/"))
		return true
	})
	if len(full) > 1 {
		first = fmt.Errorf("%w; nor has it room for %s", first, strings.Join(full[1:], ", "))
	}
	return errors.Join(append([]error{first}, rest...)...)
}

// saveSummary writes the page and run.json.
func (d *Dir) saveSummary(r *Run) []error {
	one := func(name string, encoded func(*Run) ([]byte, error)) error {
		data, err := encoded(r)
		if err != nil {
			return fmt.Errorf("making %s: %w", name, err)
		}
		return d.Write(name, data)
	}
	page := func(r *Run) ([]byte, error) { return Page(r, d.path) }
	failed := []error{one(FilePage, page), one(FileRun, encode)}
	return slices.DeleteFunc(failed, func(err error) bool { return err == nil })
}

// saveParts writes what the page and run.json sum up.
func (d *Dir) saveParts(r *Run) []error {
	var failed []error
	write := func(name string, data []byte, err error) {
		if err != nil {
			failed = append(failed, fmt.Errorf("making %s: %w", name, err))
			return
		}
		mode := fs.FileMode(0o644)
		if filepath.Base(name) == export.NameShell {
			mode = 0o755
		}
		if err := d.write(name, data, mode); err != nil {
			failed = append(failed, err)
		}
	}
	if r.WantedText != "" {
		write(FilePasted, []byte(r.WantedText), nil)
	}
	if r.Wanted != nil {
		write(FileWanted, []byte(r.Wanted.Format()), nil)
	}
	if r.Guide != nil {
		data, err := guide.Encode(r.Guide)
		write(FileGuide, data, err)
	}
	if r.Found != nil {
		saveFound(r, write)
	}
	if r.Near != nil && r.Near.Script != nil {
		write(FileNear, r.Near.Script.Encode(), nil)
	}
	for i, f := range r.Findings {
		saveFinding(r, i+1, f, write)
	}
	return failed
}

// saveFound writes the script of the wanted crash in its forms, the trace and
// the pictures.
func saveFound(r *Run, write func(string, []byte, error)) {
	f := r.Found
	if f.Script != nil {
		write(FileScript, f.Script.Encode(), nil)
		saveExports(r, "", *f, write)
	}
	if f.Crash != nil {
		write(FileGot, []byte(f.Crash.Trace.Format()), nil)
	}
	for i, step := range f.Steps {
		if len(step.Shot) > 0 {
			write(fmt.Sprintf("%s/%d.png", dirScreens, i+1), step.Shot, nil)
		}
	}
	if len(f.End) > 0 {
		write(fmt.Sprintf("%s/%d.png", dirScreens, len(f.Steps)+1), f.End, nil)
	}
}

// saveExports writes a finding's script in the languages of other tools.
func saveExports(r *Run, folder string, f Finding, write func(string, []byte, error)) {
	for _, file := range r.exports(f) {
		if file.Text != nil {
			write(folder+file.Name, file.Text, nil)
		}
	}
}

// exports are a finding's script in the languages of other tools, none if it has no script.
func (r *Run) exports(f Finding) []export.File {
	if f.Script == nil {
		return nil
	}
	return export.Files(f.Script, export.WantedOf(f.Crash, f.Title, r.InApp))
}

// saveFinding writes the script and the evidence of another finding.
func saveFinding(r *Run, n int, f Finding, write func(string, []byte, error)) {
	name := fmt.Sprintf("%s/%d", dirFindings, n)
	if f.Script != nil {
		write(name+".talpa", f.Script.Encode(), nil)
		saveExports(r, name+"/", f, write)
	}
	text := f.Title + "\n"
	if f.Detail != "" {
		text += "\n" + f.Detail + "\n"
	}
	if f.Crash != nil {
		text += "\n" + f.Crash.Trace.Format()
	}
	write(name+".txt", []byte(text), nil)
}
