package talpa.agent.split;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** What a local or an operand holds, as far as instructions tell it apart. */
enum Kind {
  INT(Type.INT_TYPE, "java/lang/Integer", "intValue"),
  LONG(Type.LONG_TYPE, "java/lang/Long", "longValue"),
  FLOAT(Type.FLOAT_TYPE, "java/lang/Float", "floatValue"),
  DOUBLE(Type.DOUBLE_TYPE, "java/lang/Double", "doubleValue"),
  REFERENCE(Type.getObjectType("java/lang/Object"), null, null);

  static final Kind[] ALL = values();

  final Type type;
  private final String box;
  private final String unbox;

  Kind(Type type, String box, String unbox) {
    this.type = type;
    this.box = box;
    this.unbox = unbox;
  }

  /** What an instruction that reads a local reads, or null if it is no such one. */
  static Kind read(int opcode) {
    return opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD ? ALL[opcode - Opcodes.ILOAD] : null;
  }

  /** What an instruction that writes a local writes, or null if it is no such one. */
  static Kind written(int opcode) {
    return opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE
        ? ALL[opcode - Opcodes.ISTORE]
        : null;
  }

  int load() {
    return Opcodes.ILOAD + ordinal();
  }

  int store() {
    return Opcodes.ISTORE + ordinal();
  }

  int leave() {
    return Opcodes.IRETURN + ordinal();
  }

  /** Makes an object of the operand. */
  void box(InsnList l) {
    if (box != null) {
      String desc = "(" + type.getDescriptor() + ")L" + box + ";";
      l.add(new MethodInsnNode(Opcodes.INVOKESTATIC, box, "valueOf", desc, false));
    }
  }

  /** Makes the operand of such an object. */
  void unbox(InsnList l) {
    if (box != null) {
      l.add(new TypeInsnNode(Opcodes.CHECKCAST, box));
      String desc = "()" + type.getDescriptor();
      l.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, box, unbox, desc, false));
    }
  }
}
