package relay

import (
	"encoding/binary"
	"errors"
	"net"
	"net/netip"
)

// ErrRefused is wrapped by the errors of addresses to which nothing is let out.
var ErrRefused = errors.New("an app gets no connection to this address")

// The blocks in which an IPv6 address carries one of IPv4 in its last 32 bits: IPv4-compatible
// (RFC 4291) and NAT64 (RFC 6052); of 6to4 (RFC 3056) it follows the first 16.
var (
	compatible = netip.MustParsePrefix("::/96")
	nat64      = netip.MustParsePrefix("64:ff9b::/96")
	sixToFour  = netip.MustParsePrefix("2002::/16")
)

// carried is the address of IPv4 in an address of IPv6, or the address itself.
func carried(a netip.Addr) netip.Addr {
	a = a.Unmap()
	if a.Is4() || a.IsLoopback() || a.IsUnspecified() {
		return a
	}
	b := a.As16()
	switch {
	case compatible.Contains(a), nat64.Contains(a):
		return netip.AddrFrom4([4]byte(b[12:16]))
	case sixToFour.Contains(a):
		return netip.AddrFrom4([4]byte(b[2:6]))
	}
	return a
}

// thisNetwork is the block of "this host on this network" (RFC 1122), which Linux sends to
// the computer itself.
var thisNetwork = netip.MustParsePrefix("0.0.0.0/8")

// Refuse is an error for an address of this computer: its loopback, any of its interfaces, what
// its routes keep for itself, and all that is not for one other computer beyond a router or in
// the same network (the unspecified address, link-local ones, with those at which clouds tell
// their machines secrets, multicast, broadcast).
func Refuse(a netip.Addr) error {
	if a.Zone() != "" {
		return ErrRefused
	}
	a = carried(a)
	if !a.IsGlobalUnicast() || thisNetwork.Contains(a) {
		return ErrRefused
	}
	own, err := net.InterfaceAddrs()
	if err != nil {
		return errors.Join(ErrRefused, err)
	}
	for _, address := range own {
		prefix, err := netip.ParsePrefix(address.String())
		if err == nil && (prefix.Addr().Unmap() == a || broadcast(prefix) == a) {
			return ErrRefused
		}
	}
	if routedHere(a) {
		return ErrRefused
	}
	return nil
}

// broadcast is the address of all computers of a network of IPv4 (RFC 919): its last one.
func broadcast(network netip.Prefix) netip.Addr {
	a := network.Addr()
	if !a.Is4() || network.Bits() > 30 {
		return netip.Addr{}
	}
	b := a.As4()
	binary.BigEndian.PutUint32(b[:], binary.BigEndian.Uint32(b[:])|^uint32(0)>>network.Bits())
	return netip.AddrFrom4(b)
}

// routedHere says that the kernel keeps what is sent to an address, whatever interface has it: it
// then takes the same address for the sender, or one of the loopback. No packet is sent for that.
func routedHere(a netip.Addr) bool {
	const discard = 9
	c, err := net.DialUDP("udp", nil, net.UDPAddrFromAddrPort(netip.AddrPortFrom(a, discard)))
	if err != nil {
		return false // no route: nothing gets there
	}
	defer c.Close()
	from, err := netip.ParseAddrPort(c.LocalAddr().String())
	return err != nil || from.Addr().Unmap() == a || from.Addr().IsLoopback()
}
