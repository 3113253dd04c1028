package talpa.agent.weave;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Calls of the app that must not reach the host's JDK, or that the framework cannot tell from its
 * own. {@link RedirectTable} says what is called instead. A virtual call becomes a static one with
 * the receiver in front.
 */
public final class Redirects {
  /** Calls to the process and its natives. */
  public static final String SYSTEM = "talpa/agent/libcore/SystemCalls";

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

  /**
   * A method of an object that is redirected.
   *
   * @param owner its class
   * @param method its name, with the descriptor where not all of that name are meant
   * @param to the class of the static method
   * @param type what that is written to take as its receiver
   */
  public record OfObject(String owner, String method, String to, String type) {}

  private Redirects() {}

  /** The methods that are redirected, "owner.name" or "owner.name(params)result", sorted. */
  static Set<String> methods(boolean ofStatics) {
    return RedirectTable.methods(ofStatics);
  }

  /** The methods of objects, sorted. */
  public static List<OfObject> ofObjects() {
    return RedirectTable.ofObjects();
  }

  /** The classes that are replaced where one is made, and those that replace them. */
  static Map<String, String> classes() {
    return RedirectTable.classes();
  }

  /** Whether a method of that name may be in the table: most are not. */
  public static boolean mentions(String name) {
    return RedirectTable.mentions(name);
  }

  /**
   * The class to look a method of the JDK's or the framework's up by: exceptions inherit how they
   * are printed.
   */
  public static String owner(String cls, String name) {
    return name.equals(RedirectTable.TRACE) ? RedirectTable.THROWABLE : cls;
  }

  /** Has the app's standard streams be the log. */
  public static void apply(InsnList code, FieldInsnNode field) {
    if (field.getOpcode() == Opcodes.GETSTATIC
        && field.owner.equals("java/lang/System")
        && field.desc.equals("Ljava/io/PrintStream;")) {
      code.set(
          field,
          new MethodInsnNode(
              Opcodes.INVOKESTATIC, RedirectTable.PRINT, field.name, "()" + field.desc, false));
    }
  }

  /** Has an allocation make the class that stands in for the one asked for, if there is one. */
  public static void apply(TypeInsnNode i) {
    if (i.getOpcode() == Opcodes.NEW) {
      i.desc = RedirectTable.classes().getOrDefault(i.desc, i.desc);
    }
  }

  /**
   * Has a constructor be that of the class that {@link #apply(TypeInsnNode)} allocates.
   *
   * @param superclass of the class whose constructor makes this call, else null: a call of its
   *     constructor stays
   */
  public static void construct(MethodInsnNode call, String superclass) {
    String to = RedirectTable.classes().get(call.owner);
    if (to != null && !call.owner.equals(superclass)) {
      call.owner = to;
    }
  }

  /** Has a class of the framework make the stand-ins, too. */
  public static void construct(ClassNode c) {
    for (MethodNode m : c.methods) {
      for (AbstractInsnNode i : m.instructions) {
        if (i instanceof TypeInsnNode type) {
          apply(type);
        } else if (i instanceof MethodInsnNode call && call.name.equals("<init>")) {
          construct(call, c.superName);
        }
      }
    }
  }

  /**
   * Redirects one call, if it is in the table.
   *
   * @param owner the class to look it up by: its owner, or whose method that one inherits
   */
  public static void apply(InsnList code, MethodInsnNode call, String owner) {
    switch (call.getOpcode()) {
      case Opcodes.INVOKESTATIC -> {
        now(code, call);
        String to = RedirectTable.target(true, call, owner);
        if (to != null) {
          call.owner = to;
          call.itf = false;
        }
      }
      case Opcodes.INVOKEVIRTUAL, Opcodes.INVOKEINTERFACE -> {
        String to = RedirectTable.target(false, call, owner);
        if (to != null) {
          makeStatic(call, owner, to);
        }
      }
      case Opcodes.INVOKESPECIAL -> {
        if (call.name.equals("<init>")) {
          constructor(code, call);
        } else if (call.name.equals(RedirectTable.TRACE) && owner.equals(RedirectTable.THROWABLE)) {
          makeStatic(call, RedirectTable.THROWABLE, RedirectTable.PRINT);
          call.name = "superPrintStackTrace";
        }
      }
      default -> {}
    }
  }

  private static void makeStatic(MethodInsnNode call, String receiver, String to) {
    call.setOpcode(Opcodes.INVOKESTATIC);
    call.desc = "(L" + receiver + ";" + call.desc.substring(1);
    call.owner = to;
    call.itf = false;
  }

  /** What java.time makes of the present takes a clock, too. */
  private static void now(InsnList code, MethodInsnNode call) {
    if (!call.name.equals("now") || !call.owner.startsWith("java/time/")) {
      return;
    }
    for (String zone : List.of("()", "(Ljava/time/ZoneId;)")) {
      if (call.desc.startsWith(zone)) {
        insert(code, call, RedirectTable.CLOCKS, "clock", zone + "Ljava/time/Clock;");
        call.desc = "(Ljava/time/Clock;" + call.desc.substring(call.desc.indexOf(')'));
        return;
      }
    }
  }

  private static void constructor(InsnList code, MethodInsnNode call) {
    if (call.owner.equals("java/util/Date") && call.desc.equals("()V")) {
      insert(code, call, RedirectTable.TIME, "currentTimeMillis", "()J");
      call.desc = "(J)V";
    } else if (call.owner.equals("java/util/Random") && call.desc.equals("()V")) {
      insert(code, call, RedirectTable.RANDOM, "seed", "()J");
      call.desc = "(J)V";
    } else if (call.owner.equals("java/text/SimpleDateFormat")
        && call.desc.startsWith("(Ljava/lang/String;")) {
      first(code, call, RedirectTable.FORMATS, "datePattern");
    } else if (call.owner.equals("java/text/DecimalFormat")
        && call.desc.startsWith("(Ljava/lang/String;")) {
      first(code, call, RedirectTable.FORMATS, "numberPattern");
    } else if (call.owner.equals("java/net/Socket")
        && (call.desc.equals("(Ljava/lang/String;I)V")
            || call.desc.equals("(Ljava/net/InetAddress;I)V"))) {
      first(code, call, RedirectTable.NETWORK, "connecting");
    } else if (PATH_FIRST.contains(call.owner) && call.desc.startsWith("(Ljava/lang/String;")) {
      first(code, call, RedirectTable.FILES, call.owner.equals("java/io/File") ? "path" : "opened");
    }
  }

  /** Maps the first argument on the stack, below at most one of one word. */
  private static void first(InsnList code, MethodInsnNode call, String owner, String name) {
    int args = Type.getArgumentTypes(call.desc).length;
    if (args > 2) {
      return;
    }
    if (args == 2) {
      code.insertBefore(call, new InsnNode(Opcodes.SWAP));
    }
    String type = Type.getArgumentTypes(call.desc)[0].getDescriptor();
    insert(code, call, owner, name, "(" + type + ")" + type);
    if (args == 2) {
      code.insertBefore(call, new InsnNode(Opcodes.SWAP));
    }
  }

  private static void insert(
      InsnList code, MethodInsnNode before, String owner, String name, String desc) {
    code.insertBefore(before, new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, desc, false));
  }
}
