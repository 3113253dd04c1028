package judge

import (
	"log/slog"
	"math/rand"

	"talpa/fuzz/oracle"
	"talpa/fuzz/oracle/dmf"
	"talpa/fuzz/oracle/invariance"
	"talpa/fuzz/oracle/property"
)

// Oracles returns how to make the oracles that the user asked for, and logs
// what of their files is left out.
func Oracles(names []string, log *slog.Logger) (oracle.Make, error) {
	return oracle.Named(names, append(Plain(), oracle.Kind{
		Name: property.Name, File: true,
		Open: func(path string) (oracle.New, error) {
			spec, err := property.Read(path)
			if err != nil {
				return nil, err
			}
			return func(rng *rand.Rand) oracle.Oracle { return property.New(spec, rng) }, nil
		},
	}, oracle.Kind{
		Name: dmf.Name, File: true,
		Open: func(path string) (oracle.New, error) {
			spec, err := dmf.Read(path)
			if err != nil {
				return nil, err
			}
			for _, remark := range spec.Remarks {
				log.Warn("the specification", "file", path, "remark", remark)
			}
			return func(rng *rand.Rand) oracle.Oracle { return dmf.New(spec, rng) }, nil
		},
	})...)
}

// Files are what an oracle judges by, given the path that names it: the file there and those that are read with it.
func Files(name, path string) []string {
	if name == dmf.Name {
		return dmf.Files(path)
	}
	return []string{path}
}

// Plain are the oracles beside crash and anr that need no file, so that they
// can be asked for on any machine.
func Plain() []oracle.Kind {
	return []oracle.Kind{
		oracle.Plain(invariance.Name, func(rng *rand.Rand) oracle.Oracle { return invariance.New(rng) }),
	}
}
