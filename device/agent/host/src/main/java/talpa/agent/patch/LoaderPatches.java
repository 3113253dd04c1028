package talpa.agent.patch;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import talpa.agent.weave.ClassEdit;

/**
 * Robolectric looks for the app's classes in the loader of its own; here they are in one below,
 * which {@code talpa.agent.process.AppCode} knows. The framework takes the system's loader for one
 * that finds its own classes; that of the JVM does not.
 */
final class LoaderPatches {
  private static final String APP_CODE = "talpa/agent/process/AppCode";

  private LoaderPatches() {}

  static void addTo(Map<String, Consumer<ClassNode>> patches) {
    patches.put(
        "org.robolectric.shadows.ShadowContextImpl", c -> redirect(c, List.of("getClassLoader")));
    patches.put(
        "org.robolectric.shadows.ShadowLoadedApk",
        c -> redirect(c, List.of("getClassLoader", "getSplitClassLoader")));
    patches.put("org.robolectric.shadow.api.Shadow", c -> redirect(c, List.of("newInstanceOf")));
    patches.put(
        "org.robolectric.android.internal.AndroidTestEnvironment",
        c -> redirect(c, List.of("getApplicationClass", "installAndCreateApplication")));
    patches.put("android.os.Parcel$2", LoaderPatches::serialized);
    for (String name :
        List.of(
            "android.content.res.Resources",
            "android.app.ContextImpl",
            "android.app.LoadedApk",
            "android.app.ResourcesManager")) {
      patches.put(name, and(patches.get(name), LoaderPatches::systemLoader));
    }
  }

  private static Consumer<ClassNode> and(Consumer<ClassNode> first, Consumer<ClassNode> then) {
    return first == null ? then : first.andThen(then);
  }

  /** The system's loader is the one of the framework. */
  private static void systemLoader(ClassNode c) {
    int found = 0;
    for (MethodNode m : c.methods) {
      for (AbstractInsnNode i : m.instructions) {
        if (i instanceof MethodInsnNode call
            && call.owner.equals("java/lang/ClassLoader")
            && call.name.equals("getSystemClassLoader")) {
          call.owner = APP_CODE;
          found++;
        }
      }
    }
    if (found == 0) {
      throw ClassEdit.missing(c, "use of the system's class loader");
    }
  }

  /** The classes of serialized objects that are read without a loader. */
  private static void serialized(ClassNode c) {
    for (MethodNode m : c.methods) {
      for (AbstractInsnNode i : m.instructions) {
        if (i instanceof MethodInsnNode call
            && call.getOpcode() == Opcodes.INVOKESPECIAL
            && call.name.equals("resolveClass")) {
          call.setOpcode(Opcodes.INVOKESTATIC);
          call.desc = "(L" + call.owner + ";" + call.desc.substring(1);
          call.owner = APP_CODE;
          call.name = "resolved";
        }
      }
    }
  }

  private static void redirect(ClassNode c, List<String> methods) {
    int found = 0;
    for (MethodNode m : c.methods) {
      if (methods.contains(m.name)) {
        for (AbstractInsnNode i : m.instructions) {
          found += i instanceof MethodInsnNode call && redirect(call) ? 1 : 0;
        }
      }
    }
    if (found < methods.size()) {
      throw ClassEdit.missing(c, "use of a class loader in one of " + methods);
    }
  }

  private static boolean redirect(MethodInsnNode call) {
    if (!call.owner.equals("java/lang/Class")) {
      return false;
    }
    if (call.name.equals("getClassLoader")) {
      call.setOpcode(Opcodes.INVOKESTATIC);
      call.owner = APP_CODE;
      call.name = "loader";
      call.desc = "(Ljava/lang/Class;)Ljava/lang/ClassLoader;";
      return true;
    }
    if (call.name.equals("forName") && call.desc.startsWith("(Ljava/lang/String;)")) {
      call.owner = APP_CODE;
      return true;
    }
    return false;
  }
}
