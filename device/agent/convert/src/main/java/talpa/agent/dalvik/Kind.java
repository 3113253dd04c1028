package talpa.agent.dalvik;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** What a register holds, as far as a JVM's instructions tell it apart. */
enum Kind {
  INT(Type.INT_TYPE),
  FLOAT(Type.FLOAT_TYPE),
  REFERENCE(Type.getObjectType("java/lang/Object")),
  LONG(Type.LONG_TYPE),
  DOUBLE(Type.DOUBLE_TYPE);

  static final Kind[] ALL = values();

  /** This kind among others in one number. */
  final int bit = 1 << ordinal();

  /** Locals, and operands, that a value takes. */
  final int size;

  /** The instruction that loads a local. */
  final int load;

  /** The instruction that stores into a local. */
  final int store;

  /** The instruction that returns a value. */
  final int giveBack;

  Kind(Type type) {
    size = type.getSize();
    load = type.getOpcode(Opcodes.ILOAD);
    store = type.getOpcode(Opcodes.ISTORE);
    giveBack = type.getOpcode(Opcodes.IRETURN);
  }

  /** The kind of a value of a type, by its descriptor; not of void. */
  static Kind of(String descriptor) {
    return switch (descriptor.charAt(0)) {
      case 'F' -> FLOAT;
      case 'J' -> LONG;
      case 'D' -> DOUBLE;
      case 'L', '[' -> REFERENCE;
      default -> INT;
    };
  }

  /** The number of the local that holds this kind of a register. */
  int local(int register) {
    return register * ALL.length + ordinal();
  }

  /** The kind that a local of a number is of. */
  static Kind ofLocal(int local) {
    return ALL[local % ALL.length];
  }
}
