package talpa.agent.patch;

import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import talpa.agent.weave.ClassEdit;

/** The framework's parser of XML has its work done by {@code talpa.agent.xml.ExpatCalls}. */
final class XmlPatches {
  private static final String READER = "org/apache/harmony/xml/ExpatReader";
  private static final String PARSE = "Lorg/xml/sax/InputSource;)V";

  private XmlPatches() {}

  static void addTo(Map<String, Consumer<ClassNode>> patches) {
    patches.put(READER.replace('/', '.'), XmlPatches::parse);
  }

  private static void parse(ClassNode c) {
    for (MethodNode m : c.methods) {
      if (m.name.equals("parse") && m.desc.equals("(" + PARSE)) {
        InsnList l = new InsnList();
        l.add(new VarInsnNode(Opcodes.ALOAD, 0));
        l.add(new VarInsnNode(Opcodes.ALOAD, 1));
        l.add(
            new MethodInsnNode(
                Opcodes.INVOKESTATIC,
                "talpa/agent/xml/ExpatCalls",
                "parse",
                "(L" + READER + ";" + PARSE,
                false));
        l.add(new InsnNode(Opcodes.RETURN));
        ClassEdit.body(m, l);
        return;
      }
    }
    throw ClassEdit.missing(c, "parse");
  }
}
