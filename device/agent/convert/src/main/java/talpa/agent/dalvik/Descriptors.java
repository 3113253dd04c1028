package talpa.agent.dalvik;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Types by their descriptors, as the JVM's instructions name them. */
final class Descriptors {
  private Descriptors() {}

  /** A class's name as class files have it, by its descriptor; of an array the descriptor. */
  static String internal(String descriptor) {
    return descriptor.charAt(0) == 'L'
        ? descriptor.substring(1, descriptor.length() - 1)
        : descriptor;
  }

  /** Pushes the class of a type. */
  static AbstractInsnNode classOf(String descriptor) {
    Type type = Type.getType(descriptor);
    if (type.getSort() >= Type.ARRAY) {
      return new LdcInsnNode(type);
    }
    String box =
        switch (type.getSort()) {
          case Type.VOID -> "Void";
          case Type.BOOLEAN -> "Boolean";
          case Type.CHAR -> "Character";
          case Type.BYTE -> "Byte";
          case Type.SHORT -> "Short";
          case Type.INT -> "Integer";
          case Type.FLOAT -> "Float";
          case Type.LONG -> "Long";
          default -> "Double";
        };
    return new FieldInsnNode(Opcodes.GETSTATIC, "java/lang/" + box, "TYPE", "Ljava/lang/Class;");
  }

  /** Makes an array of a type, its size on the stack. */
  static AbstractInsnNode newArray(String type) {
    String element = type.substring(1);
    int primitive =
        switch (element.charAt(0)) {
          case 'Z' -> Opcodes.T_BOOLEAN;
          case 'B' -> Opcodes.T_BYTE;
          case 'C' -> Opcodes.T_CHAR;
          case 'S' -> Opcodes.T_SHORT;
          case 'I' -> Opcodes.T_INT;
          case 'J' -> Opcodes.T_LONG;
          case 'F' -> Opcodes.T_FLOAT;
          case 'D' -> Opcodes.T_DOUBLE;
          default -> 0;
        };
    return primitive == 0
        ? new TypeInsnNode(Opcodes.ANEWARRAY, internal(element))
        : new IntInsnNode(Opcodes.NEWARRAY, primitive);
  }
}
