package talpa.agent.bridge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  private static final String FILE = "talpa/agent/table-test.txt";

  @Test
  void readsRows() {
    assertEquals(List.of("a b  c d", "e f g"), Table.lines(FILE));
    List<String[]> rows = Table.rows(FILE, 3);
    assertEquals(2, rows.size());
    assertArrayEquals(new String[] {"a", "b", "c d"}, rows.get(0));
  }

  @Test
  void saysWhatIsWrong() {
    String message =
        assertThrows(IllegalStateException.class, () -> Table.rows(FILE, 4)).getMessage();
    assertTrue(message.contains(FILE) && message.contains("e f g"), message);
    assertThrows(IllegalStateException.class, () -> Table.lines("talpa/agent/none.txt"));
  }
}
