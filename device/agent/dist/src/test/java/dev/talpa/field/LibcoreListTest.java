package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.Vector;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Lists that change while they are walked over: Android's array lists and vectors note their end.
 */
class LibcoreListTest extends FieldTest {
  private static List<String> abc(Supplier<List<String>> made) {
    List<String> l = made.get();
    l.addAll(Arrays.asList("a", "b", "c"));
    return l;
  }

  private static void removeWhileWalking(Collection<String> l, String which) {
    for (String s : l) {
      if (s.equals(which)) {
        l.remove(s);
      }
    }
  }

  @Test
  void removalBeforeTheLastElementFails() {
    for (String which : new String[] {"a", "b"}) {
      for (Collection<String> l : Arrays.asList(abc(ArrayList::new), abc(Vector::new))) {
        assertThrows(
            ConcurrentModificationException.class, () -> removeWhileWalking(l, which), which);
      }
    }
  }

  @Test
  void changesAtTheLastElementEndTheWalk() {
    for (List<String> l : Arrays.asList(abc(ArrayList::new), abc(Vector::new))) {
      removeWhileWalking(l, "c");
      assertEquals(Arrays.asList("a", "b"), l);
      for (String s : l) {
        if (s.equals("b")) {
          l.add("d");
        }
      }
      assertEquals(Arrays.asList("a", "b", "d"), l);
    }
  }

  @Test
  void linkedListsLookWhereTheyAre() {
    List<String> l = abc(LinkedList::new);
    removeWhileWalking(l, "b");
    assertEquals(Arrays.asList("a", "c"), l);
    assertThrows(
        ConcurrentModificationException.class, () -> removeWhileWalking(abc(LinkedList::new), "a"));
  }

  @Test
  void walksOfListsThatStayAreAsEver() {
    ArrayList<String> l = new ArrayList<>(abc(ArrayList::new));
    Iterator<String> i = l.iterator();
    assertEquals("a", i.next());
    i.remove();
    assertEquals("b", i.next());
    assertTrue(i.hasNext());
    assertEquals("c", i.next());
    i.remove();
    assertFalse(i.hasNext());
    assertThrows(NoSuchElementException.class, i::next);
    assertThrows(IllegalStateException.class, i::remove);
    assertEquals(Arrays.asList("b"), l);
  }

  @Test
  void listIteratorsTurnBack() {
    List<String> l = abc(ArrayList::new);
    ListIterator<String> i = l.listIterator(1);
    assertEquals("b", i.next());
    i.add("x");
    assertEquals(3, i.nextIndex());
    assertEquals("c", i.next());
    assertFalse(i.hasNext());
    assertEquals("c", i.previous());
    i.remove();
    assertFalse(i.hasNext());
    assertEquals("x", i.previous());
    i.set("y");
    assertTrue(i.hasNext());
    assertEquals(1, i.previousIndex());
    assertEquals(Arrays.asList("a", "b", "y"), l);
    ListIterator<String> changed = l.listIterator();
    changed.next();
    changed.next();
    l.remove("y");
    assertTrue(changed.hasNext(), "the list had three elements");
    assertThrows(ConcurrentModificationException.class, changed::next);
  }

  @Test
  void theTraceNamesTheWalkOfTheList() {
    Throwable e =
        assertThrows(
            ConcurrentModificationException.class,
            () -> removeWhileWalking(abc(ArrayList::new), "a"));
    assertEquals("java.util.ArrayList$Itr", e.getStackTrace()[0].getClassName());
  }
}
