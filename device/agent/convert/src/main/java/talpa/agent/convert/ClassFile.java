package talpa.agent.convert;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import talpa.agent.dalvik.Allocation;
import talpa.agent.split.Splitter;
import talpa.agent.weave.HashSites;
import talpa.agent.weave.LibrarySites;
import talpa.agent.weave.Redirects;
import talpa.agent.weave.WaitSites;

/** One translated class: repairs what a JVM refuses, redirects calls, and writes the class file. */
final class ClassFile {
  /** Java 8: static and private interface methods, invokedynamic. */
  private static final byte VERSION = 52;

  /** How often methods of one class are cut: what is too large then stays so. */
  private static final int MOST_CUTS = 12;

  private final ClassNode node;
  private final AppIndex index;
  private final boolean probed;
  private final Splitter splitter;
  private int methodsWithCode;

  /** A class; probed if it is to record what is run of it. */
  ClassFile(ClassNode node, AppIndex index, boolean probed) {
    this.node = node;
    this.index = index;
    this.probed = probed;
    this.splitter = new Splitter(node);
  }

  /** How many methods of the dex file have code. */
  int methodsWithCode() {
    return methodsWithCode;
  }

  /**
   * The bytes of the class file. A method beyond the size limit loses its probes, then it is cut
   * into several, and if that does not help either it becomes a failed one.
   */
  byte[] bytes(Runnable onFailure) {
    repair();
    for (MethodNode m : node.methods) {
      methodsWithCode += m.instructions.size() > 0 ? 1 : 0;
    }
    Probes probes = probed ? Probes.insert(node) : null;
    int cuts = 0;
    // Below version 7 ASM computes the maxima without stack map frames, which there are none of.
    node.version = Opcodes.V1_6;
    while (true) {
      try {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(w);
        byte[] b = w.toByteArray();
        b[6] = 0;
        b[7] = probes == null ? VERSION : Probes.VERSION;
        return b;
      } catch (MethodTooLargeException e) {
        MethodNode m = method(e.getMethodName(), e.getDescriptor());
        if (probes != null && probes.thin(m)) {
          continue;
        }
        if (cuts++ < MOST_CUTS && splitter.split(m, probes == null)) {
          continue;
        }
        if (probes != null) { // of an older version its parts may write final fields
          node.methods.forEach(probes::clear);
          probes = null;
          continue;
        }
        onFailure.run();
        fail(m);
      }
    }
  }

  private MethodNode method(String name, String desc) {
    for (MethodNode m : node.methods) {
      if (m.name.equals(name) && m.desc.equals(desc)) {
        return m;
      }
    }
    throw new IllegalStateException("no method " + name + desc);
  }

  private void fail(MethodNode m) {
    m.instructions.clear();
    m.tryCatchBlocks.clear();
    FailedBody.write(m, node.name + "." + m.name + m.desc, "too large for a class file");
  }

  private void repair() {
    boolean isInterface = (node.access & Opcodes.ACC_INTERFACE) != 0;
    node.access = Modifiers.ofClass(node.access);
    distinct(node.visibleAnnotations);
    distinct(node.invisibleAnnotations);
    for (FieldNode f : node.fields) {
      f.access = Modifiers.ofField(f.access, isInterface);
      distinct(f.visibleAnnotations);
      distinct(f.invisibleAnnotations);
    }
    for (MethodNode m : node.methods) {
      m.access = Modifiers.ofMethod(m.access, m.name, isInterface);
      distinct(m.visibleAnnotations);
      distinct(m.invisibleAnnotations);
      NativeStub.fill(node, m);
      LibrarySites.replace(m);
      code(m);
    }
    WaitSites.begin(node);
  }

  private void code(MethodNode m) {
    // Debuggers' tables only, and the JVM refuses those of obfuscated code.
    m.localVariables = null;
    boolean empty = true;
    for (AbstractInsnNode i = m.instructions.getLast(); i != null; ) {
      AbstractInsnNode previous = i.getPrevious();
      if (i instanceof LineNumberNode && empty) {
        m.instructions.remove(i);
      }
      empty = empty && i.getOpcode() < 0;
      if (i instanceof MethodInsnNode call) {
        call(m, call);
      } else if (i instanceof TypeInsnNode type) {
        Redirects.apply(type);
      } else if (i instanceof FieldInsnNode field) {
        Redirects.apply(m.instructions, field);
      }
      i = previous;
    }
  }

  private void call(MethodNode m, MethodInsnNode call) {
    if (call.getOpcode() == Opcodes.INVOKESPECIAL && call.name.equals("<init>")) {
      String named = Allocation.owner(call.owner);
      String runs = index.constructorOwner(named, call.desc);
      boolean own = runs.equals(call.owner);
      call.owner = runs;
      if (own) {
        Redirects.construct(call, m.name.equals("<init>") ? node.superName : null);
      }
    } else if (call.getOpcode() == Opcodes.INVOKESTATIC
        || call.getOpcode() == Opcodes.INVOKESPECIAL) {
      call.itf = index.isInterface(call.owner);
      if (call.itf && call.getOpcode() == Opcodes.INVOKESPECIAL) {
        name(call.owner);
      }
    }
    Redirects.apply(m.instructions, call, index.redirectOwner(call.owner, call.name, call.desc));
    WaitSites.replace(m, call);
    HashSites.mark(m, call);
  }

  /**
   * Names an interface whose method a class calls though it has one of its own. A JVM refuses that
   * for interfaces that only others bring; ART does not, so R8 leaves them out.
   */
  private void name(String itf) {
    if (!itf.equals(node.name)
        && !node.interfaces.contains(itf)
        && index.inherits(node.name, itf)) {
      node.interfaces.add(itf);
    }
  }

  /** Some dex files carry an annotation twice; reflection then throws AnnotationFormatError. */
  private static void distinct(List<AnnotationNode> l) {
    if (l != null) {
      Set<String> seen = new HashSet<>();
      l.removeIf(a -> !seen.add(a.desc));
    }
  }
}
