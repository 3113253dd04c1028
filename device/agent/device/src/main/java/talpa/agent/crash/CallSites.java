package talpa.agent.crash;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Looks up, in the bytecode at the top frame of a null pointer exception, what the JDK's message
 * leaves out and ART's has: result types, owners of fields, the kind of call.
 */
final class CallSites {
  private final Function<String, byte[]> bytes;

  CallSites(Function<String, byte[]> bytes) {
    this.bytes = bytes;
  }

  /** ART's message for a call on null; call is as in the JDK's message, "Owner.name(params)". */
  String invocation(StackTraceElement at, String call) {
    MethodInsnNode found =
        find(
            at,
            MethodInsnNode.class,
            i -> i.getOpcode() != Opcodes.INVOKESTATIC && jdkForm(i).equals(call));
    if (found == null) {
      return "Attempt to invoke virtual method '" + call + "' on a null object reference";
    }
    String kind =
        switch (found.getOpcode()) {
          case Opcodes.INVOKEINTERFACE -> "interface";
          case Opcodes.INVOKESPECIAL -> "direct";
          default -> "virtual";
        };
    return "Attempt to invoke "
        + kind
        + " method '"
        + pretty(found.owner, found.name, found.desc)
        + "' on a null object reference";
  }

  /** ART's message for a field of null. */
  String field(StackTraceElement at, String name, boolean read) {
    int opcode = read ? Opcodes.GETFIELD : Opcodes.PUTFIELD;
    MethodNode[] in = new MethodNode[1];
    FieldInsnNode found =
        find(at, FieldInsnNode.class, i -> i.getOpcode() == opcode && i.name.equals(name), in);
    String verb = read ? "read from" : "write to";
    if (found == null) {
      return "Attempt to " + verb + " field '" + name + "' on a null object reference";
    }
    return "Attempt to "
        + verb
        + " field '"
        + Type.getType(found.desc).getClassName()
        + " "
        + found.owner.replace('/', '.')
        + "."
        + found.name
        + "' on a null object reference in method '"
        + pretty(at.getClassName(), in[0].name, in[0].desc)
        + "'";
  }

  private <T extends AbstractInsnNode> T find(
      StackTraceElement at, Class<T> kind, java.util.function.Predicate<T> wanted) {
    return find(at, kind, wanted, new MethodNode[1]);
  }

  /** The instruction at the frame's line that is wanted, else one anywhere in its method. */
  private <T extends AbstractInsnNode> T find(
      StackTraceElement at,
      Class<T> kind,
      java.util.function.Predicate<T> wanted,
      MethodNode[] in) {
    byte[] b = at == null ? null : bytesOf(at.getClassName());
    if (b == null) {
      return null;
    }
    ClassNode c = new ClassNode();
    new ClassReader(b).accept(c, ClassReader.SKIP_FRAMES);
    T elsewhere = null;
    String original = Frames.method(at);
    for (MethodNode m : c.methods) {
      if (!Frames.plain(at.getClassName(), m.name).equals(original)) {
        continue;
      }
      int line = -1;
      for (AbstractInsnNode i : m.instructions) {
        if (i instanceof LineNumberNode l) {
          line = l.line;
        } else if (kind.isInstance(i) && wanted.test(kind.cast(i))) {
          if (line == at.getLineNumber()) {
            in[0] = m;
            return kind.cast(i);
          }
          if (elsewhere == null) {
            elsewhere = kind.cast(i);
            in[0] = m;
          }
        }
      }
    }
    return elsewhere;
  }

  /** The bytes of a class of the app, the framework or the JDK; null if there are none. */
  private byte[] bytesOf(String cls) {
    byte[] b = bytes.apply(cls);
    if (b != null) {
      return b;
    }
    try (InputStream in = ClassLoader.getSystemResourceAsStream(cls.replace('.', '/') + ".class")) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      return null;
    }
  }

  /** A call as the JDK's messages write it: java.lang is left out for Object and String. */
  private static String jdkForm(MethodInsnNode i) {
    StringBuilder b = new StringBuilder(shortened(Type.getObjectType(i.owner).getClassName()));
    b.append('.').append(i.name).append('(');
    String sep = "";
    for (Type t : Type.getArgumentTypes(i.desc)) {
      b.append(sep).append(shortened(t.getClassName()));
      sep = ", ";
    }
    return b.append(')').toString();
  }

  private static String shortened(String type) {
    String element = type.replace("[]", "");
    return element.equals("java.lang.Object") || element.equals("java.lang.String")
        ? type.substring("java.lang.".length())
        : type;
  }

  private static String pretty(String owner, String name, String desc) {
    String cls = owner.replace('/', '.');
    StringBuilder b = new StringBuilder(Type.getReturnType(desc).getClassName());
    b.append(' ').append(cls).append('.');
    b.append(Frames.plain(cls, name)).append('(');
    String sep = "";
    for (Type t : Type.getArgumentTypes(desc)) {
      b.append(sep).append(t.getClassName());
      sep = ", ";
    }
    return b.append(')').toString();
  }
}
