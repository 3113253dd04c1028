package adbd

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

const (
	maxSyncPath  = 4096
	maxSyncChunk = 1 << 20  // of what clients send; AOSP's is 64 KiB
	syncChunk    = 64 << 10 // of what is sent to clients
)

var le = binary.LittleEndian

// syncFiles serves the sync protocol until the client quits.
func syncFiles(files Files, c stream) {
	r := bufio.NewReaderSize(c, syncChunk)
	for {
		id, n, err := syncHead(r)
		if err != nil || id == "QUIT" || n > maxSyncPath {
			return
		}
		body := make([]byte, n)
		if _, err := io.ReadFull(r, body); err != nil {
			return
		}
		name := string(body)
		switch id {
		case "STAT":
			err = stat1(files, c, name)
		case "STA2", "LST2":
			err = stat2(files, c, id, name)
		case "LIST":
			err = list(files, c, name)
		case "RECV":
			err = recv(files, c, name)
		case "SEND":
			err = send(files, r, c, name)
		default:
			_ = syncFail(c, errors.New("unknown sync request "+strconv.Quote(id)))
			return
		}
		if err != nil {
			return
		}
	}
}

func syncHead(r io.Reader) (id string, n uint32, err error) {
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return "", 0, err
	}
	return string(head[:4]), le.Uint32(head[4:]), nil
}

func syncFail(w io.Writer, err error) error {
	text := err.Error()
	_, werr := w.Write(append(le.AppendUint32([]byte("FAIL"), uint32(len(text))), text...))
	return werr
}

// mode is the Unix mode of a file.
func mode(info fs.FileInfo) uint32 {
	perm := uint32(info.Mode().Perm())
	switch {
	case info.IsDir():
		return perm | 0o040000
	case info.Mode()&fs.ModeSymlink != 0:
		return perm | 0o120000
	case info.Mode().IsRegular():
		return perm | 0o100000
	}
	return perm
}

func stat1(files Files, w io.Writer, name string) error {
	out := make([]byte, 16)
	copy(out, "STAT")
	if info, err := files.Stat(name); err == nil {
		le.PutUint32(out[4:], mode(info))
		le.PutUint32(out[8:], uint32(info.Size()))
		le.PutUint32(out[12:], uint32(info.ModTime().Unix()))
	}
	_, err := w.Write(out)
	return err
}

func stat2(files Files, w io.Writer, id, name string) error {
	const noSuchFile = 2
	out := make([]byte, 72)
	copy(out, id)
	info, err := files.Stat(name)
	if err != nil {
		le.PutUint32(out[4:], noSuchFile)
	} else {
		le.PutUint32(out[24:], mode(info))
		le.PutUint32(out[28:], 1)
		le.PutUint64(out[40:], uint64(info.Size()))
		for _, at := range []int{48, 56, 64} {
			le.PutUint64(out[at:], uint64(info.ModTime().Unix()))
		}
	}
	_, err = w.Write(out)
	return err
}

func list(files Files, w io.Writer, name string) error {
	infos, err := files.ReadDir(name)
	if err != nil {
		infos = nil // the protocol has no word for it
	}
	for _, info := range infos {
		if err := dirent(w, "DENT", info); err != nil {
			return err
		}
	}
	_, err = w.Write(append([]byte("DONE"), make([]byte, 16)...))
	return err
}

func dirent(w io.Writer, id string, info fs.FileInfo) error {
	out := append([]byte(id), make([]byte, 16)...)
	le.PutUint32(out[4:], mode(info))
	le.PutUint32(out[8:], uint32(info.Size()))
	le.PutUint32(out[12:], uint32(info.ModTime().Unix()))
	le.PutUint32(out[16:], uint32(len(info.Name())))
	_, err := w.Write(append(out, info.Name()...))
	return err
}

func recv(files Files, w io.Writer, name string) error {
	f, err := files.Open(name)
	if err != nil {
		return syncFail(w, err)
	}
	defer f.Close()
	buf := make([]byte, 8+syncChunk)
	for {
		n, err := f.Read(buf[8:])
		if n > 0 {
			copy(buf, "DATA")
			le.PutUint32(buf[4:], uint32(n))
			if _, err := w.Write(buf[:8+n]); err != nil {
				return err
			}
		}
		if err == io.EOF {
			_, err := w.Write([]byte("DONE\x00\x00\x00\x00"))
			return err
		}
		if err != nil {
			return syncFail(w, err)
		}
	}
}

// send receives a file. An error of the file is told after the client is done:
// before that it does not listen.
func send(files Files, r io.Reader, w io.Writer, spec string) error {
	name, out, failure := openSent(files, spec)
	for {
		id, n, err := syncHead(r)
		if err != nil {
			break
		}
		if id == "DONE" {
			if out != nil {
				failure = errors.Join(failure, out.Close())
			}
			if failure != nil {
				return syncFail(w, fmt.Errorf("%s: %w", name, failure))
			}
			_, err := w.Write([]byte("OKAY\x00\x00\x00\x00"))
			return err
		}
		if id != "DATA" || n > maxSyncChunk {
			break
		}
		dest := io.Discard
		if out != nil && failure == nil {
			dest = out
		}
		copied, err := io.CopyN(dest, r, int64(n))
		if err != nil && copied < int64(n) && dest != io.Discard {
			failure = err
			if _, err := io.CopyN(io.Discard, r, int64(n)-copied); err != nil {
				break
			}
		}
	}
	if out != nil {
		out.Close()
	}
	return errors.New("the sender went away")
}

// openSent opens the file of a "PATH,MODE"; folders above it are made.
func openSent(files Files, spec string) (string, io.WriteCloser, error) {
	name := spec
	if at := strings.LastIndexByte(spec, ','); at >= 0 {
		name = spec[:at]
		bits, err := strconv.ParseUint(spec[at+1:], 10, 32)
		if err != nil {
			return name, nil, fmt.Errorf("bad mode %q", spec[at+1:])
		}
		if bits&0o170000 == 0o120000 {
			return name, nil, errors.New("links cannot be sent")
		}
	}
	if err := files.Mkdir(path.Dir(name), true); err != nil {
		if _, statErr := files.Stat(path.Dir(name)); statErr != nil {
			return name, nil, err
		}
	}
	out, err := files.Create(name, false)
	return name, out, err
}
