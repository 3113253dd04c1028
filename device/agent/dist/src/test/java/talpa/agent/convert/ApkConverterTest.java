package talpa.agent.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

class ApkConverterTest {
  private static final String MAIN =
      """
      .class public Lx/Main;
      .super Ljava/lang/Object;
      .source "Main.java"
      .method public static div(II)I
          .registers 3
          .line 41
          div-int v0, p0, p1
          .line 42
          return v0
      .end method
      .method public static length()I
          .registers 1
          .line 50
          const/4 v0, 0x0
          invoke-virtual {v0}, Ljava/lang/String;->length()I
          move-result v0
          return v0
      .end method
      """;

  @TempDir Path dir;
  private Smali smali;

  @BeforeEach
  void prepare() {
    smali = new Smali(dir);
  }

  @Test
  void keepsFilesAndLines() throws Exception {
    try (URLClassLoader l = smali.load(MAIN)) {
      assertEquals(3, call(l, "x.Main", "div", 7, 2));
      Throwable t = thrown(() -> call(l, "x.Main", "div", 7, 0));
      assertEquals(new StackTraceElement("x.Main", "div", "Main.java", 41), plain(t));
      assertEquals(List.of("x86/libfoo.so"), smali.result().nativeLibraries());
      assertEquals(0, smali.result().failed());
    }
  }

  @Test
  void aCallOnNullStaysACall() throws Exception {
    try (URLClassLoader l = smali.load(MAIN)) {
      Throwable t = thrown(() -> call(l, "x.Main", "length"));
      assertEquals(NullPointerException.class, t.getClass());
      assertEquals(50, t.getStackTrace()[0].getLineNumber());
      assertEquals(
          "Cannot invoke \"String.length()\"", t.getMessage().replaceAll(" because.*", ""));
    }
  }

  @Test
  void aCallNamesTheSubclassThatInheritsTheMethod() throws Exception {
    String thread =
        """
        .class public Lx/Worker;
        .super Landroid/os/HandlerThread;
        .method public static own()V
            .registers 2
            const-wide/16 v0, 0x28
            invoke-static {v0, v1}, Lx/Worker;->sleep(J)V
            invoke-static {}, Lx/Worker;->yield()V
            return-void
        .end method
        .method public static yield()V
            .registers 0
            return-void
        .end method
        """;
    try (URLClassLoader l = smali.load(thread)) {
      assertEquals(
          List.of("talpa/agent/libcore/TimeCalls.sleep", "x/Worker.yield"),
          calls(l, "x/Worker", "own"));
    }
  }

  @Test
  void aMethodOfAnInterfaceThatOnlyAnotherBringsMayBeCalledBesideTheOwn() throws Exception {
    String root =
        """
        .class public interface abstract Lx/Root;
        .super Ljava/lang/Object;
        .method public value()I
            .registers 2
            const/4 v0, 0x4
            return v0
        .end method
        """;
    String brings =
        """
        .class public interface abstract Lx/Brings;
        .super Ljava/lang/Object;
        .implements Lx/Root;
        """;
    String base =
        """
        .class public Lx/Base;
        .super Ljava/lang/Object;
        .implements Lx/Brings;
        """;
    String own =
        """
        .class public Lx/Own;
        .super Lx/Base;
        .method public static run()I
            .registers 2
            new-instance v0, Lx/Own;
            invoke-direct {v0}, Ljava/lang/Object;-><init>()V
            invoke-interface {v0}, Lx/Root;->value()I
            move-result v0
            return v0
        .end method
        .method public value()I
            .registers 2
            invoke-super {p0}, Lx/Root;->value()I
            move-result v0
            add-int/lit8 v0, v0, 0x1
            return v0
        .end method
        """;
    String alien =
        """
        .class public Lx/Alien;
        .super Ljava/lang/Object;
        .method public value()I
            .registers 2
            invoke-super {p0}, Lx/Root;->value()I
            move-result v0
            return v0
        .end method
        """;
    try (URLClassLoader l = smali.load(root, brings, base, own, alien)) {
      assertEquals(5, call(l, "x.Own", "run"));
      assertEquals(0, l.loadClass("x.Alien").getInterfaces().length);
    }
  }

  @Test
  void constructorsOfTheSuperclassMayBeCalledOnTheSubclass() throws Exception {
    String base =
        """
        .class public Lx/Base;
        .super Ljava/lang/Object;
        .field public n:I
        .method public constructor <init>(I)V
            .registers 2
            invoke-direct {p0}, Ljava/lang/Object;-><init>()V
            iput p1, p0, Lx/Base;->n:I
            return-void
        .end method
        """;
    String sub =
        """
        .class public Lx/Sub;
        .super Lx/Base;
        .method public static make()Ljava/lang/Object;
            .registers 2
            new-instance v0, Lx/Sub;
            const/4 v1, 0x5
            invoke-direct {v0, v1}, Lx/Base;-><init>(I)V
            return-object v0
        .end method
        """;
    try (URLClassLoader l = smali.load(base, sub)) {
      Object o = call(l, "x.Sub", "make");
      assertEquals("x.Sub", o.getClass().getName());
      assertEquals(5, l.loadClass("x.Base").getField("n").getInt(o));
    }
  }

  @ParameterizedTest
  @CsvSource({"own, 5", "inlined, 5", "framework, 0"})
  void constructorsAreInherited(String how, int want) throws Exception {
    String base =
        """
        .class public Lx/Base;
        .super Ljava/lang/Exception;
        .field public n:I
        .method public constructor <init>(I)V
            .registers 2
            invoke-direct {p0}, Ljava/lang/Exception;-><init>()V
            iput p1, p0, Lx/Base;->n:I
            return-void
        .end method
        """;
    String middle =
        """
        .class public Lx/Middle;
        .super Lx/Base;
        """;
    String sub =
        """
        .class public Lx/Sub;
        .super Lx/Middle;
        .method public static own()Ljava/lang/Object;
            .registers 2
            new-instance v0, Lx/Sub;
            const/4 v1, 0x5
            invoke-direct {v0, v1}, Lx/Sub;-><init>(I)V
            return-object v0
        .end method
        .method public static inlined()Ljava/lang/Object;
            .registers 2
            new-instance v0, Lx/Sub;
            const/4 v1, 0x5
            invoke-direct {v0, v1}, Lx/Middle;-><init>(I)V
            return-object v0
        .end method
        .method public static framework()Ljava/lang/Object;
            .registers 2
            new-instance v0, Lx/Sub;
            const-string v1, "why"
            invoke-direct {v0, v1}, Lx/Sub;-><init>(Ljava/lang/String;)V
            return-object v0
        .end method
        """;
    try (URLClassLoader l = smali.load(base, middle, sub)) {
      Object o = call(l, "x.Sub", how);
      assertEquals("x.Sub", o.getClass().getName());
      assertEquals(want, o.getClass().getField("n").getInt(o));
      assertEquals(how.equals("framework") ? "why" : null, ((Exception) o).getMessage());
    }
  }

  @Test
  void aConstructorThatNoSuperclassHasIsMissing() throws Exception {
    String sub =
        """
        .class public Lx/Sub;
        .super Ljava/lang/Exception;
        .method public static make()Ljava/lang/Object;
            .registers 2
            new-instance v0, Lx/Sub;
            const/4 v1, 0x5
            invoke-direct {v0, v1}, Lx/Sub;-><init>(I)V
            return-object v0
        .end method
        """;
    try (URLClassLoader l = smali.load(sub)) {
      Throwable t = thrown(() -> call(l, "x.Sub", "make"));
      assertEquals(NoSuchMethodError.class, t.getClass());
      assertEquals(List.of("x/Sub.<init>"), calls(l, "x/Sub", "make"));
    }
  }

  @Test
  void anInlinedConstructorIsNotTheOtherOneOfItsClass() throws Exception {
    String sub =
        """
        .class public Lx/Sub;
        .super Ljava/lang/Object;
        .field public n:I
        .method public constructor <init>()V
            .registers 2
            invoke-direct {p0}, Ljava/lang/Object;-><init>()V
            const/4 v0, 0x7
            iput v0, p0, Lx/Sub;->n:I
            return-void
        .end method
        .method public static bare()Ljava/lang/Object;
            .registers 1
            new-instance v0, Lx/Sub;
            invoke-direct {v0}, Ljava/lang/Object;-><init>()V
            return-object v0
        .end method
        .method public static full()Ljava/lang/Object;
            .registers 1
            new-instance v0, Lx/Sub;
            invoke-direct {v0}, Lx/Sub;-><init>()V
            return-object v0
        .end method
        """;
    try (URLClassLoader l = smali.load(sub)) {
      for (String how : List.of("bare", "full")) {
        Object o = call(l, "x.Sub", how);
        assertEquals("x.Sub", o.getClass().getName());
        assertEquals(how.equals("full") ? 7 : 0, o.getClass().getField("n").getInt(o));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "gt, -1, true",
    "gt, 0, false",
    "gt, 1, false",
    "ge, -1, true",
    "ge, 0, true",
    "ge, 1, false",
    "lt, -1, false",
    "lt, 0, false",
    "lt, 1, true",
    "le, -1, false",
    "le, 0, true",
    "le, 1, true",
    "eq, 0, true",
    "eq, 1, false",
    "ne, 0, false",
    "ne, 1, true",
  })
  void zeroIsComparedWithAValue(String how, int x, boolean want) throws Exception {
    for (int zero : new int[] {0, 5}) {
      String code =
          """
          .class public Lx/Compare;
          .super Ljava/lang/Object;
          .field public static x:I
          .method public static jumps()Ljava/lang/Object;
              .registers 2
              const/4 v0, ZERO
              sget v1, Lx/Compare;->x:I
              if-HOW v0, v1, :yes
              sget-object v0, Ljava/lang/Boolean;->FALSE:Ljava/lang/Boolean;
              return-object v0
              :yes
              sget-object v0, Ljava/lang/Boolean;->TRUE:Ljava/lang/Boolean;
              return-object v0
          .end method
          """;
      String text = code.replace("ZERO", Integer.toString(zero)).replace("HOW", how);
      try (URLClassLoader l = smali.load(text)) {
        l.loadClass("x.Compare").getField("x").setInt(null, x + zero);
        assertEquals(want, call(l, "x.Compare", "jumps"));
      }
    }
  }

  @Test
  void stubsOfFrameworkClassesAreLeftOut() throws Exception {
    String stub =
        """
        .class public synthetic Landroid/view/WindowInsetsAnimation$Callback;
        .super Ljava/lang/Object;
        """;
    String sub =
        """
        .class public Lx/Sub;
        .super Landroid/view/WindowInsetsAnimation$Callback;
        .method public constructor <init>()V
            .registers 2
            const/4 v0, 0x0
            invoke-direct {p0, v0}, Landroid/view/WindowInsetsAnimation$Callback;-><init>(I)V
            return-void
        .end method
        """;
    try (URLClassLoader l = smali.load(stub, sub)) {
      assertNull(l.findResource("android/view/WindowInsetsAnimation$Callback.class"));
      assertEquals(
          List.of("android/view/WindowInsetsAnimation$Callback.<init>"),
          calls(l, "x/Sub", "<init>"));
    }
  }

  @Test
  void callsOfStaticInterfaceMethodsAreRepaired() throws Exception {
    String itf =
        """
        .class public interface abstract Lx/Itf;
        .super Ljava/lang/Object;
        .method public static seven()I
            .registers 1
            const/4 v0, 0x7
            return v0
        .end method
        """;
    String user =
        """
        .class public Lx/User;
        .super Ljava/lang/Object;
        .method public static seven()I
            .registers 1
            invoke-static {}, Lx/Itf;->seven()I
            move-result v0
            return v0
        .end method
        """;
    try (URLClassLoader l = smali.load(itf, user)) {
      assertEquals(7, call(l, "x.User", "seven"));
    }
  }

  @Test
  void oddClassesLoad() throws Exception {
    String info =
        """
        .class interface abstract synthetic Lx/package-info;
        .super Ljava/lang/Object;
        """;
    String odd =
        """
        .class public final abstract Lx/Odd;
        .super Ljava/lang/Object;
        .field public final volatile f:I
        .method private static final abstract go()V
        .end method
        """;
    try (URLClassLoader l = smali.load(info, odd)) {
      assertNotNull(Class.forName("x.package-info", true, l));
      assertNotNull(Class.forName("x.Odd", true, l).getDeclaredFields());
    }
  }

  @Test
  void aClassThatIsMissingIsCaughtWhereItIsNamed() throws Exception {
    String asks =
        """
        .class public Lx/Asks;
        .super Ljava/lang/Object;
        .method public static there()I
            .registers 2
            const-class v0, Lx/Asks;
            :try_start
            const-class v1, Lx/None;
            if-ne v0, v1, :no
            const/4 v0, 0x1
            return v0
            :try_end
            .catch Ljava/lang/NoClassDefFoundError; {:try_start .. :try_end} :missing
            :no
            const/4 v0, 0x0
            return v0
            :missing
            const/4 v0, 0x2
            return v0
        .end method
        """;
    try (URLClassLoader l = smali.load(asks)) {
      assertEquals(2, call(l, "x.Asks", "there"));
    }
  }

  @Test
  void refusesWhatIsNoApk() throws IOException {
    Path p = dir.resolve("text.apk");
    Files.writeString(p, "not an archive");
    assertThrows(Exception.class, () -> new ApkConverter(false).convert(p, dir.resolve("o.jar")));
  }

  /** The methods that a method calls, as "owner.name". */
  private static List<String> calls(URLClassLoader l, String cls, String method)
      throws IOException {
    ClassNode node = new ClassNode();
    new ClassReader(l.findResource(cls + ".class").openStream().readAllBytes()).accept(node, 0);
    List<String> calls = new ArrayList<>();
    for (MethodNode m : node.methods) {
      for (AbstractInsnNode i : m.instructions) {
        if (m.name.equals(method) && i instanceof MethodInsnNode call) {
          calls.add(call.owner + "." + call.name);
        }
      }
    }
    return calls;
  }

  private interface Action {
    void run() throws Exception;
  }

  private static Throwable thrown(Action a) {
    return assertThrows(InvocationTargetException.class, a::run).getCause();
  }

  private static StackTraceElement plain(Throwable t) {
    StackTraceElement e = t.getStackTrace()[0];
    return new StackTraceElement(
        e.getClassName(), e.getMethodName(), e.getFileName(), e.getLineNumber());
  }

  private static Object call(ClassLoader l, String cls, String method, Integer... args)
      throws Exception {
    Class<?>[] types = new Class<?>[args.length];
    java.util.Arrays.fill(types, int.class);
    return l.loadClass(cls).getMethod(method, types).invoke(null, (Object[]) args);
  }
}
