package talpa.agent.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import talpa.agent.shape.AppReads;
import talpa.agent.wire.Json;

/** Which method of a Retrofit interface a request is of, and what it is answered with. */
class EndpointsTest {
  @Retention(RetentionPolicy.RUNTIME)
  @interface GET {
    String value();
  }

  @Retention(RetentionPolicy.RUNTIME)
  @interface Headers {
    String[] value();
  }

  /** As Kotlin's. */
  private interface Continuation<T> {
    void resumeWith(T o);
  }

  /** As Retrofit's, which is abstract and holds one thing. */
  private interface Call<T> {
    T body();
  }

  @SuppressWarnings("unused")
  private static class Post {
    int id;
    String title;
  }

  @SuppressWarnings("unused")
  private static class User {
    String name;
  }

  private abstract static class Raw {}

  @SuppressWarnings("unused")
  private interface Api {
    @GET("posts")
    Call<List<User>> all();

    @GET("posts/{id}")
    Call<Post> one(int id);

    @GET("posts/latest")
    CompletableFuture<User> latest();

    @GET("users/{name}/posts?sort=new")
    Call<User[]> of(String name);

    @GET("/absolute")
    Post absolute();

    @GET("https://other.example/full/{x}")
    Post full(String x);

    @GET("suspended")
    Object suspended(Continuation<? super User> c);

    @GET("raw")
    Call<Raw> raw();

    @GET("nothing")
    Call<Void> nothing();

    @GET("map")
    Map<String, Integer> map();

    @Headers({"Accept: x"})
    Post none();
  }

  @TempDir static Path dir;
  private static AppReads app;

  @BeforeAll
  static void read() throws IOException {
    Path jar = dir.resolve("classes.jar");
    String file = Api.class.getName().replace('.', '/') + ".class";
    try (OutputStream o = Files.newOutputStream(jar);
        ZipOutputStream z = new ZipOutputStream(o);
        InputStream in = EndpointsTest.class.getResourceAsStream("/" + file)) {
      z.putNextEntry(new ZipEntry(file));
      in.transferTo(z);
    }
    app = AppReads.of(jar);
  }

  private static Object answer(String target) {
    String head = "GET " + target + " HTTP/1.1\r\nHost: h.example\r\n\r\n";
    return Endpoints.answer(
        app, Request.parse("h.example", 80, head.getBytes(StandardCharsets.ISO_8859_1)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "/posts/17|{\"id\":17,\"title\":\"Title 17\"}",
        "/api/v2/posts/3?x=y|{\"id\":3,\"title\":\"Title 3\"}",
        "/posts/latest|{\"name\":\"Name 1\"}",
        "/posts/hello|{\"id\":1,\"title\":\"Title 1\"}",
        "/absolute|{\"id\":1,\"title\":\"Title 1\"}",
        "/full/a|{\"id\":1,\"title\":\"Title 1\"}",
        "/suspended|{\"name\":\"Name 1\"}",
        "/map|{\"key\":1}",
      })
  void theMethodWithMostOfThePathSaysTheType(String path, String want) {
    assertEquals(want, Json.write(answer(path)));
  }

  @Test
  void listsAndArraysHaveSeveral() {
    assertEquals(5, ((List<?>) answer("/posts")).size());
    assertEquals(5, ((List<?>) answer("/users/x/posts")).size());
  }

  @ParameterizedTest
  @CsvSource({"/raw", "/nothing", "/unknown", "/v1/absolute", "/posts/1/2", "/"})
  void whatNoMethodReadsAsATypeIsNotAnswered(String path) {
    assertNull(answer(path));
  }

  @Test
  void aNumberOfManyDigitsIsTheIdAndCountsNothing() {
    assertEquals("{\"id\":123456,\"title\":\"Title 1\"}", Json.write(answer("/posts/123456")));
  }
}
