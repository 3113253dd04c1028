package runtime

import (
	"fmt"
	"os"
	"path/filepath"
)

// OlderAPI is the level of the one older framework that a device can have beside the present one.
const OlderAPI = 30

// HowOlder is how the older framework is got.
const HowOlder = "`make older` in a checkout fetches it into lib/agent-30 (130 MB)"

// AgentFor is the agent's folder for devices of a level. It lies beside the given one where an older framework serves
// that level and is there; where it is not there, the second result says what the devices do without.
func AgentFor(dir string, api int) (string, []string) {
	if api > OlderAPI {
		return dir, nil
	}
	older := fmt.Sprintf("%s-%d", filepath.Clean(dir), OlderAPI)
	if _, err := os.Stat(filepath.Join(older, ".built")); err != nil {
		return dir, []string{fmt.Sprintf("Android 15 shows itself as level %d, since Android 11's framework is not there: %s",
			api, HowOlder)}
	}
	return older, nil
}
