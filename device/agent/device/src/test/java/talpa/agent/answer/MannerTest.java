package talpa.agent.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MannerTest {
  private static final Answer LIST = Answer.text("list", "application/json", "[{\"a\":1}]");
  private static final Answer OBJECT = Answer.text("object", "application/json", "{\"a\":[1]}");
  private static final Answer PICTURE = new Answer("picture", "image/png", new byte[] {1, 2});

  private static String body(String manner, Answer good) {
    return new String(Manner.of(manner).change(good, "x.example").body(), StandardCharsets.UTF_8);
  }

  @Test
  void anAnswerIsWhatTheAppReadsUnlessSaidOtherwise() {
    assertSame(LIST, Manner.of("").change(LIST, "x.example"));
    assertSame(LIST, Manner.of("normal").change(LIST, "x.example"));
  }

  @Test
  void bareJsonIsOfTheSameKind() {
    assertEquals("[]", body("bare", LIST));
    assertEquals("{}", body("bare", OBJECT));
    assertEquals("", body("bare", PICTURE));
  }

  @Test
  void anEmptyAnswerKeepsItsType() {
    Answer a = Manner.of("empty").change(PICTURE, "x.example");
    assertEquals("image/png 0", a.type() + " " + a.body().length);
  }

  @Test
  void aPageComesInThePlaceOfAnything() {
    assertTrue(body("page", LIST).contains("<html"));
    assertTrue(body("error", PICTURE).contains("<html"));
    assertEquals("404 Not Found", Manner.of("error").status());
    assertEquals("200 OK", Manner.of("page").status());
    assertEquals("500 Internal Server Error", Manner.of("error 500").status());
    assertEquals("418 Error", Manner.of("error 418").status());
  }
}
