package talpa.agent.patch;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import talpa.agent.bridge.Table;
import talpa.agent.weave.ClassEdit;

/**
 * What the system refuses to apps without a permission ({@code talpa/agent/refusals.txt}): the
 * methods that stand for calls to the system begin with a look at it.
 */
final class RefusalPatches {
  private static final String REFUSAL = "talpa/agent/permit/Refusal";
  private static final String TABLE = "talpa/agent/refusals.txt";

  private RefusalPatches() {}

  static void addTo(Map<String, Consumer<ClassNode>> patches) {
    Map<String, List<String[]>> byClass =
        Table.rows(TABLE, 3).stream().collect(Collectors.groupingBy(words -> words[0]));
    byClass.forEach(
        (name, rules) ->
            patches.merge(
                name,
                c -> rules.forEach(words -> check(c, words[1], words[2])),
                Consumer::andThen));
    patches.merge("android.media.AudioRecord", RefusalPatches::uninitialized, Consumer::andThen);
  }

  /** A source of sound has no state but the first if the app may not record. */
  private static void uninitialized(ClassNode c) {
    LabelNode may = new LabelNode();
    InsnList l = new InsnList();
    l.add(new MethodInsnNode(Opcodes.INVOKESTATIC, REFUSAL, "mayRecord", "()Z", false));
    l.add(new JumpInsnNode(Opcodes.IFNE, may));
    l.add(new InsnNode(Opcodes.ICONST_0));
    l.add(new InsnNode(Opcodes.IRETURN));
    l.add(may);
    ClassEdit.method(c, code(c, "getState")).instructions.insert(l);
  }

  /** The name that Robolectric's instrumented framework gives the code of a method. */
  private static String code(ClassNode c, String method) {
    return c.methods.stream()
        .map(m -> m.name)
        .filter(name -> name.endsWith("$" + method))
        .findFirst()
        .orElse(method);
  }

  private static void check(ClassNode c, String method, String rule) {
    boolean found = false;
    for (MethodNode m : c.methods) {
      String own = m.name.substring(m.name.lastIndexOf('$') + 1);
      if (own.equals(method) || (own + m.desc).equals(method)) {
        found = true;
        InsnList l = new InsnList();
        l.add(new LdcInsnNode(rule));
        l.add(
            new MethodInsnNode(
                Opcodes.INVOKESTATIC, REFUSAL, "check", "(Ljava/lang/String;)V", false));
        m.instructions.insert(l);
      }
    }
    if (!found) {
      throw ClassEdit.missing(c, "method " + method);
    }
  }
}
