package talpa.agent.split;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.LabelNode;

class RegionsTest {
  private static List<Region> regions(Methods.Of m, int mostBytes) throws Exception {
    return new Regions(m.code(), new Operands(m.owner().name, m.code()), Set.of()).find(mostBytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 200, 2000})
  void aRegionIsEnteredAtItsBeginAndLeftToItsExit(int mostBytes) throws Exception {
    int all = 0;
    List<String> wrong = new ArrayList<>();
    for (Methods.Of m : Methods.all()) {
      int last = 0;
      for (Region r : regions(m, mostBytes)) {
        all++;
        String fault = fault(m.code(), r, mostBytes);
        if (r.begin() < last) {
          fault = "overlaps the one before";
        }
        if (fault != null) {
          wrong.add(m + " " + r + ": " + fault);
        }
        last = r.end();
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(all > 20, all + " regions");
  }

  /** What makes a region none, or null. */
  private static String fault(Code code, Region r, int mostBytes) {
    int bytes = 0;
    for (int p = r.begin(); p < r.end(); p++) {
      int op = code.get(p).getOpcode();
      bytes += Code.bytes(code.get(p));
      if (op == Opcodes.MONITORENTER || op == Opcodes.MONITOREXIT) {
        return "holds half of a lock";
      }
      if (Code.returns(code.get(p)) && r.exit() != Region.RETURNS) {
        return "returns at " + p;
      }
      for (LabelNode l : Code.targets(code.get(p))) {
        if (!inside(r, code.at(l)) && code.at(l) != r.exit()) {
          return "leaves at " + p + " to " + code.at(l);
        }
      }
    }
    boolean falls = Code.falls(code.get(r.end() - 1));
    if (falls && r.exit() != r.end()) {
      return "runs on behind its end";
    }
    for (int p = 0; p < code.size(); p++) {
      for (LabelNode l : Code.targets(code.get(p))) {
        if (!inside(r, p) && inside(r, code.at(l)) && code.at(l) != r.begin()) {
          return "is entered at " + code.at(l);
        }
      }
    }
    return bytes > mostBytes ? bytes + " bytes" : null;
  }

  private static boolean inside(Region r, int p) {
    return r.begin() <= p && p < r.end();
  }

  /** The sum of the bounds is one for the method as it is written. */
  @Test
  void noInstructionIsLongerThanItIsTakenFor() throws Exception {
    int methods = 0;
    for (Methods.Of m : Methods.all()) {
      int most = 0;
      for (int p = 0; p < m.code().size(); p++) {
        most += Code.bytes(m.code().get(p));
      }
      LabelNode end = new LabelNode();
      m.code().method.instructions.add(end);
      ClassWriter w = new ClassWriter(0);
      w.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "x/Y", null, "java/lang/Object", null);
      MethodVisitor v = w.visitMethod(Opcodes.ACC_STATIC, "m", m.code().method.desc, null, null);
      m.code().method.accept(v);
      int size = end.getLabel().getOffset();
      assertTrue(size <= most, m + ": " + size + " bytes, taken for " + most);
      methods++;
    }
    assertTrue(methods > 300, methods + " methods");
  }

  /** The constructor's call of another one, and what that is called with, stay in the method. */
  @Test
  void aConstructorsOwnConstructorStaysInIt() throws Exception {
    int calls = 0;
    for (Methods.Of m : Methods.all()) {
      Operands o = new Operands(m.owner().name, m.code());
      for (int p = 0; p < m.code().size(); p++) {
        if (o.ownConstructor(p)) {
          calls++;
          assertEquals("<init>", m.code().method.name, m + " at " + p);
        }
      }
      for (Region r : regions(m, 2000)) {
        for (int p = r.begin(); p < r.end(); p++) {
          assertTrue(!o.ownConstructor(p), m + " " + r);
        }
      }
    }
    assertTrue(calls > 50, calls + " calls");
  }
}
