package talpa.agent.level;

import org.objectweb.asm.Opcodes;

/**
 * What the virtual machine of a level says of a member that is not there: ART
 * (art/runtime/common_throws.cc), before Android 5 Dalvik (dalvik/vm/interp/Interp.cpp).
 */
final class Words {
  /** The first level with ART. */
  private static final int ART = 21;

  /** The first levels that have the core library in another place. */
  private static final int OPEN_JDK = 24;

  private static final int RUNTIME_APEX = 29;
  private static final int ART_APEX = 30;

  private Words() {}

  /** Of a method. */
  static String method(int level, String owner, String name, String desc, int opcode) {
    if (level < ART) {
      return owner.replace('/', '.') + "." + name;
    }
    String kind =
        switch (opcode) {
          case Opcodes.INVOKESTATIC -> "static";
          case Opcodes.INVOKEINTERFACE -> "interface";
          case Opcodes.INVOKESPECIAL -> name.equals("<init>") ? "direct" : "super";
          default -> "virtual";
        };
    return "No "
        + kind
        + " method "
        + name
        + desc
        + " in class L"
        + owner
        + "; or its super classes"
        + place(level, owner);
  }

  /** Of a field. */
  static String field(int level, String owner, String name, String type, boolean isStatic) {
    if (level < ART) {
      return owner.replace('/', '.') + "." + name;
    }
    return "No "
        + (isStatic ? "static" : "instance")
        + " field "
        + name
        + " of type "
        + type
        + " in class L"
        + owner
        + "; or its superclasses"
        + place(level, owner);
  }

  private static String place(int level, String owner) {
    String jar = "/system/framework/framework.jar";
    if (owner.startsWith("java/")) {
      jar =
          level >= ART_APEX
              ? "/apex/com.android.art/javalib/core-oj.jar"
              : level >= RUNTIME_APEX
                  ? "/apex/com.android.runtime/javalib/core-oj.jar"
                  : level >= OPEN_JDK
                      ? "/system/framework/core-oj.jar"
                      : "/system/framework/core-libart.jar";
    }
    return " (declaration of '" + owner.replace('/', '.') + "' appears in " + jar + ")";
  }
}
