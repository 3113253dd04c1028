package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// newDocs is the hidden `talpa docs`: the command reference, made from the code.
func newDocs(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:    "docs MARKDOWN-DIR MAN-DIR",
		Short:  "Write the command reference",
		Hidden: true,
		Args:   cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			root.DisableAutoGenTag = true
			for _, dir := range args {
				if err := os.MkdirAll(dir, 0o755); err != nil {
					return fmt.Errorf("making the folder of the reference: %w", err)
				}
			}
			if err := doc.GenMarkdownTree(root, args[0]); err != nil {
				return fmt.Errorf("writing the reference: %w", err)
			}
			header := &doc.GenManHeader{Title: "TALPA", Section: "1", Source: "talpa"}
			if err := doc.GenManTree(root, header, args[1]); err != nil {
				return fmt.Errorf("writing the man pages: %w", err)
			}
			return nil
		},
	}
}
