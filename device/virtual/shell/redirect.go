package shell

import (
	"context"
	"fmt"
	"io"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// redirect opens the targets of redirects; closeAll closes them.
func (s *session) redirect(ctx context.Context, redirs []*syntax.Redirect, std stdio) (stdio, func(), error) {
	var open []io.Closer
	closeAll := func() {
		for _, c := range open {
			c.Close()
		}
	}
	for _, r := range redirs {
		x := s.expansion(std)
		target := ""
		if r.Op == syntax.Hdoc || r.Op == syntax.DashHdoc {
			target = x.hereDocument(ctx, r)
		} else {
			target = x.word(ctx, r.Word).text
		}
		if s.exiting {
			return std, closeAll, nil
		}
		var c io.Closer
		var err error
		if std, c, err = s.open(r, target, std); err != nil {
			return std, closeAll, err
		}
		if c != nil {
			open = append(open, c)
		}
	}
	return std, closeAll, nil
}

// open is std after one redirect, and what is to be closed afterwards.
func (s *session) open(r *syntax.Redirect, target string, std stdio) (stdio, io.Closer, error) {
	fd := "1"
	if r.N != nil {
		fd = r.N.Value
	}
	switch r.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		std.in = strings.NewReader(target)
		return std, nil, nil
	case syntax.WordHdoc:
		std.in = strings.NewReader(target + "\n")
		return std, nil, nil
	case syntax.RdrIn:
		if target == "/dev/null" {
			std.in = strings.NewReader("")
			return std, nil, nil
		}
		f, err := s.sh.FS.Open(s.path(target))
		if err != nil {
			return std, nil, err
		}
		std.in = f
		return std, f, nil
	case syntax.DplOut:
		return duplicate(fd, target, std)
	}
	f, err := s.sh.FS.Create(s.path(target), r.Op == syntax.AppOut || r.Op == syntax.AppAll)
	if err != nil {
		return std, nil, err
	}
	both := r.Op == syntax.RdrAll || r.Op == syntax.AppAll
	if both || fd == "1" {
		std.out = f
	}
	if both || fd == "2" {
		std.err = f
	}
	return std, f, nil
}

// duplicate makes one output the same as another, or closes it.
func duplicate(fd, target string, std stdio) (stdio, io.Closer, error) {
	to := map[string]io.Writer{"1": std.out, "2": std.err, "-": io.Discard}[target]
	if to == nil {
		return std, nil, fmt.Errorf("%s: bad file descriptor", target)
	}
	switch fd {
	case "1":
		std.out = to
	case "2":
		std.err = to
	}
	return std, nil, nil
}

// delimiter says whether a here-document, which ends with the word w, is taken as it
// is since a part of w is quoted; plain is false if w is more than text.
func delimiter(w *syntax.Word) (asIs, plain bool) {
	for _, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			asIs = asIs || strings.Contains(p.Value, `\`)
		case *syntax.SglQuoted:
			asIs = true
		case *syntax.DblQuoted:
			asIs = true
			for _, inner := range p.Parts {
				if _, ok := inner.(*syntax.Lit); !ok {
					return asIs, false
				}
			}
		default:
			return asIs, false
		}
	}
	return asIs, true
}
