package talpa.agent.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EarlierTest {
  private static final String BASE =
      """
      .class public Lx/Base;
      .super Ljava/lang/Object;
      .method public constructor <init>()V
          .registers 1
          invoke-direct {p0}, Ljava/lang/Object;-><init>()V
          return-void
      .end method
      """;

  private static final String SUB =
      """
      .class public Lx/Sub;
      .super Lx/Base;
      """;

  private static final String SUB_WITH_CONSTRUCTOR =
      SUB
          + """
          .method public constructor <init>()V
              .registers 1
              invoke-direct {p0}, Lx/Base;-><init>()V
              return-void
          .end method
          """;

  private static final String MAIN =
      """
      .class public Lx/Main;
      .super Ljava/lang/Object;
      .source "Main.java"
      .field public static limit:I = 5
      .annotation runtime Lx/Mark;
          value = "one"
      .end annotation
      .method public static make()Ljava/lang/Object;
          .registers 1
          new-instance v0, Lx/Sub;
          invoke-direct {v0}, Lx/Sub;-><init>()V
          return-object v0
      .end method
      .method public static div(II)I
          .registers 3
          .line 41
          :from
          div-int v0, p0, p1
          :to
          .catch Ljava/lang/ArithmeticException; {:from .. :to} :failed
          return v0
          :failed
          const/4 v0, 0x7
          return v0
      .end method
      """;

  private static final String LABELLED =
      """
      .class public interface abstract Lx/Label;
      .super Ljava/lang/Object;
      .method public static of()I
          .registers 1
          const/4 v0, 0x3
          return v0
      .end method
      """;

  private static final String CALLER =
      """
      .class public Lx/Caller;
      .super Ljava/lang/Object;
      .method public static label()I
          .registers 1
          invoke-static {}, Lx/Label;->of()I
          move-result v0
          return v0
      .end method
      """;

  @TempDir Path before;
  @TempDir Path after;
  private Smali first;
  private Smali second;

  @BeforeEach
  void prepare() {
    first = new Smali(before, false);
    second = new Smali(after, false, List.of(first.jar()));
  }

  @Test
  void classesThatAreTheSameAreTaken() throws Exception {
    first.load(BASE, SUB_WITH_CONSTRUCTOR, MAIN).close();
    assertEquals(0, first.result().reused());
    try (URLClassLoader l = second.load(MAIN, BASE, SUB_WITH_CONSTRUCTOR)) {
      assertEquals(3, second.result().reused());
      assertEquals(first.result().methods(), second.result().methods());
      assertEquals(7, call(l, "x.Main", "div", 4, 0));
    }
    for (String name : List.of("Base", "Sub", "Main")) {
      assertArrayEquals(read(first, name), read(second, name));
    }
  }

  @Test
  void whatWasTakenCanBeTakenAgain() throws Exception {
    first.load(BASE).close();
    second.load(BASE, SUB_WITH_CONSTRUCTOR).close();
    Path third = Files.createDirectory(after.resolve("third"));
    Smali last = new Smali(third, false, List.of(second.jar()));
    last.load(BASE, SUB_WITH_CONSTRUCTOR).close();
    assertEquals(2, last.result().reused());
  }

  @ParameterizedTest
  @CsvSource({
    "Main.java, Other.java",
    "limit:I = 5, limit:I = 6",
    "limit:I = 5, limit:I",
    "public static limit, private static limit",
    "value = \"one\", value = \"two\"",
    "value = \"one\", value = 0x1",
    "value = \"one\", value = 1.0f",
    "annotation runtime, annotation build",
    ".line 41, .line 42",
    "div-int v0, rem-int v0",
    "'const/4 v0, 0x7', 'const/4 v0, 0x6'",
    "'{:from .. :to} :failed', '{:from .. :failed} :failed'",
    "Ljava/lang/ArithmeticException;, Ljava/lang/Exception;",
    ".method public static div, .method static div",
    ".registers 3, .registers 4",
    "super Ljava/lang/Object;, super Ljava/util/Date;",
  })
  void anyDifferenceIsAnotherClass(String one, String other) throws Exception {
    first.load(MAIN).close();
    second.load(MAIN.replace(one, other)).close();
    assertEquals(0, second.result().reused());
  }

  @Test
  void aClassWhoseCallNowRunsAnotherConstructorIsTranslated() throws Exception {
    first.load(BASE, SUB_WITH_CONSTRUCTOR, MAIN).close();
    try (URLClassLoader l = second.load(BASE, SUB, MAIN)) {
      assertEquals(1, second.result().reused(), "Base");
      assertEquals("x.Sub", call(l, "x.Main", "make").getClass().getName());
    }
  }

  @Test
  void aClassWhoseCallNowNamesAnInterfaceIsTranslated() throws Exception {
    first.load(LABELLED.replace("interface abstract ", ""), CALLER).close();
    try (URLClassLoader l = second.load(LABELLED, CALLER)) {
      assertEquals(0, second.result().reused());
      assertEquals(3, call(l, "x.Caller", "label"));
    }
  }

  @Test
  void aDamagedJarIsNotUsed() throws Exception {
    first.load(BASE).close();
    byte[] b = Files.readAllBytes(first.jar());
    Files.write(first.jar(), Arrays.copyOf(b, b.length / 2));
    second.load(BASE).close();
    assertEquals(0, second.result().reused());
    assertEquals(1, second.result().classes());
  }

  @Test
  void aJarThatIsGoneIsNotMissed() throws Exception {
    second.load(BASE).close();
    assertEquals(1, second.result().classes());
  }

  private static byte[] read(Smali s, String name) throws IOException {
    try (ZipFile z = new ZipFile(s.jar().toFile())) {
      return z.getInputStream(z.getEntry("x/" + name + ".class")).readAllBytes();
    }
  }

  private static Object call(ClassLoader l, String cls, String method, Integer... args)
      throws ReflectiveOperationException {
    Class<?>[] types = new Class<?>[args.length];
    Arrays.fill(types, int.class);
    return Class.forName(cls, true, l).getMethod(method, types).invoke(null, (Object[]) args);
  }
}
