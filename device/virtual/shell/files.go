package shell

import (
	"context"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"path"
	"strings"
	"time"
)

// fileCommands are the commands that every device has for files and text.

var fileCommands = map[string]Func{
	"ls": ls, "cat": cat, "rm": rm, "rmdir": rmdir, "mkdir": mkdir, "cp": cp, "mv": mv, "touch": touch, "stat": stat,
	"chmod": accept, "chown": accept, "sync": accept, "wait": accept, "true": accept, ":": accept,
	"false": func(context.Context, *Call) int { return 1 },
	"test":  test, "[": test,
	"echo": echo, "printf": printf, "sleep": sleep, "basename": basename, "dirname": dirname,
	"grep": grep, "egrep": grep, "fgrep": grep, "head": head, "tail": tail, "wc": wc, "sort": sortLines, "uniq": uniq,
	"tr": tr, "cut": cut, "tee": tee,
	"md5sum": digest(md5.New), "sha1sum": digest(sha1.New), "sha256sum": digest(sha256.New),
	"base64": encodeBase64,
}

func accept(context.Context, *Call) int { return 0 }

// flags splits leading options off: each letter, and the words that follow.
func flags(args []string) (set map[byte]bool, rest []string) {
	set = map[byte]bool{}
	for i, a := range args {
		if a == "--" {
			return set, args[i+1:]
		}
		if len(a) < 2 || a[0] != '-' {
			return set, args[i:]
		}
		for j := 1; j < len(a); j++ {
			set[a[j]] = true
		}
	}
	return set, nil
}

func ls(_ context.Context, c *Call) int {
	set, names := flags(c.Args[1:])
	if len(names) == 0 {
		names = []string{"."}
	}
	code := 0
	for i, name := range names {
		info, err := c.FS().Stat(c.Path(name))
		if err != nil {
			code = c.Fail("%s", reason(err))
			continue
		}
		if !info.IsDir() || set['d'] {
			lsLine(c, set, name, info)
			continue
		}
		infos, err := c.FS().ReadDir(c.Path(name))
		if err != nil {
			code = c.Fail("%s", reason(err))
			continue
		}
		if len(names) > 1 {
			if i > 0 {
				fmt.Fprintln(c.Out)
			}
			fmt.Fprintf(c.Out, "%s:\n", name)
		}
		if set['l'] {
			fmt.Fprintf(c.Out, "total %d\n", len(infos)*4)
		}
		for _, info := range infos {
			if strings.HasPrefix(info.Name(), ".") && !set['a'] && !set['A'] {
				continue
			}
			lsLine(c, set, info.Name(), info)
		}
	}
	return code
}

func lsLine(c *Call, set map[byte]bool, name string, info fs.FileInfo) {
	if !set['l'] {
		fmt.Fprintln(c.Out, name)
		return
	}
	mode := "-rw-rw----"
	switch {
	case info.IsDir():
		mode = "drwxrwx--x"
	case info.Mode()&fs.ModeSymlink != 0:
		mode = "lrwxrwxrwx"
	}
	fmt.Fprintf(c.Out, "%s 1 u0_a100 u0_a100 %8d %s %s\n", mode, info.Size(),
		info.ModTime().UTC().Format("2006-01-02 15:04"), name)
}

func cat(_ context.Context, c *Call) int {
	_, names := flags(c.Args[1:])
	code := 0
	for _, r := range c.inputs(names, &code) {
		_, err := io.Copy(c.Out, r)
		r.Close()
		if err != nil {
			return 1
		}
	}
	return code
}

// inputs opens the named files, or is the input if there are none.
func (c *Call) inputs(names []string, code *int) []io.ReadCloser {
	if len(names) == 0 {
		return []io.ReadCloser{io.NopCloser(c.In)}
	}
	var all []io.ReadCloser
	for _, name := range names {
		if name == "-" {
			all = append(all, io.NopCloser(c.In))
			continue
		}
		f, err := c.FS().Open(c.Path(name))
		if err != nil {
			*code = c.Fail("%s", reason(err))
			continue
		}
		all = append(all, f)
	}
	return all
}

func rm(_ context.Context, c *Call) int {
	set, names := flags(c.Args[1:])
	code := 0
	for _, name := range names {
		info, err := c.FS().Stat(c.Path(name))
		if err == nil && info.IsDir() && !set['r'] && !set['R'] {
			code = c.Fail("%s: is a directory", name)
			continue
		}
		err = c.FS().Remove(c.Path(name), set['r'] || set['R'])
		if err != nil && (!set['f'] || !errors.Is(err, fs.ErrNotExist)) {
			code = c.Fail("%s", reason(err))
		}
	}
	return code
}

func rmdir(_ context.Context, c *Call) int {
	_, names := flags(c.Args[1:])
	code := 0
	for _, name := range names {
		if err := c.FS().Remove(c.Path(name), false); err != nil {
			code = c.Fail("%s", reason(err))
		}
	}
	return code
}

func mkdir(_ context.Context, c *Call) int {
	set, names := flags(c.Args[1:])
	code := 0
	for _, name := range names {
		if err := c.FS().Mkdir(c.Path(name), set['p']); err != nil {
			code = c.Fail("%s", reason(err))
		}
	}
	return code
}

func cp(_ context.Context, c *Call) int {
	_, names := flags(c.Args[1:])
	return c.each(names, func(from, to string) error {
		in, err := c.FS().Open(from)
		if err != nil {
			return err
		}
		defer in.Close()
		out, err := c.FS().Create(to, false)
		if err != nil {
			return err
		}
		_, err = io.Copy(out, in)
		return errors.Join(err, out.Close())
	})
}

func mv(_ context.Context, c *Call) int {
	_, names := flags(c.Args[1:])
	return c.each(names, c.FS().Rename)
}

// each does f from all names but the last to the last, a file or a folder.
func (c *Call) each(names []string, f func(from, to string) error) int {
	if len(names) < 2 {
		return c.Fail("needs two paths")
	}
	code := 0
	dest := c.Path(names[len(names)-1])
	info, err := c.FS().Stat(dest)
	into := err == nil && info.IsDir()
	for _, name := range names[:len(names)-1] {
		to := dest
		if into {
			to = path.Join(dest, path.Base(name))
		}
		if err := f(c.Path(name), to); err != nil {
			code = c.Fail("%s", reason(err))
		}
	}
	return code
}

func touch(_ context.Context, c *Call) int {
	_, names := flags(c.Args[1:])
	code := 0
	for _, name := range names {
		f, err := c.FS().Create(c.Path(name), true)
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			code = c.Fail("%s", reason(err))
		}
	}
	return code
}

func stat(_ context.Context, c *Call) int {
	args := c.Args[1:]
	format := "%n %s"
	if len(args) > 1 && args[0] == "-c" {
		format, args = args[1], args[2:]
	}
	code := 0
	for _, name := range args {
		info, err := c.FS().Stat(c.Path(name))
		if err != nil {
			code = c.Fail("%s", reason(err))
			continue
		}
		fmt.Fprintln(c.Out, strings.NewReplacer("%n", name, "%s", fmt.Sprint(info.Size()),
			"%Y", fmt.Sprint(info.ModTime().Unix()), "%a", "660").Replace(format))
	}
	return code
}

// digest prints the hash of each file, or of the input.
func digest(algorithm func() hash.Hash) Func {
	return func(_ context.Context, c *Call) int {
		set, names := flags(c.Args[1:])
		if len(names) == 0 {
			names = []string{"-"}
		}
		code := 0
		for _, name := range names {
			for _, r := range c.inputs([]string{name}, &code) {
				h := algorithm()
				_, err := io.Copy(h, r)
				r.Close()
				switch {
				case err != nil:
					code = c.Fail("%s: %v", name, err)
				case set['b']:
					fmt.Fprintf(c.Out, "%x\n", h.Sum(nil))
				default:
					fmt.Fprintf(c.Out, "%x  %s\n", h.Sum(nil), name)
				}
			}
		}
		return code
	}
}

// sleepStep is after how long a sleep has its time pass on the device, again and again.
const sleepStep = time.Second

// sleep lets time pass for the caller and for the device, whose clock stands still while
// nothing happens.
func sleep(ctx context.Context, c *Call) int {
	if len(c.Args) < 2 {
		return c.Fail("needs a time")
	}
	d, err := time.ParseDuration(c.Args[1])
	if err != nil {
		if d, err = time.ParseDuration(c.Args[1] + "s"); err != nil {
			return c.Fail("bad time %q", c.Args[1])
		}
	}
	for ; d > 0; d -= sleepStep {
		step := min(d, sleepStep)
		select {
		case <-ctx.Done():
			return exitStopped
		case <-time.After(step):
		}
		if pass := c.s.sh.Pass; pass != nil {
			if err := pass(ctx, step); err != nil {
				return c.Fail("%v", err)
			}
		}
	}
	return 0
}
