package talpa.agent.patch;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;
import talpa.agent.weave.ClassEdit;

/**
 * The framework asks the device's level ({@code talpa.agent.bridge.Level}) where its own is not
 * meant: which qualified resources fit, and what an XML drawable may hold.
 */
final class LevelPatches {
  private static final String LEVEL = "talpa/agent/bridge/Level";
  private static final String XML = "talpa/agent/bridge/FrameworkXml";
  private static final String DRAWABLES = "talpa/agent/platform/OlderDrawables";

  /** All that compare the level of resources and of entries of the manifest. */
  private static final List<String> RESOURCES =
      List.of(
          "android.content.pm.PackageParser",
          "android.content.pm.PackageParser$DefaultSplitAssetLoader",
          "android.content.pm.PackageParser$SplitAssetDependencyLoader",
          "android.content.res.ResourcesImpl",
          "com.android.internal.pm.pkg.parsing.ParsingPackageUtils",
          "com.android.internal.pm.split.DefaultSplitAssetLoader",
          "com.android.internal.pm.split.SplitAssetDependencyLoader");

  private LevelPatches() {}

  static void addTo(Map<String, Consumer<ClassNode>> patches) {
    for (String name : RESOURCES) {
      patches.merge(name, LevelPatches::resources, Consumer::andThen);
    }
    patches.merge("android.content.res.ResourcesImpl", LevelPatches::drawables, Consumer::andThen);
    patches.merge(
        "android.content.res.TypedArray", LevelPatches::themeAttributes, Consumer::andThen);
    patches.merge(
        "android.graphics.drawable.DrawableInflater", LevelPatches::elements, Consumer::andThen);
    patches.merge("android.view.LayoutInflater", LevelPatches::layouts, Consumer::andThen);
    patches.merge("android.util.PathParser$PathData", LevelPatches::paths, Consumer::andThen);
  }

  private static void resources(ClassNode c) {
    for (MethodNode m : c.methods) {
      for (AbstractInsnNode i : m.instructions.toArray()) {
        if (i instanceof FieldInsnNode f
            && f.getOpcode() == Opcodes.GETSTATIC
            && f.name.equals("RESOURCES_SDK_INT")) {
          m.instructions.set(
              f, new MethodInsnNode(Opcodes.INVOKESTATIC, LEVEL, "api", "()I", false));
        }
      }
    }
  }

  /** Whose resource a drawable, or a colour, is, is known as long as it is read. */
  private static void drawables(ClassNode c) {
    bracket(code(c, "loadDrawableForCookie", null), resourceOf());
    bracket(code(c, "loadComplexColorForCookie", null), resourceOf());
  }

  /** The resource that the value in the second local was found in. */
  private static InsnList resourceOf() {
    InsnList l = new InsnList();
    l.add(new VarInsnNode(Opcodes.ALOAD, 2));
    l.add(new FieldInsnNode(Opcodes.GETFIELD, "android/util/TypedValue", "resourceId", "I"));
    return l;
  }

  private static void layouts(ClassNode c) {
    InsnList id = new InsnList();
    id.add(new VarInsnNode(Opcodes.ILOAD, 1));
    String desc = "(ILandroid/view/ViewGroup;Z)Landroid/view/View;";
    bracket(code(c, "inflate", desc), id);
  }

  /** Has a method that reads a resource tell when it begins and ends. */
  private static void bracket(MethodNode m, InsnList id) {
    LabelNode start = new LabelNode();
    LabelNode end = new LabelNode();
    InsnList begin = new InsnList();
    begin.add(id);
    begin.add(call(XML, "begin", "(I)V"));
    begin.add(start);
    for (AbstractInsnNode i : m.instructions.toArray()) {
      if (i.getOpcode() == Opcodes.ARETURN) {
        m.instructions.insertBefore(i, call(XML, "end", "()V"));
      }
    }
    m.instructions.insert(begin);
    m.instructions.add(end);
    m.instructions.add(call(XML, "end", "()V"));
    m.instructions.add(new InsnNode(Opcodes.ATHROW));
    m.tryCatchBlocks.add(new TryCatchBlockNode(start, end, end, null));
  }

  private static void themeAttributes(ClassNode c) {
    LabelNode asEver = new LabelNode();
    InsnList l = new InsnList();
    l.add(call(DRAWABLES, "withoutTheme", "()Z"));
    l.add(new JumpInsnNode(Opcodes.IFEQ, asEver));
    l.add(new InsnNode(Opcodes.ACONST_NULL));
    l.add(new InsnNode(Opcodes.ARETURN));
    l.add(asEver);
    code(c, "extractThemeAttrs", "([I)[I").instructions.insert(l);
  }

  private static void elements(ClassNode c) {
    InsnList l = new InsnList();
    l.add(new VarInsnNode(Opcodes.ALOAD, 1));
    l.add(new VarInsnNode(Opcodes.ALOAD, 2));
    l.add(call(DRAWABLES, "element", "(Ljava/lang/String;Lorg/xmlpull/v1/XmlPullParser;)V"));
    code(c, "inflateFromXmlForDensity", null).instructions.insert(l);
  }

  private static void paths(ClassNode c) {
    InsnList l = new InsnList();
    l.add(new VarInsnNode(Opcodes.ALOAD, 1));
    l.add(call(DRAWABLES, "path", "(Ljava/lang/String;)V"));
    code(c, "__constructor__", "(Ljava/lang/String;)V").instructions.insert(l);
  }

  /** The code of a method of Robolectric's instrumented framework; any descriptor if it is null. */
  private static MethodNode code(ClassNode c, String method, String desc) {
    for (MethodNode m : c.methods) {
      if (m.name.startsWith("$$robo$$")
          && m.name.endsWith("$" + method)
          && (desc == null || m.desc.equals(desc))) {
        return m;
      }
    }
    throw ClassEdit.missing(c, "method " + method);
  }

  private static MethodInsnNode call(String owner, String name, String desc) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, desc, false);
  }
}
