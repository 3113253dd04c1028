package talpa.agent.dalvik;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.googlecode.d2j.DexLabel;
import com.googlecode.d2j.DexType;
import com.googlecode.d2j.Method;
import com.googlecode.d2j.node.DexCodeNode;
import com.googlecode.d2j.node.DexMethodNode;
import com.googlecode.d2j.reader.Op;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceMethodVisitor;

/** What single statements become; that whole methods do the same is {@link GeneratedCodeTest}'s. */
class MethodTranslatorTest {
  private static final Method HASH =
      new Method("Ljava/lang/Object;", "hashCode", new String[0], "I");

  /** Translates a static method of these types, with three registers before its arguments. */
  private static String translated(String[] types, String result, Consumer<DexCodeNode> code)
      throws UntranslatableException {
    return translated(types, result, false, code);
  }

  private static String translated(
      String[] types, String result, boolean positioned, Consumer<DexCodeNode> code)
      throws UntranslatableException {
    DexMethodNode m =
        new DexMethodNode(Opcodes.ACC_STATIC, new Method("Lx/Main;", "run", types, result));
    m.codeNode = new DexCodeNode();
    m.codeNode.visitRegister(3 + types.length);
    code.accept(m.codeNode);
    MethodNode to = new MethodNode(Opcodes.ACC_STATIC, "run", m.method.getDesc(), null, null);
    MethodTranslator.translate(m, to, positioned);
    Textifier text = new Textifier();
    to.accept(new TraceMethodVisitor(text));
    StringBuilder all = new StringBuilder();
    text.getText().forEach(all::append);
    all.setLength(all.indexOf("    MAXSTACK"));
    return Pattern.compile("^\\s+", Pattern.MULTILINE).matcher(all).replaceAll("").strip();
  }

  private static void refused(String why, String result, Consumer<DexCodeNode> code) {
    Throwable t =
        assertThrows(
            UntranslatableException.class, () -> translated(new String[] {"I"}, result, code));
    assertEquals(why, t.getMessage());
  }

  /** Between the two calls is code that nothing leads to: the label tells where the second is. */
  @Test
  void placesInCodeStandForLines() throws Exception {
    DexLabel behind = new DexLabel(0x10);
    assertEquals(
        """
        L0
        LINENUMBER 1 L0
        ALOAD 0
        INVOKEVIRTUAL java/lang/Object.hashCode ()I
        POP
        GOTO L1
        L1
        L2
        LINENUMBER 17 L2
        ALOAD 0
        INVOKEVIRTUAL java/lang/Object.hashCode ()I
        IRETURN""",
        translated(
            new String[] {"Ljava/lang/Object;"},
            "I",
            true,
            c -> {
              c.visitConstStmt(Op.CONST_4, 0, 0);
              c.visitMethodStmt(Op.INVOKE_VIRTUAL, new int[] {3}, HASH);
              c.visitJumpStmt(Op.GOTO, -1, -1, behind);
              c.visitLabel(behind);
              c.visitConstStmt(Op.CONST_4, 0, 0);
              c.visitMethodStmt(Op.INVOKE_VIRTUAL, new int[] {3}, HASH);
              c.visitStmt1R(Op.MOVE_RESULT, 0);
              c.visitStmt1R(Op.RETURN, 0);
            }));
  }

  @Test
  void aConstantIsPushedWhereItIsRead() throws Exception {
    assertEquals(
        "FCONST_0\nFRETURN",
        translated(
            new String[0],
            "F",
            c -> {
              c.visitConstStmt(Op.CONST_4, 0, 0);
              c.visitStmt1R(Op.RETURN, 0);
            }));
  }

  @Test
  void aResultThatIsReadNextStaysOnTheStack() throws Exception {
    assertEquals(
        "ILOAD 0\nICONST_2\nIMUL\nINEG\nIRETURN",
        translated(
            new String[] {"I"},
            "I",
            c -> {
              c.visitStmt2R1N(Op.MUL_INT_LIT8, 0, 3, 2);
              c.visitStmt2R(Op.NEG_INT, 1, 0);
              c.visitStmt1R(Op.RETURN, 1);
            }));
  }

  @Test
  void aNumberLessAValueIsSwapped() throws Exception {
    assertEquals(
        "ILOAD 0\nICONST_5\nSWAP\nISUB\nIRETURN",
        translated(
            new String[] {"I"},
            "I",
            c -> {
              c.visitStmt2R1N(Op.RSUB_INT_LIT8, 0, 3, 5);
              c.visitStmt1R(Op.RETURN, 0);
            }));
  }

  @Test
  void anAllocationStandsWhereItStood() throws Exception {
    String named = Allocation.join("Lx/Sub;", "Lx/Base;");
    assertEquals(
        "NEW x/Sub\nASTORE 0\nALOAD 0\nINVOKESPECIAL "
            + named.substring(1, named.length() - 1)
            + ".<init> ()V\nALOAD 0\nARETURN",
        translated(
            new String[0],
            "Ljava/lang/Object;",
            c -> {
              Method init = new Method("Lx/Base;", "<init>", new String[0], "V");
              c.visitTypeStmt(Op.NEW_INSTANCE, 0, -1, "Lx/Sub;");
              c.visitMethodStmt(Op.INVOKE_DIRECT, new int[] {0}, init);
              c.visitStmt1R(Op.RETURN_OBJECT, 0);
            }));
  }

  @Test
  void anExceptionThatTheHandlerDoesNotTakeIsDropped() throws Exception {
    assertEquals(
        """
        TRYCATCHBLOCK L0 L1 L2 null
        L3
        L0
        ALOAD 0
        INVOKEVIRTUAL java/lang/Object.hashCode ()I
        POP
        L1
        L4
        L5
        RETURN
        L2
        POP
        GOTO L5\
        """,
        translated(
            new String[] {"Ljava/lang/Object;"},
            "V",
            c -> {
              DexLabel start = new DexLabel();
              DexLabel end = new DexLabel();
              DexLabel handler = new DexLabel();
              c.visitTryCatch(start, end, new DexLabel[] {handler}, new String[1]);
              c.visitLabel(start);
              c.visitMethodStmt(Op.INVOKE_VIRTUAL, new int[] {3}, HASH);
              c.visitLabel(end);
              c.visitLabel(handler);
              c.visitStmt0R(Op.RETURN_VOID);
            }));
  }

  @Test
  void classesOfPrimitiveTypesAreFields() throws Exception {
    assertEquals(
        "GETSTATIC java/lang/Integer.TYPE : Ljava/lang/Class;\nARETURN",
        translated(
            new String[0],
            "Ljava/lang/Class;",
            c -> {
              c.visitConstStmt(Op.CONST_CLASS, 0, new DexType("I"));
              c.visitStmt1R(Op.RETURN_OBJECT, 0);
            }));
  }

  @Test
  void whatArtWouldRefuseIsRefused() {
    refused("v3 is read as FLOAT", "F", c -> c.visitStmt1R(Op.RETURN, 3));
    refused("v0 is read as INT", "I", c -> c.visitStmt1R(Op.RETURN, 0));
    refused("there is no register v9", "I", c -> c.visitStmt1R(Op.RETURN, 9));
    refused("a value is returned that nobody wants", "V", c -> c.visitStmt1R(Op.RETURN, 3));
    refused("there is no code", "V", c -> {});
    refused("the code has no end", "V", c -> c.visitStmt0R(Op.NOP));
    refused("a result is moved that there is not", "V", c -> c.visitStmt1R(Op.MOVE_RESULT, 0));
    refused(
        "an exception is moved that there is not",
        "V",
        c -> {
          c.visitStmt1R(Op.MOVE_EXCEPTION, 0);
          c.visitStmt0R(Op.RETURN_VOID);
        });
    refused(
        "a jump to where no instruction begins",
        "V",
        c -> c.visitJumpStmt(Op.GOTO, -1, -1, new DexLabel()));
    refused(
        "a call with too few arguments",
        "V",
        c -> {
          c.visitMethodStmt(Op.INVOKE_VIRTUAL, new int[0], HASH);
          c.visitStmt0R(Op.RETURN_VOID);
        });
  }
}
