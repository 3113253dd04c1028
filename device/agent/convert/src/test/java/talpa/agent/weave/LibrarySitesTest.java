package talpa.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

class LibrarySitesTest {
  private static final String ERROR = "java/lang/UnsatisfiedLinkError";

  /** What the code does after the load, or in the handler. */
  private enum Then {
    KEEP {
      @Override
      void write(MethodNode m) {
        m.visitInsn(Opcodes.ICONST_1);
        m.visitFieldInsn(Opcodes.PUTSTATIC, "app/Art", "fast", "Z");
      }
    },
    LOG {
      @Override
      void write(MethodNode m) {
        m.visitMethodInsn(Opcodes.INVOKESTATIC, "app/Art", "log", "()V", false);
      }
    },
    THROW {
      @Override
      void write(MethodNode m) {
        m.visitInsn(Opcodes.ACONST_NULL);
        m.visitInsn(Opcodes.ATHROW);
      }
    };

    abstract void write(MethodNode m);
  }

  @Test
  void aLoadWhoseOutcomeIsKeptFails() {
    MethodNode m = guarded(ERROR, Then.KEEP, Then.LOG);
    assertEquals(List.of(Redirects.SYSTEM + ".failToLoadLibrary(Ljava/lang/String;)V"), calls(m));
  }

  @Test
  void soDoesOneWhoseHandlerKeepsIt() {
    MethodNode m = guarded("java/lang/Throwable", Then.LOG, Then.KEEP);
    assertEquals(List.of(Redirects.SYSTEM + ".failToLoadLibrary(Ljava/lang/String;)V"), calls(m));
  }

  @Test
  void anAnswerKeepsTheOutcome() {
    assertEquals(
        List.of(Redirects.SYSTEM + ".failToLoad(Ljava/lang/Runtime;Ljava/lang/String;)V"),
        calls(answering()));
  }

  @Test
  void anErrorThatIsOnlyLoggedLeavesTheLoad() {
    assertEquals(
        List.of("java/lang/System.loadLibrary(Ljava/lang/String;)V"),
        calls(guarded(ERROR, Then.LOG, Then.LOG)));
  }

  @Test
  void anErrorThatIsThrownOnLeavesTheLoad() {
    assertEquals(
        List.of("java/lang/System.loadLibrary(Ljava/lang/String;)V"),
        calls(guarded(ERROR, Then.KEEP, Then.THROW)));
  }

  @Test
  void anotherExceptionLeavesTheLoad() {
    assertEquals(
        List.of("java/lang/System.loadLibrary(Ljava/lang/String;)V"),
        calls(guarded("java/lang/SecurityException", Then.KEEP, Then.LOG)));
  }

  @Test
  void aFinallyLeavesTheLoad() {
    assertEquals(
        List.of("java/lang/System.loadLibrary(Ljava/lang/String;)V"),
        calls(guarded(null, Then.KEEP, Then.LOG)));
  }

  /** {@code try { System.loadLibrary("art"); then } catch (type) { handled }}. */
  private static MethodNode guarded(String type, Then then, Then handled) {
    MethodNode m = new MethodNode(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    Label done = new Label();
    m.visitTryCatchBlock(start, end, handler, type);
    m.visitLabel(start);
    m.visitLdcInsn("art");
    m.visitMethodInsn(
        Opcodes.INVOKESTATIC, "java/lang/System", "loadLibrary", "(Ljava/lang/String;)V", false);
    m.visitLabel(end); // compilers leave out of the range what cannot throw
    then.write(m);
    m.visitJumpInsn(Opcodes.GOTO, done);
    m.visitLabel(handler);
    m.visitInsn(Opcodes.POP);
    handled.write(m);
    m.visitLabel(done);
    m.visitInsn(Opcodes.RETURN);
    return m;
  }

  /** {@code try { runtime.load("art"); return true; } catch (LinkageError e) { return false; }}. */
  private static MethodNode answering() {
    MethodNode m = new MethodNode(Opcodes.ACC_STATIC, "fast", "(Ljava/lang/Runtime;)Z", null, null);
    Label start = new Label();
    Label end = new Label();
    m.visitTryCatchBlock(start, end, end, "java/lang/LinkageError");
    m.visitLabel(start);
    m.visitVarInsn(Opcodes.ALOAD, 0);
    m.visitLdcInsn("art");
    m.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, "java/lang/Runtime", "load", "(Ljava/lang/String;)V", false);
    m.visitInsn(Opcodes.ICONST_1);
    m.visitInsn(Opcodes.IRETURN);
    m.visitLabel(end);
    m.visitInsn(Opcodes.POP);
    m.visitInsn(Opcodes.ICONST_0);
    m.visitInsn(Opcodes.IRETURN);
    return m;
  }

  /** The calls of libraries in a method, once its places are replaced. */
  private static List<String> calls(MethodNode m) {
    LibrarySites.replace(m);
    List<String> out = new ArrayList<>();
    for (AbstractInsnNode i : m.instructions) {
      if (i instanceof MethodInsnNode c && !c.owner.equals("app/Art")) {
        out.add(c.owner + "." + c.name + c.desc);
      }
    }
    return out;
  }
}
