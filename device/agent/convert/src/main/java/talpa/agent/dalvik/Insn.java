package talpa.agent.dalvik;

import org.objectweb.asm.tree.AbstractInsnNode;

/**
 * One step of the translated code: loads operands, does something, and stores a result.
 *
 * <p>A step without code of its own is a constant, or a copy of its only operand.
 */
final class Insn {
  /** No local is written. */
  static final int NOTHING = -1;

  private static final int[] NO_LOCALS = {};

  /** The statement that it is of. */
  final int at;

  /** What is done with the operands; null for constants and copies. */
  final AbstractInsnNode[] code;

  /** The kind of what the code leaves; null if it leaves nothing. */
  final Kind result;

  /** The locals that are loaded, in this order. */
  int[] reads = NO_LOCALS;

  /** For each operand the constant that it is; null where it is none. */
  Object[] constants;

  /** The local that is written. */
  int write = NOTHING;

  /** Of a constant, and of a copy of one: its value. */
  Object value;

  /** Whether what is written is read later. */
  boolean needed;

  /** Whether the first operand is read here for the last time. */
  boolean last;

  /** How code and operands go together. */
  Form form = Form.PLAIN;

  /** How code and operands of a step go together. */
  enum Form {
    /** The code comes after the operands. */
    PLAIN,
    /** The first instruction makes an array, the second stores each operand in it. */
    NEW_ARRAY,
    /** The operand is an array; each three instructions store something in it. */
    CONTENT
  }

  Insn(int at, Kind result, AbstractInsnNode... code) {
    this.at = at;
    this.result = result;
    this.code = code;
  }

  /** A step that writes a constant. */
  static Insn constant(int at, int local, Object value) {
    Insn i = new Insn(at, Kind.ofLocal(local), (AbstractInsnNode[]) null);
    i.write = local;
    i.value = value;
    return i;
  }

  /** A step that copies one local to another. */
  static Insn copy(int at, int to, int from) {
    Insn i = new Insn(at, Kind.ofLocal(to), (AbstractInsnNode[]) null);
    i.write = to;
    i.reads = new int[] {from};
    return i;
  }

  /** Whether it does nothing but write its local. */
  boolean plain() {
    return code == null;
  }

  /** The constant that an operand is; null if it is a local. */
  Object constant(int operand) {
    return constants == null ? null : constants[operand];
  }
}
