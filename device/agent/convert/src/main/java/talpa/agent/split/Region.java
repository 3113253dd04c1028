package talpa.agent.split;

import java.util.List;
import org.objectweb.asm.Type;

/**
 * A run of instructions that can be a method of its own.
 *
 * @param begin its first position, the only one at which it is entered
 * @param end the position behind its last one
 * @param exit where all ways out of it lead: a position, {@link #RETURNS} or {@link #THROWS}
 * @param operand the type of the array that it fills and leaves on the stack, or null
 * @param in the locals that it reads before it writes them
 * @param out the locals that it writes and that are read behind it
 */
record Region(int begin, int end, int exit, Type operand, List<Local> in, List<Local> out) {
  /** All ways out of it end the method. */
  static final int RETURNS = -1;

  /** There is no way out of it but by what it throws. */
  static final int THROWS = -2;
}
