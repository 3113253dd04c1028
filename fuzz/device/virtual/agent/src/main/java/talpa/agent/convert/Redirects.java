package talpa.agent.convert;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Calls of the app that must not reach the host's JDK: the table of what is called instead, in
 * {@code talpa.agent.libcore}. A virtual call becomes a static one with the receiver in front.
 */
final class Redirects {
  private static final String BASE = "talpa/agent/libcore/";

  /** Calls to the process and its natives. */
  static final String SYSTEM = BASE + "SystemCalls";

  private static final String TIME = BASE + "TimeCalls";
  private static final String REGEX = BASE + "RegexCalls";
  private static final String FILES = BASE + "FileCalls";
  private static final String RANDOM = BASE + "RandomCalls";

  /** Classes whose constructors take a path first. */
  private static final Set<String> PATH_FIRST =
      Set.of(
          "java/io/File",
          "java/io/FileInputStream",
          "java/io/FileOutputStream",
          "java/io/FileReader",
          "java/io/FileWriter",
          "java/io/RandomAccessFile",
          "java/io/PrintWriter");

  private static final Map<String, String> STATIC = new HashMap<>();
  private static final Map<String, String> VIRTUAL = new HashMap<>();

  static {
    each(STATIC, SYSTEM, "java/lang/System.", "exit", "loadLibrary", "load");
    each(
        STATIC,
        SYSTEM,
        "java/lang/Thread.",
        "setDefaultUncaughtExceptionHandler",
        "getDefaultUncaughtExceptionHandler");
    each(VIRTUAL, SYSTEM, "java/lang/Runtime.", "exit", "halt", "exec", "loadLibrary", "load");
    each(STATIC, TIME, "java/lang/System.", "currentTimeMillis", "nanoTime");
    each(STATIC, TIME, "java/lang/Thread.", "sleep");
    each(VIRTUAL, TIME, "java/util/concurrent/TimeUnit.", "sleep");
    each(STATIC, TIME, "java/util/Calendar.", "getInstance");
    each(VIRTUAL, TIME, "java/lang/Object.", "wait(J)V", "wait(JI)V");
    each(STATIC, REGEX, "java/util/regex/Pattern.", "compile", "matches");
    each(
        VIRTUAL,
        REGEX,
        "java/lang/String.",
        "matches",
        "replaceAll",
        "replaceFirst",
        "split(Ljava/lang/String;)[Ljava/lang/String;",
        "split(Ljava/lang/String;I)[Ljava/lang/String;");
    each(STATIC, RANDOM, "java/lang/Math.", "random");
  }

  private Redirects() {}

  private static void each(Map<String, String> map, String to, String owner, String... names) {
    for (String n : names) {
      map.put(owner + n, to);
    }
  }

  /** Redirects one call, if it is in the table. */
  static void apply(InsnList code, MethodInsnNode call) {
    if (!call.owner.startsWith("java/")) {
      return;
    }
    switch (call.getOpcode()) {
      case Opcodes.INVOKESTATIC -> {
        String to = target(STATIC, call);
        if (to != null) {
          call.owner = to;
          call.itf = false;
        }
      }
      case Opcodes.INVOKEVIRTUAL -> {
        String to = target(VIRTUAL, call);
        if (to != null) {
          call.setOpcode(Opcodes.INVOKESTATIC);
          call.desc = "(L" + call.owner + ";" + call.desc.substring(1);
          call.owner = to;
        }
      }
      case Opcodes.INVOKESPECIAL -> constructor(code, call);
      default -> {}
    }
  }

  private static String target(Map<String, String> map, MethodInsnNode call) {
    String key = call.owner + "." + call.name;
    String to = map.get(key);
    return to != null ? to : map.get(key + call.desc);
  }

  private static void constructor(InsnList code, MethodInsnNode call) {
    if (!call.name.equals("<init>")) {
      return;
    }
    if (call.owner.equals("java/util/Date") && call.desc.equals("()V")) {
      insert(code, call, TIME, "currentTimeMillis", "()J");
      call.desc = "(J)V";
    } else if (call.owner.equals("java/util/Random") && call.desc.equals("()V")) {
      insert(code, call, RANDOM, "seed", "()J");
      call.desc = "(J)V";
    } else if (PATH_FIRST.contains(call.owner) && call.desc.startsWith("(Ljava/lang/String;")) {
      path(code, call);
    }
  }

  /** Maps the path on the stack, below at most one argument of one word. */
  private static void path(InsnList code, MethodInsnNode call) {
    int args = Type.getArgumentTypes(call.desc).length;
    if (args > 2) {
      return;
    }
    if (args == 2) {
      code.insertBefore(call, new InsnNode(Opcodes.SWAP));
    }
    insert(code, call, FILES, "path", "(Ljava/lang/String;)Ljava/lang/String;");
    if (args == 2) {
      code.insertBefore(call, new InsnNode(Opcodes.SWAP));
    }
  }

  private static void insert(
      InsnList code, MethodInsnNode before, String owner, String name, String desc) {
    code.insertBefore(before, new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, desc, false));
  }
}
