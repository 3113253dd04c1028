package talpa.agent.shape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.json.JSONException;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a walk over an app's class files finds. */
class AppReadsTest {
  /** As Retrofit's. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface GET {
    String value();
  }

  @SuppressWarnings("unused")
  private interface Api {
    @GET("posts/{id}")
    String post(String id);
  }

  @SuppressWarnings("unused")
  private interface Other {
    @Deprecated
    String post(String id);
  }

  @SuppressWarnings("unused")
  static class Loader {
    static final String LABEL = "no address";

    String title(String answer) throws JSONException {
      return new JSONObject(answer).getString("title") + url("/v1/posts");
    }

    String url(String path) {
      return "https://h.example/api" + path;
    }
  }

  /** Has addresses and reads nothing. */
  @SuppressWarnings("unused")
  private static class Links {
    String about() {
      return "https://h.example/about";
    }
  }

  @TempDir Path dir;

  private Path jar(String name, Class<?>... all) throws IOException {
    Path jar = dir.resolve(name);
    try (OutputStream o = Files.newOutputStream(jar);
        ZipOutputStream z = new ZipOutputStream(o)) {
      for (Class<?> c : all) {
        String file = c.getName().replace('.', '/') + ".class";
        z.putNextEntry(new ZipEntry(file));
        try (InputStream in = getClass().getResourceAsStream("/" + file)) {
          in.transferTo(z);
        }
      }
      z.putNextEntry(new ZipEntry("notes.txt"));
      z.write(new byte[] {1, 2, 3});
    }
    return jar;
  }

  private static String internal(Class<?> c) {
    return c.getName().replace('.', '/');
  }

  @Test
  void interfacesWithPathsMayDescribeRequests() throws IOException {
    AppReads a = AppReads.of(jar("a.jar", Api.class, Other.class, Loader.class));
    assertEquals(List.of(Api.class.getName()), a.endpoints());
  }

  @Test
  void addressesCountWhereJsonIsRead() throws IOException {
    AppReads a = AppReads.of(jar("b.jar", Loader.class));
    assertEquals(Set.of("/v1/posts"), a.paths(internal(Loader.class)));
    assertEquals(a.paths(internal(Loader.class)), a.paths(internal(AppReadsTest.class)));
    assertEquals(Set.of(), a.paths("no/Such"));
    assertEquals(1, a.roots().size());
    AppReads none = AppReads.of(jar("c.jar", Links.class));
    assertEquals(Set.of(), none.paths(internal(Links.class)));
  }

  /** A screen asks, and hands what came to a helper. */
  @Test
  void addressesCountBesideCallsOfWhatReads() throws IOException {
    String reader = internal(Loader.class) + ".title";
    AppReads alone = AppReads.of(jar("g.jar", Loader.class));
    assertEquals(Set.of("/v1/posts"), alone.addresses(reader));
    AppReads a =
        AppReads.of(
            jar(
                "h.jar",
                Loader.class,
                AskingScreen.class,
                AskingScreen.Answered.class,
                Links.class));
    assertEquals(Set.of("/v1/posts", "https://h.example/list"), a.addresses(reader));
    assertEquals(Set.of("/v1/posts"), a.paths(internal(Loader.class)));
  }

  @Test
  void theLastJarIsReadOnce() throws IOException {
    Path one = jar("d.jar", Loader.class);
    AppReads first = AppReads.of(one);
    assertSame(first, AppReads.of(one));
    AppReads.of(jar("e.jar", Links.class));
    assertNotSame(first, AppReads.of(one));
  }

  @Test
  void anAppWithoutClassesReadsNothing() {
    AppReads a = AppReads.of(dir.resolve("none.jar"));
    assertEquals(List.of(), a.endpoints());
    assertEquals(Set.of(), a.roots());
    assertEquals(Set.of(), a.objects());
  }

  @Test
  void aNestedClassLiesInTheOuterOne() {
    assertEquals("a.B", AppReads.outer("a.B$C$1"));
    assertEquals("a.B", AppReads.outer("a.B"));
  }
}

/** Asks for what another class reads. */
@SuppressWarnings("unused")
final class AskingScreen {
  String address() {
    return "https://h.example/list";
  }

  /** What a library calls with the answer. */
  static final class Answered {
    String came(String answer) throws JSONException {
      return new AppReadsTest.Loader().title(answer);
    }
  }
}
