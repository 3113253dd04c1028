package talpa.agent.jdk;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import talpa.agent.weave.ClassEdit;
import talpa.agent.weave.HashSites;
import talpa.agent.weave.WaitSites;

/**
 * Has the JDK's own classes tell {@code talpa.agent.order.RunToken} when threads begin, end, park
 * and are woken: that package is defined in the boot loader, and Thread, LockSupport and the JDK's
 * kinds of threads are redefined with calls of it; so are those of {@link LimitHooks}, {@link
 * HashHooks} and {@link FileHooks}.
 */
public final class ThreadHooks {
  private static final String PACKAGE = "talpa.agent.order.";
  private static final String[] CLASSES = {
    "VirtualTime",
    "Room$Failure",
    "Room",
    "Turn$State",
    "Turn$Place",
    "Progress",
    "Turn",
    "RunQueue",
    "Limits",
    "Schedules",
    "Away",
    "OlderLists",
    "Monitors",
    "Header",
    "Identity",
    "RunToken",
  };
  private static final String THREAD = "java/lang/Thread";

  /** More operands than any hook needs. */
  private static final int STACK = 3;

  private static volatile Instrumentation instrumentation;

  private ThreadHooks() {}

  /** Called by the JVM, on its request of {@link #load}. */
  public static void agentmain(String args, Instrumentation i) {
    instrumentation = i;
  }

  /**
   * Puts the hooks in, once in the life of a JVM.
   *
   * @param made the new bytes of a class by its name, as {@link #make} gave them for the same build
   *     of the JDK and of the agent; null if there are none
   * @param api the level of the device
   */
  public static void install(Function<String, ByteBuffer> made, int api)
      throws ReflectiveOperationException, IOException {
    if (instrumentation != null) {
      return;
    }
    load();
    Class<?> last = null;
    for (String c : CLASSES) {
      last = define(PACKAGE + c);
    }
    instrumentation.redefineModule(
        Object.class.getModule(), Set.of(last.getModule()), Map.of(), Map.of(), Set.of(), Map.of());
    List<ClassDefinition> l = new ArrayList<>();
    for (Map.Entry<Class<?>, Consumer<ClassNode>> e : edits().entrySet()) {
      if (ListHooks.spares(e.getKey(), api)) {
        continue;
      }
      ByteBuffer ready = made.apply(e.getKey().getName());
      byte[] b = ready == null ? edit(e.getKey(), e.getValue()) : new byte[ready.remaining()];
      if (ready != null) {
        ready.get(b);
      }
      l.add(new ClassDefinition(e.getKey(), b));
    }
    HashHooks.begin(instrumentation);
    try {
      instrumentation.redefineClasses(l.toArray(new ClassDefinition[0]));
    } catch (UnmodifiableClassException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The bytes, by name, that {@link #install} gives the JDK's classes. */
  public static Map<String, byte[]> make() throws ReflectiveOperationException, IOException {
    Map<String, byte[]> made = new LinkedHashMap<>();
    for (Map.Entry<Class<?>, Consumer<ClassNode>> e : edits().entrySet()) {
      made.put(e.getKey().getName(), edit(e.getKey(), e.getValue()));
    }
    return made;
  }

  /** What is done to which classes. */
  private static Map<Class<?>, Consumer<ClassNode>> edits() throws ClassNotFoundException {
    Map<Class<?>, Consumer<ClassNode>> all = new LinkedHashMap<>();
    all.put(Thread.class, ThreadHooks::thread);
    all.put(LockSupport.class, ThreadHooks::parks);
    all.put(ForkJoinWorkerThread.class, WaitSites::begin);
    for (Class<?> c : LimitHooks.classes()) {
      all.put(c, LimitHooks::apply);
    }
    for (Class<?> c : FileHooks.classes()) {
      all.put(c, FileHooks::apply);
    }
    for (Class<?> c : UnsafeHooks.classes()) {
      all.put(c, UnsafeHooks::apply);
    }
    for (Class<?> c : ListHooks.classes()) {
      all.put(c, ListHooks::apply);
    }
    for (Class<?> c : HashHooks.classes()) {
      all.put(c, n -> {});
    }
    return all;
  }

  /** Gets this JVM's instrumentation, in the way in which the launcher does it for a jar. */
  private static void load() throws ReflectiveOperationException, IOException {
    Manifest m = new Manifest();
    m.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    m.getMainAttributes().putValue("Launcher-Agent-Class", ThreadHooks.class.getName());
    m.getMainAttributes().putValue("Can-Redefine-Classes", "true");
    Path jar = Files.createTempFile("talpa", ".jar");
    try {
      try (OutputStream out = Files.newOutputStream(jar)) {
        new JarOutputStream(out, m).close();
      }
      Method load =
          Class.forName("sun.instrument.InstrumentationImpl")
              .getDeclaredMethod("loadAgent", String.class);
      load.setAccessible(true);
      load.invoke(null, jar.toString());
    } finally {
      Files.delete(jar);
    }
  }

  private static Class<?> define(String name) throws ReflectiveOperationException, IOException {
    byte[] b = HashHooks.fill(name, bytes(ThreadHooks.class.getClassLoader(), name));
    Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
    Method define =
        unsafe.getMethod(
            "defineClass",
            String.class,
            byte[].class,
            int.class,
            int.class,
            ClassLoader.class,
            ProtectionDomain.class);
    return (Class<?>)
        define.invoke(
            unsafe.getMethod("getUnsafe").invoke(null),
            name.replace('.', '/'),
            b,
            0,
            b.length,
            null,
            null);
  }

  private static byte[] bytes(ClassLoader l, String name) throws IOException {
    try (InputStream in = l.getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new IOException("class " + name + " has no file");
      }
      return in.readAllBytes();
    }
  }

  private static byte[] edit(Class<?> c, Consumer<ClassNode> edit) throws IOException {
    ClassNode n = new ClassNode();
    new ClassReader(bytes(ClassLoader.getSystemClassLoader(), c.getName())).accept(n, 0);
    WaitSites.replace(n);
    HashSites.mark(n);
    edit.accept(n);
    ClassWriter w = new ClassWriter(0);
    n.accept(w);
    return w.toByteArray();
  }

  private static void thread(ClassNode c) {
    LimitHooks.apply(c);
    before(c, "start", "start0", call("start", "(L" + THREAD + ";)V"));
    MethodNode exit = ClassEdit.method(c, "exit");
    exit.instructions.insert(call("exit", "()V"));
    returnIf(ClassEdit.method(c, "interrupt"), "interrupt");
    throwables(ClassEdit.method(c, "dispatchUncaughtException"));
    WaitSites.begin(c);
  }

  private static void parks(ClassNode c) {
    returnIf(ClassEdit.method(c, "unpark"), "unpark");
    int found = 0;
    for (MethodNode m : c.methods) {
      if (m.name.equals("parkNanos")) {
        InsnList begin = new InsnList();
        begin.add(new VarInsnNode(Opcodes.LLOAD, m.desc.startsWith("(J") ? 0 : 1));
        begin.add(call("beforeParkNanos", "(J)V"));
        m.instructions.insert(begin);
      }
      for (AbstractInsnNode i : m.instructions.toArray()) {
        if (i instanceof MethodInsnNode call
            && call.name.equals("park")
            && call.desc.equals("(ZJ)V")) {
          String before = m.name.equals("parkUntil") ? "beforeParkUntil" : "beforePark";
          m.instructions.insertBefore(i, call(before, "(J)J"));
          m.instructions.insert(i, call("afterPark", "()V"));
          found++;
        }
      }
    }
    if (found == 0) {
      throw ClassEdit.missing(c, "park");
    }
  }

  /** Puts a call in front of another one, with this as its argument. */
  private static void before(ClassNode c, String method, String called, MethodInsnNode call) {
    MethodNode m = ClassEdit.method(c, method);
    for (AbstractInsnNode i : m.instructions) {
      if (i instanceof MethodInsnNode n && n.name.equals(called)) {
        InsnList l = new InsnList();
        l.add(new VarInsnNode(Opcodes.ALOAD, 0));
        l.add(call);
        m.instructions.insertBefore(i, l);
        m.maxStack += STACK;
        return;
      }
    }
    throw ClassEdit.missing(c, "call of " + called);
  }

  /** Has a method do nothing if the run token does it: its first local is the thread. */
  private static void returnIf(MethodNode m, String name) {
    returnIf(m, call(name, "(L" + THREAD + ";)Z"));
  }

  /** Has Thread's method for what nobody caught do nothing if the run token takes it. */
  private static void throwables(MethodNode m) {
    returnIf(
        m,
        new VarInsnNode(Opcodes.ALOAD, 1),
        call("uncaught", "(L" + THREAD + ";Ljava/lang/Throwable;)Z"));
  }

  private static void returnIf(MethodNode m, AbstractInsnNode... asked) {
    LabelNode go = new LabelNode();
    InsnList l = new InsnList();
    l.add(new VarInsnNode(Opcodes.ALOAD, 0));
    for (AbstractInsnNode i : asked) {
      l.add(i);
    }
    l.add(new JumpInsnNode(Opcodes.IFEQ, go));
    l.add(new InsnNode(Opcodes.RETURN));
    l.add(go);
    l.add(new FrameNode(Opcodes.F_SAME, 0, null, 0, null));
    m.instructions.insert(l);
    m.maxStack += STACK;
  }

  private static MethodInsnNode call(String name, String desc) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, WaitSites.RUN_TOKEN, name, desc, false);
  }
}
