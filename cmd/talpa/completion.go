package main

import (
	"slices"

	"github.com/spf13/cobra"

	"talpa/fuzz/oracle"
	"talpa/internal/workflow"
)

// flagValues are the words that flags of these names take, for the shell's completion.
func flagValues() map[string][]string {
	return map[string][]string{
		"level":       {"asra", "paper", "reach", "none"},
		"levels":      {"asra", "paper", "reach", "log", "none", workflow.LevelLadder},
		"sensitivity": {"field", "attr"},
		"rewriter":    {"dex", "apktool", "none"},
		"match":       {"exact", "method", "point"},
		"network":     {"off", "on", "standin", "auto"},
		"generator":   workflow.Generators(),
		"generators":  workflow.Generators(),
		"without":     workflow.Strategies(),
		"of":          {"widgets", "screens", "layouts", "callgraph", "icfg", "cfg"},
		"progress":    progressFormats,
		"format":      {"dot", "svg", "json"},
		"oracle":      append(oracle.Names(), "invariance", "dmf=", "property="),
	}
}

// valuesOf are the words that a flag of a command takes: those of its name, and what only that command knows.
func valuesOf(cmd *cobra.Command, flag string, words []string) []string {
	words = slices.Clone(words)
	switch {
	case flag == "level" && cmd.Name() == "prune":
		words = append(words, workflow.LevelLadder)
	case flag == "level" && cmd.Name() == "reproduce":
		words = append(words, "log", workflow.LevelLadder)
	}
	return words
}

// completeFlags has the shell offer the words that the flags of cmd and of the commands
// below it take.
func completeFlags(cmd *cobra.Command) {
	for name, words := range flagValues() {
		if cmd.Flags().Lookup(name) == nil {
			continue
		}
		words = valuesOf(cmd, name, words)
		// The only error is that a flag of this command has a completion already.
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	}
	for _, c := range cmd.Commands() {
		completeFlags(c)
	}
}
