// Package localhttp keeps an HTTP server on this computer for clients on this computer: programs, and pages of its own.
// It does not tell users of the computer apart.
package localhttp

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
)

// Only refuses what a browser on this machine sends for somebody else's web page:
// requests for a host by name, which is how a page of that name reaches a
// local port (DNS rebinding), and requests of a page of elsewhere, which a browser marks
// with Origin or, where it sends none (pictures, links), with Sec-Fetch-Site.
func Only(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !local(r.Host):
			http.Error(w, "this port is for clients on its own machine, by localhost or an address", http.StatusForbidden)
		case !ofItself(r):
			http.Error(w, "a web page of elsewhere is not answered", http.StatusForbidden)
		default:
			h.ServeHTTP(w, r)
		}
	})
}

// local says whether a Host header is none, localhost or an address: DNS leads no name
// of somebody else's there.
func local(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	if len(name) > 1 && name[0] == '[' && name[len(name)-1] == ']' {
		name = name[1 : len(name)-1]
	}
	_, err = netip.ParseAddr(name)
	return name == "" || name == "localhost" || err == nil
}

// ofItself says whether a request comes from no page, or from one of this server.
func ofItself(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
	default:
		return false
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && u.Host == r.Host
}
