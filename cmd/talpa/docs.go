package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// docsDate is the date on the man pages: when the commands last changed their
// shape. A clock would make the pages differ from month to month.
var docsDate = time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)

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
			header := &doc.GenManHeader{Title: "TALPA", Section: "1", Source: "talpa", Date: &docsDate}
			if err := doc.GenManTree(root, header, args[1]); err != nil {
				return fmt.Errorf("writing the man pages: %w", err)
			}
			return nil
		},
	}
}
