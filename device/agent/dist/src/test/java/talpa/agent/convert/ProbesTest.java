package talpa.agent.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.InvocationTargetException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import talpa.agent.process.PerApp;
import talpa.agent.record.Recorder;

class ProbesTest {
  private static final String COUNTER =
      """
      .class public Lx/Counter;
      .super Ljava/lang/Object;
      .source "Counter.java"
      .method public static sum(I)I
          .registers 3
          .line 10
          const/4 v0, 0x0
          :loop
          .line 11
          if-lez p0, :done
          .line 12
          add-int/2addr v0, p0
          add-int/lit8 p0, p0, -0x1
          goto :loop
          :done
          .line 13
          return v0
      .end method
      .method public static synthetic lambda$bare$0()V
          .registers 0
          return-void
      .end method
      .method public static endless()V
          .registers 0
          .line 20
          invoke-static {}, Lx/Counter;->endless()V
          .line 21
          return-void
      .end method
      .method public static native zero()I
      .end method
      """;
  private static final String TYPE =
      """
      .class public interface abstract Lx/Type;
      .super Ljava/lang/Object;
      .method public static one()I
          .registers 1
          .line 5
          const/4 v0, 0x1
          return v0
      .end method
      """;

  @TempDir Path dir;

  @BeforeEach
  void forget() {
    PerApp.drop();
  }

  @Test
  void whatRunsIsRecordedOnce() throws Exception {
    try (URLClassLoader l = new Smali(dir, true).load(COUNTER, TYPE)) {
      assertEquals(0, call(l, "x.Counter", "sum", 0));
      assertEquals(Map.of("Lx/Counter;->sum(I)I", List.of(10, 11, 13)), taken());
      assertEquals(3, call(l, "x.Counter", "sum", 2));
      assertEquals(Map.of("Lx/Counter;->sum(I)I", List.of(10, 11, 12, 13)), taken());
      assertEquals(Map.of(), taken());
    }
  }

  @Test
  void methodsWithoutLinesAndOfInterfaces() throws Exception {
    try (URLClassLoader l = new Smali(dir, true).load(COUNTER, TYPE)) {
      call(l, "x.Counter", "lambda$bare$0");
      call(l, "x.Type", "one");
      assertEquals(
          Map.of("Lx/Counter;->lambda$bare$0()V", List.of(), "Lx/Type;->one()I", List.of(5)),
          taken());
    }
  }

  @Test
  void stackTracesStayAsTheyWere() throws Exception {
    try (URLClassLoader l = new Smali(dir, true).load(COUNTER)) {
      Throwable t =
          assertThrows(
                  InvocationTargetException.class,
                  () -> l.loadClass("x.Counter").getMethod("endless").invoke(null))
              .getCause();
      assertEquals(StackOverflowError.class, t.getClass());
      assertEquals(20, t.getStackTrace()[1].getLineNumber());
    }
  }

  @Test
  void aMethodThatBecomesTooLargeKeepsItsEntry() throws Exception {
    StringBuilder body = new StringBuilder();
    for (int i = 1; i <= 5000; i++) {
      body.append(".line ").append(i).append("\n add-int/lit8 p0, p0, 0x1\n");
    }
    String large =
        ".class public Lx/Large;\n.super Ljava/lang/Object;\n.method public static run(I)I\n"
            + ".registers 1\n"
            + body
            + "return p0\n.end method\n";
    Smali smali = new Smali(dir, true);
    try (URLClassLoader l = smali.load(large)) {
      assertEquals(5007, call(l, "x.Large", "run", 7));
      assertEquals(0, smali.result().failed());
      assertEquals(List.of("Lx/Large;->run(I)I"), List.copyOf(taken().keySet()));
    }
  }

  private final List<List<String>> places = new ArrayList<>();

  /** What was run since the last call: lines by method, as the device puts it together. */
  private Map<String, Object> taken() {
    Map<String, List<Integer>> m = new TreeMap<>();
    String type = "";
    for (String row : new String(Recorder.take().bytes(), UTF_8).lines().toList()) {
      String[] f = row.split("\t");
      if (f[0].equals("+")) {
        type = f[1];
        places.add(new ArrayList<>());
      } else if (!f[0].equals("=")) {
        for (int i = 2; i < f.length; i++) {
          places.get(places.size() - 1).add(type + "->" + f[0] + f[1] + " " + f[i]);
        }
      } else {
        for (int i = 2; i < f.length; i++) {
          String[] hit = places.get(Integer.parseInt(f[1])).get(Integer.parseInt(f[i])).split(" ");
          List<Integer> lines = m.computeIfAbsent(hit[0], k -> new ArrayList<>());
          if (!hit[1].equals("0")) {
            lines.add(Integer.parseInt(hit[1]));
          }
        }
      }
    }
    return new TreeMap<>(m);
  }

  private static Object call(ClassLoader l, String cls, String method, Integer... args)
      throws Exception {
    Class<?>[] types = new Class<?>[args.length];
    java.util.Arrays.fill(types, int.class);
    return l.loadClass(cls).getMethod(method, types).invoke(null, (Object[]) args);
  }
}
