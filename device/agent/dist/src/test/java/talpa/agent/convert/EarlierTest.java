package talpa.agent.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.googlecode.d2j.node.DexClassNode;
import com.googlecode.d2j.node.DexFileNode;
import com.googlecode.d2j.reader.DexFileReader;
import com.googlecode.d2j.reader.MultiDexFileReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @TempDir Path dir;

  /** An app whose classes were converted one by one, as the front asks for them. */
  private final class App extends ClassLoader {
    final Path store;
    final Map<String, byte[]> files = new TreeMap<>();
    int reused;

    /** Converts the classes, which may be taken from a store. */
    App(Path earlier, String... classes) throws IOException {
      super(EarlierTest.class.getClassLoader());
      Path folder = Files.createTempDirectory(dir, "app");
      DexFileNode dex = new DexFileNode();
      MultiDexFileReader.open(Files.readAllBytes(new Smali(folder).apk(classes)))
          .accept(dex, DexFileReader.IGNORE_READ_EXCEPTION);
      Earlier known = new Earlier();
      known.add(earlier);
      ClassConverter converter = new ClassConverter(dex, known, false, Assertions::fail);
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.write(Stores.begin(List.of("x/Main")));
      for (DexClassNode c : converter.classes()) {
        ClassConverter.Result r = converter.convert(c);
        String name = AppIndex.internal(c.className);
        byte[] key = r.file().key() == null ? new byte[0] : r.file().key();
        all.write(Stores.record('C', name, key, r.file().bytes()));
        files.put(name, r.file().bytes());
        reused += r.reused() ? 1 : 0;
      }
      store = Files.write(folder.resolve("x.classes"), all.toByteArray());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] b = files.get(name.replace('.', '/'));
      if (b == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, b, 0, b.length);
    }
  }

  private App first(String... classes) throws IOException {
    return new App(dir.resolve("none"), classes);
  }

  @Test
  void classesThatAreTheSameAreTaken() throws Exception {
    App first = first(BASE, SUB_WITH_CONSTRUCTOR, MAIN);
    assertEquals(0, first.reused);
    App second = new App(first.store, MAIN, BASE, SUB_WITH_CONSTRUCTOR);
    assertEquals(3, second.reused);
    assertEquals(7, call(second, "x.Main", "div", 4, 0));
    for (String name : List.of("x/Base", "x/Sub", "x/Main")) {
      assertArrayEquals(first.files.get(name), second.files.get(name));
    }
  }

  @Test
  void whatWasTakenCanBeTakenAgain() throws Exception {
    App second = new App(first(BASE).store, BASE, SUB_WITH_CONSTRUCTOR);
    assertEquals(1, second.reused);
    assertEquals(2, new App(second.store, BASE, SUB_WITH_CONSTRUCTOR).reused);
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
    assertEquals(0, new App(first(MAIN).store, MAIN.replace(one, other)).reused);
  }

  @Test
  void aClassWhoseCallNowRunsAnotherConstructorIsTranslated() throws Exception {
    App second = new App(first(BASE, SUB_WITH_CONSTRUCTOR, MAIN).store, BASE, SUB, MAIN);
    assertEquals(1, second.reused, "Base");
    assertEquals("x.Sub", call(second, "x.Main", "make").getClass().getName());
  }

  @Test
  void aClassWhoseCallNowNamesAnInterfaceIsTranslated() throws Exception {
    App first = first(LABELLED.replace("interface abstract ", ""), CALLER);
    App second = new App(first.store, LABELLED, CALLER);
    assertEquals(0, second.reused);
    assertEquals(3, call(second, "x.Caller", "label"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aDamagedStoreIsNotUsed(boolean cut) throws Exception {
    Path store = first(BASE).store;
    byte[] b = Files.readAllBytes(store);
    b[b.length - 1]++;
    Files.write(store, cut ? Arrays.copyOf(b, b.length / 2) : b);
    App second = new App(store, BASE);
    assertEquals(0, second.reused);
    assertEquals(1, second.files.size());
  }

  private static Object call(ClassLoader l, String cls, String method, Integer... args)
      throws ReflectiveOperationException {
    Class<?>[] types = new Class<?>[args.length];
    Arrays.fill(types, int.class);
    return Class.forName(cls, true, l).getMethod(method, types).invoke(null, (Object[]) args);
  }
}
