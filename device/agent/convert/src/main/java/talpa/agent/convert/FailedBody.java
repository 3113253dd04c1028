package talpa.agent.convert;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The body of a method that could not be translated: throws a VerifyError that names it. */
final class FailedBody {
  private static final String ERROR = "java/lang/VerifyError";

  private FailedBody() {}

  static void write(MethodVisitor mv, String method, String why) {
    mv.visitTypeInsn(Opcodes.NEW, ERROR);
    mv.visitInsn(Opcodes.DUP);
    mv.visitLdcInsn("talpa could not translate " + method + ": " + why);
    mv.visitMethodInsn(Opcodes.INVOKESPECIAL, ERROR, "<init>", "(Ljava/lang/String;)V", false);
    mv.visitInsn(Opcodes.ATHROW);
    mv.visitMaxs(3, 255);
  }
}
