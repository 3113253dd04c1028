package talpa.agent.level;

import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.GeneratorAdapter;
import org.objectweb.asm.commons.Method;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import talpa.agent.bridge.Level;

/**
 * An app's code on an older platform. The version that it reads is the level's; a use of a member
 * that the level lacks throws; looking such members up by name finds none; where the framework here
 * calls what the level's did not, the app sees the call of the older method, or none.
 */
public final class OlderCode {
  private static final String VERSION = "android/os/Build$VERSION";
  private static final String INFO = "android/content/pm/ApplicationInfo";
  private static final String TARGET = "targetSdkVersion";
  private static final String TARGETS = "talpa/agent/process/TargetVersion";
  private static final String LOOKUP = "talpa/agent/level/Reflection";
  private static final Set<String> LOOKUPS =
      Set.of("getMethod", "getDeclaredMethod", "getField", "getDeclaredField");

  private final OlderPlatform platform;
  private final AppLinks links;
  private final Map<String, Object> version;

  /**
   * The code of an app.
   *
   * @param classFiles gives its class files by internal name, null for others
   */
  public OlderCode(OlderPlatform platform, Function<String, byte[]> classFiles) {
    this.platform = platform;
    this.links = new AppLinks(platform, classFiles);
    this.version =
        Map.of(
            "SDK_INT",
            platform.level(),
            "SDK",
            Integer.toString(platform.level()),
            "RELEASE",
            Level.release());
  }

  /** Whether the level lacks a class; what apps have of that name is their own then. */
  public boolean lacks(String cls) {
    return platform.lacks(cls);
  }

  /** The class as it runs on the level. */
  public byte[] apply(byte[] classFile) {
    ClassReader r = new ClassReader(classFile);
    ClassHeader h = links.header(r.getClassName());
    Map<String, String> answers = h == null ? Map.of() : links.answers(h);
    if (!uses(r)
        && answers.isEmpty()
        && (h == null || h.overriding().stream().noneMatch(m -> links.renames(h, m)))) {
      return classFile;
    }
    ClassNode c = new ClassNode();
    r.accept(c, ClassReader.SKIP_FRAMES);
    for (MethodNode m : c.methods) {
      edit(m);
      if (h != null && links.renames(h, m.name + m.desc)) {
        m.name += AppLinks.SUFFIX;
      }
    }
    answers.forEach((late, older) -> c.methods.add(answer(c.name, late, older)));
    // Nothing verifies the agent's JVM's classes, so no stack map frames are written.
    ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    c.accept(w);
    return w.toByteArray();
  }

  /** Whether the constants of a class name anything that is to be edited. */
  private boolean uses(ClassReader r) {
    char[] buffer = new char[r.getMaxStringLength()];
    for (int i = 1; i < r.getItemCount(); i++) {
      int at = r.getItem(i);
      if (at == 0) {
        continue;
      }
      int tag = r.readByte(at - 1);
      boolean field = tag == 9;
      if (!field && tag != 10 && tag != 11) {
        continue;
      }
      String owner = r.readClass(at, buffer);
      int pair = r.getItem(r.readUnsignedShort(at + 2));
      String name = r.readUTF8(pair, buffer);
      String desc = r.readUTF8(pair + 2, buffer);
      boolean special =
          field ? isVersion(owner, name) || isTarget(owner, name) : looksUp(owner, name);
      if (special
          || links.resolve(owner, name + (field ? ":" : "") + desc) != AppLinks.Link.PRESENT) {
        return true;
      }
    }
    return false;
  }

  /**
   * A method that hands on what it is told to an older one, if there is one, or answers nothing.
   */
  private static MethodNode answer(String owner, String late, String older) {
    int desc = late.indexOf('(');
    MethodNode m =
        new MethodNode(
            Opcodes.ACC_PUBLIC, late.substring(0, desc), late.substring(desc), null, null);
    GeneratorAdapter code = new GeneratorAdapter(m, m.access, m.name, m.desc);
    if (older.isEmpty()) {
      pushNothing(code);
    } else {
      String olderDesc = older.substring(desc);
      code.loadThis();
      code.loadArgs(0, Type.getArgumentCount(olderDesc));
      code.invokeVirtual(Type.getObjectType(owner), new Method(m.name, olderDesc));
    }
    code.returnValue();
    code.endMethod();
    return m;
  }

  private static void pushNothing(GeneratorAdapter code) {
    switch (code.getReturnType().getSort()) {
      case Type.VOID -> {}
      case Type.ARRAY, Type.OBJECT -> code.push((String) null);
      case Type.LONG -> code.push(0L);
      case Type.FLOAT -> code.push(0f);
      case Type.DOUBLE -> code.push(0d);
      default -> code.push(0);
    }
  }

  private void edit(MethodNode m) {
    for (AbstractInsnNode i : m.instructions.toArray()) {
      if (i instanceof FieldInsnNode f) {
        edit(m.instructions, f);
      } else if (i instanceof MethodInsnNode call) {
        edit(m.instructions, call);
      }
    }
  }

  private void edit(InsnList code, FieldInsnNode f) {
    if (f.getOpcode() == Opcodes.GETSTATIC && isVersion(f.owner, f.name)) {
      code.set(f, new LdcInsnNode(version.get(f.name)));
    } else if (f.getOpcode() == Opcodes.GETFIELD && isTarget(f.owner, f.name)) {
      String desc = "(L" + INFO + ";)I";
      code.set(f, new MethodInsnNode(Opcodes.INVOKESTATIC, TARGETS, "of", desc, false));
    } else if (links.resolve(f.owner, f.name + ":" + f.desc) == AppLinks.Link.MISSING) {
      boolean isStatic = f.getOpcode() == Opcodes.GETSTATIC || f.getOpcode() == Opcodes.PUTSTATIC;
      String words = Words.field(platform.level(), f.owner, f.name, f.desc, isStatic);
      fail(code, f, "java/lang/NoSuchFieldError", words);
    }
  }

  private void edit(InsnList code, MethodInsnNode call) {
    if (looksUp(call.owner, call.name)) {
      code.set(
          call,
          new MethodInsnNode(
              Opcodes.INVOKESTATIC,
              LOOKUP,
              call.name,
              "(Ljava/lang/Class;" + call.desc.substring(1),
              false));
      return;
    }
    switch (links.resolve(call.owner, call.name + call.desc)) {
      case RENAMED -> call.name += AppLinks.SUFFIX;
      case MISSING -> {
        String words =
            Words.method(platform.level(), call.owner, call.name, call.desc, call.getOpcode());
        fail(code, call, "java/lang/NoSuchMethodError", words);
      }
      default -> {}
    }
  }

  /** Throws in place of an instruction; nothing behind it runs. */
  private static void fail(InsnList code, AbstractInsnNode i, String error, String words) {
    InsnList l = new InsnList();
    l.add(new TypeInsnNode(Opcodes.NEW, error));
    l.add(new InsnNode(Opcodes.DUP));
    l.add(new LdcInsnNode(words));
    l.add(
        new MethodInsnNode(Opcodes.INVOKESPECIAL, error, "<init>", "(Ljava/lang/String;)V", false));
    l.add(new InsnNode(Opcodes.ATHROW));
    code.insertBefore(i, l);
    code.remove(i);
  }

  private boolean isVersion(String owner, String name) {
    return owner.equals(VERSION) && version.containsKey(name);
  }

  private static boolean isTarget(String owner, String name) {
    return owner.equals(INFO) && name.equals(TARGET);
  }

  private static boolean looksUp(String owner, String name) {
    return owner.equals("java/lang/Class") && LOOKUPS.contains(name);
  }
}
