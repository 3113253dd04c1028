package surroundings

import "talpa/fuzz/event"

// Room is how much can still be written to storage.
type Room int

const (
	RoomEnough Room = iota
	RoomLow         // the system warns of it
	RoomNone
)

// RoomBy is the room after an event.Storage of that value.
func RoomBy(value string) Room {
	switch value {
	case event.StorageLow:
		return RoomLow
	case event.StorageFull:
		return RoomNone
	}
	return RoomEnough
}

// Params is the room in the agent's words.
func (r Room) Params() map[string]any {
	params := map[string]any{"low": r != RoomEnough}
	if r == RoomNone {
		params["full"] = true
	}
	return params
}
