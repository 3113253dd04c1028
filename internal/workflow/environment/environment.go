// Package environment is what a search may need beside the app and its events: what is behind the app's
// connections, and which Android the device shows. Which of them a crash needs is seldom known beforehand, so a
// search that may choose takes turns among them (type Turns).
//
// It does not model what else a phone can be (its language, its storage): events change that.
package environment

import (
	"fmt"
	"slices"

	"talpa/asra/guide"
	"talpa/device/virtual"
	"talpa/internal/workflow/network"
)

// Environment is one of them.
type Environment struct {
	Network network.Network
	API     int // level that embedded devices show; 0 = that of the framework in them
}

// String says it in words: "without a network", "with stand-in servers, on API level 23".
func (e Environment) String() string {
	words := "without a network"
	switch e.Network {
	case network.StandIn:
		words = "with stand-in servers"
	case network.On:
		words = "with this computer's network"
	}
	if e.API != 0 {
		words += fmt.Sprintf(", on API level %d", e.API)
	}
	return words
}

// Choose returns the environments that a search begins with, the first one first, and what is to be told of them, ""
// if there is nothing to tell. Where the user names no level, a trace that was written by an older Android has that
// one tried, too: alone where what the trace says shows that the crash needs it, else after the framework's own,
// which most crashes happen on as well and which does more like a phone. phone says that the device is none of
// ours, which has one environment only.
func Choose(asked Environment, phone bool, written *guide.Android, minSDK int) (list []Environment, why string) {
	list = []Environment{asked}
	if asked.API != 0 || phone || written == nil {
		return list, ""
	}
	level := written.Level()
	if level < minSDK || level >= virtual.API || virtual.CheckAPI(level) != nil {
		return list, ""
	}
	older := Environment{Network: asked.Network, API: level}
	if written.Needed != "" {
		return []Environment{older}, fmt.Sprintf(
			"the trace was %s: the device is one of API level %d (--api %d for the newest)", written, level, virtual.API)
	}
	return append(list, older), ""
}

// Older returns the environment to try where an app does not come to the front in those of a list: the Android that it
// was made for. false: it is none of ours, not older, or the list has another level already.
func Older(list []Environment, targetSDK, minSDK int) (Environment, bool) {
	level := max(targetSDK, minSDK, oldest)
	if level == wearable {
		level++
	}
	if list[0].API != 0 || level >= virtual.API || virtual.CheckAPI(level) != nil ||
		slices.ContainsFunc(list, func(e Environment) bool { return e.API != 0 }) {
		return Environment{}, false
	}
	return Environment{Network: list[0].Network, API: level}, true
}

// oldest is the lowest level of our devices; wearable was one of watches only, which they do not have.
const oldest, wearable = 16, 20

// WithStandIns adds the first environment with stand-in servers, after it. Others that leave the network to the
// search and were not begun get the servers instead.
func WithStandIns(list []Environment, begun func(Environment) bool) []Environment {
	all := []Environment{list[0], {Network: network.StandIn, API: list[0].API}}
	for _, e := range list[1:] {
		if e.Network == network.Auto && !begun(e) {
			e.Network = network.StandIn
		}
		all = append(all, e)
	}
	return all
}

// Resumed are the environments of a search that goes on with one that ended on this API level, with stand-in servers
// or without: that one comes first.
func Resumed(list []Environment, api int, standIns bool) []Environment {
	if standIns && list[0].Network == network.Auto {
		list = WithStandIns(list, func(Environment) bool { return false })
	}
	i := slices.IndexFunc(list, func(e Environment) bool {
		return e.API == api && (e.Network == network.StandIn || !standIns)
	})
	if i <= 0 {
		return list
	}
	last := list[i]
	return append([]Environment{last}, slices.Delete(slices.Clone(list), i, i+1)...)
}

// Begin are the environments that the searches of a job begin with.
type Begin struct {
	List     []Environment
	Searches int // side by side
	// Servers says that the app may look for servers, and that nobody said that there are to be none.
	Servers bool
}

// withServers is the number of searches side by side from which on the last one begins with stand-in servers, before
// it is known whether the app wants them: the others do most of what one alone would.
const withServers = 3

// Of are those of one of the searches, by its number, the one that it begins with first.
func (b Begin) Of(number int) []Environment {
	if b.Servers && b.Searches >= withServers && number == b.Searches-1 {
		list := WithStandIns(b.List, func(Environment) bool { return false })
		return append(list[1:2:2], append(list[:1:1], list[2:]...)...)
	}
	first := number % len(b.List)
	return append(b.List[first:len(b.List):len(b.List)], b.List[:first]...)
}
