package talpa.agent.dalvik;

import java.util.Arrays;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Writes steps as a JVM's instructions. A result that only the next step reads, as its first
 * operand, stays on the stack.
 */
final class Emitter {
  /** Instructions that store an element: its index, its value, the store. */
  private static final int STORE = 3;

  private final InsnList out;
  private final int[] slots;
  private int free;

  /** The local whose value is on the stack, not stored yet. */
  private int pending = Insn.NOTHING;

  /** Writes to a list, with so many locals of {@link Kind#local}. */
  Emitter(InsnList out, int locals) {
    this.out = out;
    slots = new int[locals];
    Arrays.fill(slots, -1);
  }

  /** Gives a local the next slot of the JVM's: how the arguments come. */
  void argument(int local) {
    slots[local] = free;
    free += Kind.ofLocal(local).size;
  }

  private int slot(int local) {
    if (slots[local] < 0) {
      argument(local);
    }
    return slots[local];
  }

  /** Writes a label, if there is one. */
  void label(LabelNode l) {
    if (l != null) {
      out.add(l);
    }
  }

  /** Writes which line of the source begins at a label, if one does. */
  void line(Integer line, LabelNode at) {
    if (line != null) {
      out.add(new LineNumberNode(line, at));
    }
  }

  /** Writes one step. */
  void step(Insn i) {
    if (i.plain() && !i.needed) {
      return;
    }
    if (i.value != null) {
      settle();
      push(i.value);
    } else {
      switch (i.form) {
        case NEW_ARRAY -> array(i);
        case CONTENT -> content(i);
        default -> code(i);
      }
    }
    if (i.result == null) {
      return;
    }
    if (i.needed) {
      pending = i.write;
    } else {
      out.add(new InsnNode(i.result.size == 1 ? Opcodes.POP : Opcodes.POP2));
    }
  }

  /** Stores what is on the stack: nothing may be there where a block ends. */
  void settle() {
    if (pending != Insn.NOTHING) {
      out.add(new VarInsnNode(Kind.ofLocal(pending).store, slot(pending)));
      pending = Insn.NOTHING;
    }
  }

  private void code(Insn i) {
    operands(i);
    if (i.code != null) {
      for (AbstractInsnNode c : i.code) {
        out.add(c);
      }
    }
  }

  private void operands(Insn i) {
    int k = 0;
    if (pending != Insn.NOTHING && i.last && i.reads[0] == pending && i.constant(0) == null) {
      pending = Insn.NOTHING;
      k = 1;
    }
    settle();
    for (; k < i.reads.length; k++) {
      operand(i, k);
    }
  }

  private void operand(Insn i, int k) {
    Object constant = i.constant(k);
    if (constant != null) {
      push(constant);
    } else {
      out.add(new VarInsnNode(Kind.ofLocal(i.reads[k]).load, slot(i.reads[k])));
    }
  }

  private void array(Insn i) {
    settle();
    push(i.reads.length);
    out.add(i.code[0]);
    for (int k = 0; k < i.reads.length; k++) {
      out.add(new InsnNode(Opcodes.DUP));
      push(k);
      operand(i, k);
      out.add(new InsnNode(i.code[1].getOpcode()));
    }
  }

  /** Loads the array anew for each element: between two nothing is on the stack (Splitter). */
  private void content(Insn i) {
    settle();
    for (int k = 0; k < i.code.length; k++) {
      if (k % STORE == 0) {
        operand(i, 0);
      }
      out.add(i.code[k]);
    }
  }

  private void push(Object value) {
    out.add(Push.of(value));
  }
}
