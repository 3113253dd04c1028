package talpa.agent.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.InvocationTargetException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Methods that ART takes and that are too large for a class file. */
class LargeMethodTest {
  private static final int MANY = 12_000;
  private static final int STEPS = 120;

  @TempDir Path dir;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aTableOfConstants(boolean probed) throws Exception {
    StringBuilder body = new StringBuilder("const v0, " + MANY);
    body.append("\nnew-array v0, v0, [Ljava/lang/Object;\n");
    for (int i = 0; i < MANY; i++) {
      body.append("const v1, ").append(i).append("\nconst-string v2, \"n").append(i % 50);
      body.append("\"\naput-object v2, v0, v1\n");
    }
    body.append("sput-object v0, Lx/Table;->ALL:[Ljava/lang/Object;\nreturn-void\n");
    String field = ".field public static final ALL:[Ljava/lang/Object;\n";
    try (URLClassLoader l = load(probed, field, "static constructor <clinit>()V", body)) {
      Object[] all = (Object[]) l.loadClass("x.Table").getField("ALL").get(null);
      assertEquals(MANY, all.length);
      for (int i = 0; i < MANY; i++) {
        assertEquals("n" + i % 50, all[i]);
      }
    }
  }

  @Test
  void theContentOfAnArray() throws Exception {
    StringBuilder body = new StringBuilder("const v0, " + MANY);
    body.append("\nnew-array v0, v0, [I\nfill-array-data v0, :content\n");
    body.append("sput-object v0, Lx/Table;->ALL:[I\nreturn-void\n:content\n.array-data 4\n");
    for (int i = 0; i < MANY; i++) {
      body.append(i * 31).append('\n');
    }
    body.append(".end array-data\n");
    String field = ".field public static final ALL:[I\n";
    try (URLClassLoader l = load(false, field, "static constructor <clinit>()V", body)) {
      int[] all = (int[]) l.loadClass("x.Table").getField("ALL").get(null);
      assertEquals(MANY, all.length);
      for (int i = 0; i < MANY; i++) {
        assertEquals(i * 31, all[i]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, STEPS - 1})
  void stepsWithBranchesAndLines(int wrong) throws Exception {
    StringBuilder body = new StringBuilder("const/4 v0, 0\nconst-wide/16 v2, 1\n");
    for (int i = 0; i < STEPS; i++) {
      body.append(".line ").append(i + 1).append("\nconst v1, ").append(i);
      for (int j = 0; j < 80; j++) {
        body.append(
            "\nsget v4, Lx/Table;->n:I\nadd-int/lit16 v4, v4, 300\nsput v4, Lx/Table;->n:I");
      }
      body.append("\nif-eq v1, p0, :other").append(i).append("\nadd-int v0, v0, v1\n:on").append(i);
      body.append("\nadd-long v2, v2, v2\ngoto :next").append(i).append("\n:other").append(i);
      body.append("\ndiv-int v0, v0, v0\ngoto :on")
          .append(i)
          .append("\n:next")
          .append(i)
          .append('\n');
    }
    body.append("return v0\n");
    try (URLClassLoader l = load(false, ".field public static n:I\n", "static sum(I)I", body)) {
      var sum = l.loadClass("x.Table").getMethod("sum", int.class);
      assertEquals(STEPS * (STEPS - 1) / 2, sum.invoke(null, -1));
      if (wrong > 1) { // it begins anew from 1
        assertEquals(1, sum.invoke(null, wrong));
      } else {
        var e = assertThrows(InvocationTargetException.class, () -> sum.invoke(null, wrong));
        assertEquals(ArithmeticException.class, e.getCause().getClass());
        assertEquals(wrong + 1, e.getCause().getStackTrace()[0].getLineNumber());
      }
    }
  }

  private URLClassLoader load(boolean probed, String fields, String head, StringBuilder body)
      throws Exception {
    Smali smali = new Smali(dir, probed);
    String text =
        ".class public Lx/Table;\n.super Ljava/lang/Object;\n"
            + fields
            + ".method public "
            + head
            + "\n.registers 6\n"
            + body
            + ".end method\n";
    URLClassLoader l = smali.load(text);
    assertEquals(0, smali.result().failed());
    return l;
  }
}
