// Package cfg builds the control-flow graph of one method.
//
// Nodes are basic blocks: runs of instructions that are entered at the first
// only. Block 0 is the entry and begins with the first instruction; the last
// block is the exit and holds no instruction. Edges say why control takes them:
//
//	Next       fall through, goto
//	True/False the two ways out of an if
//	Case       an arm of a switch, with its key
//	Default    past a switch
//	Catch      an exception, with the type of the handler
//	Return     a return, to the exit
//	Throw      a throw that no handler around it is sure to catch, to the exit
//
// An instruction that may throw and stands in a try range ends its block and
// has a Catch edge for each handler that may take the exception. Such an edge
// leaves before the instruction has set its register: at the handler, the
// register still holds the old value.
//
// # What is not modelled
//
// Exceptions that leave the method from instructions other than throw: nearly
// every instruction may throw, and edges to the exit from all of them would make
// post-dominance empty. The types of handlers are not compared with the types
// that an instruction can throw; only handlers behind one that catches
// everything are left out. Instructions that control cannot reach are in blocks
// without predecessors.
package cfg
