package seal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"talpa/instrument"
	"talpa/internal/execx"
)

// Native seals with the code of this package alone. Its input must come from
// Pack, which aligns it.
type Native struct{ Key *Key }

// Seal implements instrument.Sealer. Where apksigner is installed and Verify is
// wanted, use Tools.
func (n Native) Seal(_ context.Context, in, out, _ string, minSDK int) (*instrument.Seal, error) {
	apk, err := os.ReadFile(in)
	if err != nil {
		return nil, fmt.Errorf("reading the packed app: %w", err)
	}
	signed, schemes, err := Sign(apk, n.Key, minSDK)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(out, signed, 0o644); err != nil {
		return nil, fmt.Errorf("writing the signed app: %w", err)
	}
	return &instrument.Seal{Schemes: schemes}, nil
}

// Tools seals with zipalign and apksigner of the Android build tools, and
// verifies the result with both.
type Tools struct {
	Key                 *Key
	Zipalign, Apksigner string // programs; "" looks for them by their usual names
}

// Seal implements instrument.Sealer.
func (t Tools) Seal(ctx context.Context, in, out, dir string, _ int) (*instrument.Seal, error) {
	zipalign, apksigner := or(t.Zipalign, "zipalign"), or(t.Apksigner, "apksigner")
	key, cert := filepath.Join(dir, "key.pk8"), filepath.Join(dir, "cert.pem")
	der, err := t.Key.PKCS8()
	if err != nil {
		return nil, fmt.Errorf("encoding the key: %w", err)
	}
	if err := errors.Join(os.WriteFile(key, der, 0o600), os.WriteFile(cert, t.Key.Certificate(), 0o600)); err != nil {
		return nil, fmt.Errorf("writing the key: %w", err)
	}
	aligned := filepath.Join(dir, "aligned.apk")
	var said string
	for _, step := range [][]string{
		{zipalign, "-f", "-p", "4", in, aligned},
		{apksigner, "sign", "--key", key, "--cert", cert, "--out", out, aligned},
		{zipalign, "-c", "-p", "4", out},
		{apksigner, "verify", "--verbose", out},
	} {
		res, err := execx.Run(ctx, execx.Cmd{Name: step[0], Args: step[1:]})
		if errors.Is(err, execx.ErrNotFound) {
			return nil, fmt.Errorf("%s is not installed (Debian: apt install apksigner zipalign): %w", step[0], err)
		}
		if err != nil {
			return nil, err
		}
		said = string(res.Stdout)
	}
	return &instrument.Seal{Schemes: verifiedSchemes(said), Verified: []string{"apksigner", "zipalign"}}, nil
}

// verifiedSchemes reads "Verified using v2 scheme (...): true".
func verifiedSchemes(verbose string) []string {
	var schemes []string
	for line := range strings.Lines(verbose) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "Verified using ")
		name, _, _ := strings.Cut(rest, " ")
		if ok && strings.HasSuffix(rest, ": true") {
			schemes = append(schemes, name)
		}
	}
	return schemes
}

// Verify asks apksigner and zipalign whether an APK is sound for devices from
// API level minSDK on; 0 takes the level of the manifest.
func Verify(ctx context.Context, apk string, minSDK int) error {
	args := []string{"verify", apk}
	if minSDK > 0 {
		args = []string{"verify", "--min-sdk-version", strconv.Itoa(minSDK), apk}
	}
	if _, err := execx.Run(ctx, execx.Cmd{Name: "apksigner", Args: args}); err != nil {
		return err
	}
	_, err := execx.Run(ctx, execx.Cmd{Name: "zipalign", Args: []string{"-c", "-p", "4", apk}})
	return err
}

func or(s, otherwise string) string {
	if s != "" {
		return s
	}
	return otherwise
}
