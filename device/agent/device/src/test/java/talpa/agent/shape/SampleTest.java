package talpa.agent.shape;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values by the names of fields: an app that parses what it gets must not stumble over them. */
class SampleTest {
  @ParameterizedTest
  @CsvSource({
    "createdAt,'[created, at]'",
    "image_url,'[image, url]'",
    "HTTPServer,'[http, server]'",
    "userID,'[user, id]'",
    "page2,'[page, 2]'",
    "kebab-case,'[kebab, case]'",
    "'',[]",
  })
  void namesHaveWords(String name, String words) {
    assertEquals(words, Sample.words(name).toString());
  }

  @ParameterizedTest
  @CsvSource({
    "avatar,https://h.example/picture/2.png",
    "thumbnailUrl,https://h.example/picture/2.png",
    "website,https://h.example/2",
    "published,2025-06-03T10:00:00Z",
    "updated_at,2025-06-03T10:00:00Z",
    "id,2",
    "userId,2",
    "viewCount,2",
    "longitude,11.59",
    "email,user2@example.com",
    "textColor,#336699",
    "phone,+15550102",
    "language,en",
    "country,US",
    "currency,EUR",
    "status,ok",
    "type,type",
    "firstName,First name 2",
    "'',Text 2",
  })
  void textsSuitTheirNames(String name, String want) {
    assertEquals(want, Sample.text(name, 2, "h.example"));
  }

  @ParameterizedTest
  @CsvSource({
    "created,1749992800",
    "createdMillis,1749992800000",
    "dt,1749992800",
    "cod,200",
    "statusCode,200",
    "errors,0",
    "score,2",
  })
  void wholeNumbersSuitTheirNames(String name, long want) {
    assertEquals(want, Sample.whole(name, 2));
  }

  @ParameterizedTest
  @CsvSource({"lat,48.15", "lng,11.59", "price,2.5"})
  void realNumbersSuitTheirNames(String name, double want) {
    assertEquals(want, Sample.real(name, 2), 1e-9);
  }

  @Test
  void onlyThatAllIsWellIsTrue() {
    Set<String> good =
        Set.of("ok", "success", "isValid", "userExists", "result", "granted", "loggedIn");
    for (String name : good) {
      assertEquals(true, Sample.truth(name), name);
    }
    for (String name : new String[] {"deleted", "error", "hidden", "", "tokens"}) {
      assertEquals(false, Sample.truth(name), name);
    }
  }
}
