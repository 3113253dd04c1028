package talpa.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import talpa.agent.patch.Classes;
import talpa.agent.patch.Patches;

/**
 * Each entry of the table is of a method that the JDK or the framework has, and each overload that
 * it redirects has a target in the device with the very descriptor that the call will have.
 */
class RedirectTargetsTest {
  @Test
  void staticMethods() throws IOException {
    assertEquals(List.of(), wrong(Redirects.methods(true), Opcodes.INVOKESTATIC));
  }

  @Test
  void methodsOfObjects() throws IOException {
    assertEquals(List.of(), wrong(Redirects.methods(false), Opcodes.INVOKEVIRTUAL));
  }

  private static List<String> wrong(Iterable<String> entries, int opcode) throws IOException {
    List<String> out = new ArrayList<>();
    for (String entry : entries) {
      int dot = entry.indexOf('.');
      String owner = entry.substring(0, dot);
      String method = entry.substring(dot + 1);
      List<MethodNode> redirected = methods(owner, method, opcode == Opcodes.INVOKESTATIC);
      if (redirected.isEmpty()) {
        out.add(entry + " is not there");
      }
      for (MethodNode m : redirected) {
        MethodInsnNode call = new MethodInsnNode(opcode, owner, m.name, m.desc, false);
        InsnList code = new InsnList();
        code.add(call);
        Redirects.apply(code, call, Redirects.owner(owner, m.name));
        if (!isThere(call)) {
          out.add(entry + m.desc + " goes to " + call.owner + "." + call.name + call.desc);
        }
      }
    }
    return out;
  }

  /** The public methods of a class, its superclasses and interfaces that an entry names. */
  private static List<MethodNode> methods(String owner, String method, boolean statics)
      throws IOException {
    List<MethodNode> out = new ArrayList<>();
    ClassNode c = Classes.plain(owner);
    if (c == null) {
      return out;
    }
    for (MethodNode m : c.methods) {
      boolean named = m.name.equals(method) || (m.name + m.desc).equals(method);
      boolean visible = (m.access & Opcodes.ACC_PUBLIC) != 0;
      boolean bridge = (m.access & Opcodes.ACC_BRIDGE) != 0;
      if (named && visible && !bridge && statics == ((m.access & Opcodes.ACC_STATIC) != 0)) {
        out.add(m);
      }
    }
    List<String> above = new ArrayList<>(c.interfaces);
    if (c.superName != null) {
      above.add(c.superName);
    }
    for (String a : above) {
      if (out.isEmpty()) {
        out.addAll(methods(a, method, statics));
      }
    }
    return out;
  }

  private static boolean isThere(MethodInsnNode call) throws IOException {
    if (!call.owner.startsWith("talpa/agent/")) {
      return false;
    }
    String name = call.owner.replace('/', '.');
    ClassNode c = new ClassNode(); // as the sandbox loads it
    new ClassReader(new Patches().apply(name, Classes.bytes(name))).accept(c, 0);
    return c.methods.stream().anyMatch(m -> m.name.equals(call.name) && m.desc.equals(call.desc));
  }

  @Test
  void classesHaveStandInsWithTheSameConstructors() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, String> e : Redirects.classes().entrySet()) {
      List<String> there = constructors(Classes.plain(e.getValue()));
      for (String desc : constructors(Classes.plain(e.getKey()))) {
        if (!there.contains(desc)) {
          wrong.add(e.getValue() + " lacks the constructor " + desc);
        }
      }
    }
    assertEquals(List.of(), wrong);
  }

  private static List<String> constructors(ClassNode c) {
    return c.methods.stream()
        .filter(m -> m.name.equals("<init>") && (m.access & Opcodes.ACC_PUBLIC) != 0)
        .map(m -> m.desc)
        .sorted()
        .toList();
  }

  @Test
  void loadsThatFailHaveTargets() throws IOException {
    for (String name : List.of("load", "loadLibrary")) {
      for (int opcode : List.of(Opcodes.INVOKESTATIC, Opcodes.INVOKEVIRTUAL)) {
        MethodInsnNode call =
            new MethodInsnNode(opcode, "java/lang/Runtime", name, "(Ljava/lang/String;)V", false);
        LibrarySites.fail(call);
        assertTrue(isThere(call), call.name + call.desc);
      }
    }
  }

  @Test
  void anEntryThatMatchesNothingIsFound() throws IOException {
    assertEquals(
        List.of("java/lang/Thread.ofAnotherVersion is not there"),
        wrong(List.of("java/lang/Thread.ofAnotherVersion"), Opcodes.INVOKESTATIC));
  }

  @Test
  void aMethodWithoutTargetIsFound() throws IOException {
    assertEquals(
        List.of(
            "java/lang/Math.abs(I)I goes to java/lang/Math.abs(I)I",
            "java/lang/Math.abs(J)J goes to java/lang/Math.abs(J)J",
            "java/lang/Math.abs(F)F goes to java/lang/Math.abs(F)F",
            "java/lang/Math.abs(D)D goes to java/lang/Math.abs(D)D"),
        wrong(List.of("java/lang/Math.abs"), Opcodes.INVOKESTATIC));
  }
}
