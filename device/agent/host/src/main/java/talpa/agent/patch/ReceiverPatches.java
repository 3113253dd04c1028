package talpa.agent.patch;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import talpa.agent.weave.ClassEdit;
import talpa.agent.weave.Redirects;
import talpa.agent.weave.Redirects.OfObject;

/**
 * The static methods to which the app's calls of the JDK are redirected fail on a null receiver
 * before all else, and in ART's words for the call that the app has: its class and its method. One
 * that serves receivers of several classes has a method for each of them.
 */
final class ReceiverPatches {
  private static final String NULL = "java/lang/NullPointerException";

  private ReceiverPatches() {}

  static void addTo(Map<String, Consumer<ClassNode>> patches) {
    for (OfObject o : Redirects.ofObjects()) {
      patches.merge(o.to().replace('/', '.'), c -> apply(c, o), Consumer::andThen);
    }
  }

  private static void apply(ClassNode c, OfObject o) {
    boolean own = o.owner().equals(o.type());
    List<MethodNode> found = new ArrayList<>();
    for (MethodNode m : c.methods) {
      if (serves(m, o)) {
        found.add(m);
      }
    }
    if (found.isEmpty()) {
      throw ClassEdit.missing(c, o.owner() + "." + o.method());
    }
    for (MethodNode m : found) {
      if (own) {
        m.instructions.insert(check(m, o.owner()));
      } else {
        c.methods.add(forOwner(c, m, o.owner()));
      }
    }
  }

  private static boolean serves(MethodNode m, OfObject o) {
    String receiver = "(L" + o.type() + ";";
    boolean named =
        m.name.equals(o.method())
            || o.method()
                .equals(
                    m.name + "(" + m.desc.substring(Math.min(receiver.length(), m.desc.length())));
    return named && m.desc.startsWith(receiver) && Modifier.isStatic(m.access);
  }

  /** The same method for a receiver of another class. */
  private static MethodNode forOwner(ClassNode c, MethodNode m, String owner) {
    Type[] types = Type.getArgumentTypes(m.desc);
    types[0] = Type.getObjectType(owner);
    Type result = Type.getReturnType(m.desc);
    MethodNode n = new MethodNode();
    n.access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
    n.name = m.name;
    n.desc = Type.getMethodDescriptor(result, types);
    n.exceptions = new ArrayList<>(m.exceptions);
    n.instructions.add(check(n, owner));
    int local = 0;
    for (Type t : types) {
      n.instructions.add(new VarInsnNode(t.getOpcode(Opcodes.ILOAD), local));
      local += t.getSize();
    }
    n.instructions.add(new MethodInsnNode(Opcodes.INVOKESTATIC, c.name, m.name, m.desc, false));
    n.instructions.add(new InsnNode(result.getOpcode(Opcodes.IRETURN)));
    return n;
  }

  /** Throws if the first argument, the receiver, is null. */
  private static InsnList check(MethodNode m, String owner) {
    LabelNode go = new LabelNode();
    InsnList l = new InsnList();
    l.add(new VarInsnNode(Opcodes.ALOAD, 0));
    l.add(new JumpInsnNode(Opcodes.IFNONNULL, go));
    l.add(new TypeInsnNode(Opcodes.NEW, NULL));
    l.add(new InsnNode(Opcodes.DUP));
    l.add(new LdcInsnNode(words(m, owner)));
    l.add(
        new MethodInsnNode(Opcodes.INVOKESPECIAL, NULL, "<init>", "(Ljava/lang/String;)V", false));
    l.add(new InsnNode(Opcodes.ATHROW));
    l.add(go);
    return l;
  }

  private static String words(MethodNode m, String owner) {
    StringBuilder b = new StringBuilder("Attempt to invoke ");
    b.append(isInterface(owner) ? "interface" : "virtual").append(" method '");
    b.append(Type.getReturnType(m.desc).getClassName()).append(' ');
    b.append(owner.replace('/', '.')).append('.').append(m.name).append('(');
    Type[] types = Type.getArgumentTypes(m.desc);
    for (int i = 1; i < types.length; i++) {
      b.append(i == 1 ? "" : ", ").append(types[i].getClassName());
    }
    return b.append(")' on a null object reference").toString();
  }

  private static boolean isInterface(String owner) {
    try {
      return Class.forName(owner.replace('/', '.'), false, null).isInterface();
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
