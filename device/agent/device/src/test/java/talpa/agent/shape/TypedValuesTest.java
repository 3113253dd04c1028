package talpa.agent.shape;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import talpa.agent.wire.Json;

class TypedValuesTest {
  /** As Gson has it. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface SerializedName {
    String value();
  }

  private enum Size {
    @SerializedName("xs")
    SMALL,
    LARGE
  }

  private static class Base<T> {
    T held;
    static int counter;
    transient String cached;
  }

  @SuppressWarnings("unused")
  private static class Post extends Base<Double> {
    int id;

    @SerializedName("image_url")
    String picture;

    boolean success;
    boolean deleted;
    Date made;
    long created;
    Size size;
    List<Tag> tags;
    Map<String, Integer> votes;
    Post[] replies;
    CharSequence unmakeable;
    Runnable nothing;
  }

  @SuppressWarnings("unused")
  private static class Tag {
    String name;
  }

  @SuppressWarnings("unused")
  private static Base<List<int[]>> generic;

  private static String made(java.lang.reflect.Type t, String id) {
    return Json.write(new TypedValues("h.example", id).of(t));
  }

  @Test
  void objectsHaveTheirFieldsByTheNamesInJson() {
    assertEquals(
        "{\"id\":3,\"image_url\":\"https://h.example/picture/3.png\",\"success\":true,"
            + "\"deleted\":false,\"made\":\"2025-06-04T10:00:00Z\",\"created\":1749989200,"
            + "\"size\":\"xs\",\"tags\":[{\"name\":\"Name 1\"},{\"name\":\"Name 2\"},"
            + "{\"name\":\"Name 3\"},{\"name\":\"Name 4\"},{\"name\":\"Name 5\"}],"
            + "\"votes\":{\"key\":3},\"replies\":[],\"held\":3.5}",
        made(Post.class, "3"));
  }

  @Test
  void typeVariablesAreWhatTheyStandFor() throws NoSuchFieldException {
    assertEquals(
        "{\"held\":[[1,2,3,4,5],[1,2,3,4,5],[1,2,3,4,5],[1,2,3,4,5],[1,2,3,4,5]]}",
        made(TypedValuesTest.class.getDeclaredField("generic").getGenericType(), null));
  }

  @Test
  void theSameTypeGivesTheSameValue() {
    assertEquals(made(Post.class, null), made(Post.class, null));
  }

  @Test
  void whatNoLibraryCanMakeIsLeftOut() {
    assertEquals("null", made(Runnable.class, null));
  }
}
