package talpa.agent.split;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** A method's instructions by position: labels and lines have none, they stand before one. */
final class Code {
  /** One entry of the table of handlers: covers positions from start to before end. */
  record Guard(TryCatchBlockNode node, int start, int end, int handler) {
    boolean covers(int position) {
      return start <= position && position < end;
    }
  }

  final MethodNode method;
  final List<Guard> guards = new ArrayList<>();
  private final List<AbstractInsnNode> instructions = new ArrayList<>();
  private final List<Integer> lines = new ArrayList<>();
  private final Map<LabelNode, Integer> labels = new HashMap<>();
  private final Map<AbstractInsnNode, Integer> positions = new HashMap<>();

  Code(MethodNode m) {
    method = m;
    int line = -1;
    for (AbstractInsnNode i : m.instructions) {
      if (i instanceof LabelNode l) {
        labels.put(l, instructions.size());
      } else if (i instanceof LineNumberNode l) {
        line = l.line;
      } else if (i.getOpcode() >= 0) {
        positions.put(i, instructions.size());
        instructions.add(i);
        lines.add(line);
      }
    }
    lines.add(line);
    m.tryCatchBlocks.removeIf(b -> at(b.start) >= at(b.end)); // cover nothing
    for (TryCatchBlockNode b : m.tryCatchBlocks) {
      guards.add(new Guard(b, at(b.start), at(b.end), at(b.handler)));
    }
  }

  int size() {
    return instructions.size();
  }

  AbstractInsnNode get(int position) {
    return instructions.get(position);
  }

  /** The position behind a label. */
  int at(LabelNode l) {
    return labels.get(l);
  }

  int at(AbstractInsnNode instruction) {
    return positions.get(instruction);
  }

  /** The source line of a position, or of the end; -1 if none is known. */
  int line(int position) {
    return lines.get(position);
  }

  /** The labels that an instruction jumps to. */
  static List<LabelNode> targets(AbstractInsnNode i) {
    if (i instanceof JumpInsnNode j) {
      return List.of(j.label);
    }
    List<LabelNode> all = new ArrayList<>();
    if (i instanceof TableSwitchInsnNode s) {
      all.addAll(s.labels);
      all.add(s.dflt);
    } else if (i instanceof LookupSwitchInsnNode s) {
      all.addAll(s.labels);
      all.add(s.dflt);
    }
    return all;
  }

  /** Whether the instruction behind this one can be the next to run. */
  static boolean falls(AbstractInsnNode i) {
    int op = i.getOpcode();
    return op != Opcodes.GOTO
        && op != Opcodes.ATHROW
        && op != Opcodes.TABLESWITCH
        && op != Opcodes.LOOKUPSWITCH
        && !returns(i);
  }

  static boolean returns(AbstractInsnNode i) {
    return i.getOpcode() >= Opcodes.IRETURN && i.getOpcode() <= Opcodes.RETURN;
  }

  /** The bytes that an instruction takes at most in a method where all jumps are near. */
  static int bytes(AbstractInsnNode i) {
    return switch (i.getType()) {
      case AbstractInsnNode.INSN -> 1;
      case AbstractInsnNode.INT_INSN -> i instanceof IntInsnNode n && wide(n) ? 3 : 2;
      case AbstractInsnNode.VAR_INSN, AbstractInsnNode.MULTIANEWARRAY_INSN -> 4;
      case AbstractInsnNode.IINC_INSN -> 6;
      case AbstractInsnNode.INVOKE_DYNAMIC_INSN -> 5;
      case AbstractInsnNode.METHOD_INSN -> i.getOpcode() == Opcodes.INVOKEINTERFACE ? 5 : 3;
      case AbstractInsnNode.TABLESWITCH_INSN, AbstractInsnNode.LOOKUPSWITCH_INSN ->
          16 + 8 * targets(i).size();
      default -> 3;
    };
  }

  private static boolean wide(IntInsnNode n) {
    return n.getOpcode() == Opcodes.SIPUSH;
  }
}
