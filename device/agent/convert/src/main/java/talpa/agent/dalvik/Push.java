package talpa.agent.dalvik;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;

/** Instructions that push constants: the shortest there are. */
final class Push {
  /** The constant null. */
  static final Object NULL = new Object();

  private Push() {}

  /** Pushes null, a text, or a number of the kind that its class says. */
  static AbstractInsnNode of(Object value) {
    if (value == NULL) {
      return new InsnNode(Opcodes.ACONST_NULL);
    } else if (value instanceof Integer i) {
      return number(i);
    } else if (value instanceof Long l && (l == 0 || l == 1)) {
      return new InsnNode(Opcodes.LCONST_0 + l.intValue());
    } else if (value instanceof Float f && Float.floatToRawIntBits(f) == 0) {
      return new InsnNode(Opcodes.FCONST_0);
    } else if (value instanceof Double d && Double.doubleToRawLongBits(d) == 0) {
      return new InsnNode(Opcodes.DCONST_0);
    }
    return new LdcInsnNode(value);
  }

  private static AbstractInsnNode number(int n) {
    if (n >= -1 && n <= 5) {
      return new InsnNode(Opcodes.ICONST_0 + n);
    } else if (n == (byte) n) {
      return new IntInsnNode(Opcodes.BIPUSH, n);
    }
    return n == (short) n ? new IntInsnNode(Opcodes.SIPUSH, n) : new LdcInsnNode(n);
  }
}
