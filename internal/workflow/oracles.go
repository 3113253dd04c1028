package workflow

import (
	"log/slog"
	"math/rand"

	"talpa/fuzz/oracle"
	"talpa/fuzz/oracle/dmf"
)

// namedOracles returns how to make the oracles that the user asked for, and logs
// what of their files is left out.
func namedOracles(names []string, log *slog.Logger) (oracle.Make, error) {
	return oracle.Named(names, map[string]oracle.Open{
		dmf.Name: func(path string) (oracle.New, error) {
			spec, err := dmf.Read(path)
			if err != nil {
				return nil, err
			}
			for _, remark := range spec.Remarks {
				log.Warn("the specification", "file", path, "remark", remark)
			}
			return func(rng *rand.Rand) oracle.Oracle { return dmf.New(spec, rng) }, nil
		},
	})
}
