package talpa.agent.convert;

import org.objectweb.asm.Opcodes;

/** Access flags as a JVM accepts them (JVM specification, sections 4.1, 4.5, 4.6). */
final class Modifiers {
  private static final int VISIBILITY =
      Opcodes.ACC_PUBLIC | Opcodes.ACC_PRIVATE | Opcodes.ACC_PROTECTED;
  private static final int CLASS =
      Opcodes.ACC_PUBLIC
          | Opcodes.ACC_FINAL
          | Opcodes.ACC_SUPER
          | Opcodes.ACC_INTERFACE
          | Opcodes.ACC_ABSTRACT
          | Opcodes.ACC_SYNTHETIC
          | Opcodes.ACC_ANNOTATION
          | Opcodes.ACC_ENUM;
  private static final int FIELD =
      VISIBILITY
          | Opcodes.ACC_STATIC
          | Opcodes.ACC_FINAL
          | Opcodes.ACC_VOLATILE
          | Opcodes.ACC_TRANSIENT
          | Opcodes.ACC_SYNTHETIC
          | Opcodes.ACC_ENUM;
  private static final int NOT_WITH_ABSTRACT =
      Opcodes.ACC_PRIVATE
          | Opcodes.ACC_STATIC
          | Opcodes.ACC_FINAL
          | Opcodes.ACC_SYNCHRONIZED
          | Opcodes.ACC_NATIVE
          | Opcodes.ACC_STRICT;
  private static final int NOT_IN_INTERFACE =
      Opcodes.ACC_PROTECTED | Opcodes.ACC_FINAL | Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_NATIVE;

  private Modifiers() {}

  static int ofClass(int access) {
    int a = access & CLASS;
    if ((a & Opcodes.ACC_INTERFACE) != 0) {
      return (a | Opcodes.ACC_ABSTRACT)
          & ~(Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_ENUM);
    }
    a &= ~Opcodes.ACC_ANNOTATION;
    return (a & Opcodes.ACC_ABSTRACT) != 0 ? a & ~Opcodes.ACC_FINAL : a;
  }

  static int ofField(int access, boolean inInterface) {
    if (inInterface) {
      return Opcodes.ACC_PUBLIC
          | Opcodes.ACC_STATIC
          | Opcodes.ACC_FINAL
          | (access & Opcodes.ACC_SYNTHETIC);
    }
    int a = oneVisibility(access & FIELD);
    return (a & Opcodes.ACC_VOLATILE) != 0 ? a & ~Opcodes.ACC_FINAL : a;
  }

  static int ofMethod(int access, String name, boolean inInterface) {
    int a = oneVisibility(access & 0xffff);
    if (name.equals("<clinit>")) {
      return Opcodes.ACC_STATIC;
    }
    if (name.equals("<init>")) {
      return a & (VISIBILITY | Opcodes.ACC_VARARGS | Opcodes.ACC_STRICT | Opcodes.ACC_SYNTHETIC);
    }
    if (inInterface) {
      a &= ~NOT_IN_INTERFACE;
      if ((a & Opcodes.ACC_PRIVATE) == 0) {
        a |= Opcodes.ACC_PUBLIC;
      }
    }
    return (a & Opcodes.ACC_ABSTRACT) != 0 ? a & ~NOT_WITH_ABSTRACT : a;
  }

  private static int oneVisibility(int a) {
    if ((a & Opcodes.ACC_PUBLIC) != 0) {
      return a & ~(Opcodes.ACC_PRIVATE | Opcodes.ACC_PROTECTED);
    }
    return (a & Opcodes.ACC_PROTECTED) != 0 ? a & ~Opcodes.ACC_PRIVATE : a;
  }
}
