// Package agent holds what the Go front shares with the JVM agent, whose Java
// sources lie beside this file: the command lines of its processes, and tables
// that both sides read. Leaf.
package agent

import _ "embed"

var (
	// JVMFlags are the options of a JVM that runs apps, in the form of a java argument file.
	//
	//go:embed jvm.flags
	JVMFlags string

	// ConvertFlags are the options of the JVM that converts DEX to class files.
	//
	//go:embed convert.flags
	ConvertFlags string

	// Permissions lists the permissions that the user decides on while an app runs, one a line: name, group.
	//
	//go:embed device/src/main/resources/talpa/agent/permissions.txt
	Permissions string

	// PermissionSplits lists permissions that were once part of another one, one a line: the other one, the new
	// one, and the target version below which that is so.
	//
	//go:embed device/src/main/resources/talpa/agent/permission-splits.txt
	PermissionSplits string
)
