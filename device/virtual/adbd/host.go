package adbd

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
)

// host answers one host request. chosen is the device that an earlier request of
// the connection chose, nil if none did. It returns the device that was chosen,
// and whether the connection goes on.
func (s *Server) host(ctx context.Context, c net.Conn, request string, chosen Device) (Device, bool, error) {
	which, req := s.split(request)
	switch {
	case req == "version":
		return nil, false, okay(c, version)
	case req == "kill":
		return nil, false, okay(c, "") // the server ends with talpa, not before
	case req == "host-features":
		return nil, false, okay(c, features)
	case req == "devices", req == "devices-l":
		return nil, false, okay(c, s.list(req == "devices-l"))
	case req == "track-devices", req == "track-devices-l":
		if err := okay(c, s.list(req == "track-devices-l")); err != nil {
			return nil, false, err
		}
		_, err := io.Copy(io.Discard, c) // nothing changes: the list stands until the client goes
		return nil, false, err
	case strings.HasPrefix(req, "connect:"):
		return nil, false, okay(c, "failed to connect to "+strings.TrimPrefix(req, "connect:")+
			": this server has its own devices only")
	case strings.HasPrefix(req, "disconnect:"):
		return nil, false, okay(c, "disconnected everything")
	case req == "list-forward":
		return nil, false, okay(c, s.forwards.list(""))
	case req == "killforward-all":
		s.forwards.closeAll()
		_, err := io.WriteString(c, "OKAYOKAY")
		return nil, false, err
	}
	if which == "" {
		which, req = s.transportRequest(req)
	}
	if which == "any" && chosen != nil {
		return s.deviceRequest(ctx, c, chosen, req)
	}
	d, err := s.find(which)
	if err != nil {
		return nil, false, fail(c, err.Error())
	}
	return s.deviceRequest(ctx, c, d, req)
}

// split takes the words that name a device off a request: "serial X", "id N",
// "any", or "" where the request itself says.
func (s *Server) split(request string) (which, req string) {
	prefix, rest, _ := strings.Cut(request, ":")
	switch prefix {
	case "host-serial":
		for _, d := range s.devices {
			if req, ok := strings.CutPrefix(rest, d.Serial()+":"); ok {
				return "serial " + d.Serial(), req
			}
		}
		serial, req, _ := strings.Cut(rest, ":")
		return "serial " + serial, req
	case "host-transport-id":
		id, req, _ := strings.Cut(rest, ":")
		return "id " + id, req
	case "host-local":
		return "any", rest
	case "host-usb":
		return "usb", rest
	}
	return "", rest
}

// transportRequest reads the requests that name a device in their last word.
func (s *Server) transportRequest(req string) (which, rest string) {
	for _, form := range []struct{ prefix, kind, rest string }{
		{"transport:", "serial ", "transport"},
		{"transport-id:", "id ", "transport"},
		{"tport:serial:", "serial ", "tport"},
	} {
		if name, ok := strings.CutPrefix(req, form.prefix); ok {
			return form.kind + name, form.rest
		}
	}
	switch req {
	case "transport-any", "transport-local":
		return "any", "transport"
	case "tport:any", "tport:local":
		return "any", "tport"
	case "transport-usb", "tport:usb":
		return "usb", req
	}
	return "any", req
}

// find is the device that a request means.
func (s *Server) find(which string) (Device, error) {
	kind, name, _ := strings.Cut(which, " ")
	switch kind {
	case "serial":
		for _, d := range s.devices {
			if d.Serial() == name {
				return d, nil
			}
		}
		return nil, fmt.Errorf("device '%s' not found", name)
	case "id":
		if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(s.devices) {
			return s.devices[n-1], nil
		}
		return nil, fmt.Errorf("no device with transport id '%s'", name)
	case "any":
		if len(s.devices) == 1 {
			return s.devices[0], nil
		}
		return nil, errors.New("more than one device/emulator")
	}
	return nil, errors.New("no devices/emulators found")
}

// id is the transport id of a device.
func (s *Server) id(d Device) int {
	for i, other := range s.devices {
		if other == d {
			return i + 1
		}
	}
	return 0
}

func (s *Server) list(long bool) string {
	var b strings.Builder
	for _, d := range s.devices {
		if !long {
			fmt.Fprintf(&b, "%s\tdevice\n", d.Serial())
			continue
		}
		product, model, device := words(d)
		fmt.Fprintf(&b, "%-22s device product:%s model:%s device:%s transport_id:%d\n",
			d.Serial(), product, model, device, s.id(d))
	}
	return b.String()
}

// words are the three words of Product.
func words(d Device) (product, model, device string) {
	f := append(strings.Fields(d.Product()), "", "", "")
	return f[0], f[1], f[2]
}

// deviceRequest answers a request about one device.
func (s *Server) deviceRequest(ctx context.Context, c net.Conn, d Device, req string) (Device, bool, error) {
	switch {
	case req == "transport":
		_, err := io.WriteString(c, "OKAY")
		return d, true, err
	case req == "tport":
		_, err := c.Write(binary.LittleEndian.AppendUint64([]byte("OKAY"), uint64(s.id(d))))
		return d, true, err
	case req == "get-state":
		return nil, false, okay(c, "device")
	case req == "get-serialno":
		return nil, false, okay(c, d.Serial())
	case req == "get-devpath":
		return nil, false, okay(c, "unknown")
	case req == "features":
		return nil, false, okay(c, features)
	case req == "reconnect", req == "attach", req == "detach":
		return nil, false, okay(c, "done")
	case strings.HasPrefix(req, "wait-for-"):
		if !strings.HasSuffix(req, "-device") && !strings.HasSuffix(req, "-any") {
			return nil, false, fail(c, "the device will not leave its state")
		}
		_, err := io.WriteString(c, "OKAYOKAY")
		return nil, false, err
	case strings.HasPrefix(req, "forward:"), strings.HasPrefix(req, "killforward:"), req == "list-forward":
		return nil, false, s.forward(c, d, req)
	}
	return nil, false, fail(c, "unknown host service")
}
