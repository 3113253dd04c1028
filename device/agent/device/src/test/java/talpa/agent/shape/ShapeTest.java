package talpa.agent.shape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import talpa.agent.wire.Json;

/** Shapes that are merged, and the values that come of them. */
class ShapeTest {
  private final Shape root = new Shape();

  private String value() {
    return Json.write(root.value("h.example"));
  }

  @Test
  void whatFlowsTogetherHasTheKeysOfBoth() {
    root.key("a").scalar("whole");
    Shape other = new Shape();
    other.key("b").scalar("truth");
    other.key("a").key("deep").scalar("whole");
    Shape.merge(root, other);
    assertSame(root.get(), other.get());
    assertEquals("{\"a\":{\"deep\":1},\"b\":false}", value());
  }

  @Test
  void mergingIsTheSameWhateverComesFirst() {
    for (boolean turned : new boolean[] {false, true}) {
      Shape one = new Shape();
      one.key("a");
      one.readBy("p/C.m");
      Shape two = new Shape();
      two.element().key("x");
      two.parse();
      Shape.merge(turned ? two : one, turned ? one : two);
      assertTrue(one.isRoot() && two.isRoot());
      assertEquals(Set.of("p/C.m"), two.readers());
      assertEquals(Set.of("a"), two.words());
    }
  }

  @Test
  void elementsOfArraysAreOne() {
    root.element().key("a");
    Shape other = new Shape();
    other.element().key("b");
    Shape.merge(root, other);
    assertSame(root.element().get(), other.element().get());
    assertEquals(2, root.element().get().words().size());
  }

  @Test
  void aTreeHasAnEnd() {
    root.key("name").scalar("whole");
    Shape.merge(root.key("child"), root);
    assertEquals("{\"name\":1}", value());
  }

  @Test
  void aShapeThatIsMergedIntoItselfStaysAsItIs() {
    root.key("a");
    Shape.merge(root, root);
    assertEquals("{\"a\":\"A 1\"}", value());
  }

  @ParameterizedTest
  @CsvSource({
    "whole,count,3,1",
    "real,count,1.5,1",
    "truth,ok,true,1",
    "number,count,'\"1\"',1",
    "text,name,'\"Name 1\"',1",
    "'',name,'\"Name 1\"',1",
  })
  void aScalarIsWhatItIsReadAs(String kind, String name, String want, int n) {
    if (kind.equals("whole")) {
      root.key(name).expect("3");
    }
    root.key(name).scalar(kind);
    assertEquals("{\"" + name + "\":" + want + "}", value());
  }

  @Test
  void valuesThatItIsComparedWithTakeTurns() {
    root.element().key("kind").expect("cat");
    root.element().key("kind").expect("dog");
    assertTrue(value().startsWith("[{\"kind\":\"cat\"},{\"kind\":\"dog\"},{\"kind\":\"cat\"}"));
  }

  @Test
  void aNumberIsNoneOfTheTextsThatOthersCompareItWith() {
    root.key("n").expect("many");
    root.key("n").expect("12345678901234567890");
    root.key("n").expect("-7");
    root.key("n").scalar("whole");
    assertEquals("{\"n\":-7}", value());
  }

  @Test
  void keysThatAreNoConstantsAreTwo() {
    root.key(Shape.ANY).key("id").scalar("whole");
    assertEquals("{\"key1\":{\"id\":1},\"key2\":{\"id\":2}}", value());
  }

  @Test
  void innerArraysAreShorter() {
    root.element().key("a").element().key("b").element().scalar("whole");
    String v = value();
    assertEquals(5, v.split("\"a\"", -1).length - 1);
    assertTrue(v.contains("{\"b\":[1,2]}"), v);
    assertFalse(v.contains("[1,2,3"), v);
  }

  @Test
  void onlyWholeAnswersAreRoots() {
    assertFalse(root.isRoot(), "nothing is read of it");
    root.key("a").key("b");
    assertTrue(root.isRoot());
    assertFalse(root.key("a").isRoot(), "it is a part");
    root.key("a").parse();
    assertTrue(root.key("a").isRoot(), "a text in the answer that is parsed by itself");
  }
}
