package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"talpa/device/virtual/doctor"
	"talpa/fuzz/report"
	"talpa/internal/workflow/fleet"
)

// newDevice is `talpa device`: the embedded device as a thing of its own.
func newDevice(g *globals) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "device",
		Short: "The embedded Android device: serve it, list devices, check this computer",
	}
	cmd.AddCommand(newDeviceServe(g), newDeviceList(g), newDeviceDoctor(g))
	return cmd
}

func newDeviceServe(g *globals) *cobra.Command {
	var opt fleet.ServeOptions
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run embedded devices behind an adb server until interrupted",
		Long: `Run embedded devices behind an adb server until interrupted.

The apps of a device are kept from this computer, not from each other: they
share one user and can read and change each other's files, which Android would
refuse. Give an app that you do not trust a device of its own (--count), as
reproduce and fuzz do.`,
		Example: "  talpa device serve --adb-port 5038 &\n  adb -P 5038 install app.apk",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			m, err := g.machine()
			if err != nil {
				return err
			}
			opt.Ready = func(addr string, serials []string) {
				fmt.Fprintf(cmd.OutOrStdout(), "adb server on %s: %v\n", addr, serials)
			}
			return fleet.Serve(cmd.Context(), m, opt)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&opt.Count, "count", 1, "how many devices")
	flags.IntVar(&opt.Port, "adb-port", 0, "port of the adb server on 127.0.0.1 (0: any free one)")
	flags.StringVar(&opt.DataDir, "data-dir", "",
		"where the devices' data lies while they run (default: the folder for temporary files)")
	networkFlag(flags, &opt.Network)
	apiFlag(flags, &opt.API, frameworkLevel)
	flags.Int64Var(&opt.Seed, "seed", 1, "seed of everything random")
	return cmd
}

func newDeviceList(g *globals) *cobra.Command {
	var server string
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the devices of an adb server",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return listDevices(cmd, g, server)
		},
	}
	adbFlag(cmd.Flags(), &server)
	return cmd
}

func newDeviceDoctor(g *globals) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Say what this computer lacks for the embedded device, and how to get it",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return examine(cmd, g)
		},
	}
}

// listDevices prints the devices of an adb server.
func listDevices(cmd *cobra.Command, g *globals, server string) error {
	m, err := g.machine()
	if err != nil {
		return err
	}
	found, err := fleet.List(cmd.Context(), m, server)
	if err != nil {
		return err
	}
	return g.print(cmd.OutOrStdout(), found, func(w io.Writer) {
		for _, d := range found {
			state := "offline"
			if d.Online {
				state = "device"
			}
			fmt.Fprintf(w, "%s\t%s\t%s\n", d.Serial, state, d.Model)
		}
		if len(found) == 0 {
			fmt.Fprintln(w, "no devices")
		}
	})
}

// examine prints what the embedded device needs and whether it is there.
func examine(cmd *cobra.Command, g *globals) error {
	m, err := g.machine()
	if err != nil {
		return err
	}
	checks := fleet.Doctor(cmd.Context(), m)
	if err := cmd.Context().Err(); err != nil {
		return err // what was not asked to its end is not missing
	}
	failed := false
	err = g.print(cmd.OutOrStdout(), checks, func(w io.Writer) {
		for _, c := range checks {
			fmt.Fprintf(w, "%-5s %-22s %s\n", word(c), c.Name, c.Detail)
			if !c.OK && c.Cure != "" {
				fmt.Fprintf(w, "      %-22s %s\n", "", c.Cure)
			}
		}
	})
	for _, c := range checks {
		failed = failed || !c.OK && !c.Warn
	}
	if err == nil && failed {
		return exitError(report.NoVerdict.ExitCode())
	}
	return err
}

// word is the outcome of a check in a word.
func word(c doctor.Check) string {
	switch {
	case c.OK:
		return "ok"
	case c.Warn:
		return "warn"
	}
	return "FAIL"
}
