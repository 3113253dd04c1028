package talpa.agent.cursor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CursorTableTest {
  private static CursorTable of(Object... row) {
    CursorTable t = new CursorTable("test", 1000);
    assertTrue(t.setColumns(row.length));
    assertTrue(t.add(row));
    return t;
  }

  @Test
  void convertsAsSqliteDoes() {
    CursorTable t = of(7L, 2.5, " 0x1fz", new byte[] {1}, null);
    assertEquals("7", t.text(0, 0));
    assertEquals("2.5", t.text(0, 1));
    assertEquals(2, t.integer(0, 1));
    assertEquals(31, t.integer(0, 2));
    assertEquals(0, t.integer(0, 4));
    assertEquals(7.0, t.real(0, 0));
    assertNull(t.text(0, 4));
    assertArrayEquals(new byte[] {'o', 'k', 0}, of("ok").blob(0, 0));
    assertEquals(0, of("no number").integer(0, 0));
    assertEquals(-12.5, of("-12.5 m").real(0, 0));
    assertEquals(Long.MAX_VALUE, of("99999999999999999999").integer(0, 0));
  }

  @Test
  void writesNumbersAsC() {
    assertEquals("0.333333", CursorTable.general(1 / 3.0));
    assertEquals("1e+06", CursorTable.general(1_000_000));
    assertEquals("123457", CursorTable.general(123456.7));
    assertEquals("1.5e-07", CursorTable.general(0.00000015));
    assertEquals("-100", CursorTable.general(-100));
    assertEquals("inf", CursorTable.general(Double.POSITIVE_INFINITY));
  }

  @Test
  void refusesWhatIsNotThere() {
    CursorTable t = of(1L);
    assertEquals(
        "Couldn't read row 0, col -1 from CursorWindow.  Make sure the Cursor is initialized"
            + " correctly before accessing data from it.",
        assertThrows(IllegalStateException.class, () -> t.text(0, -1)).getMessage());
    assertThrows(android.database.sqlite.SQLiteException.class, () -> of(new byte[1]).text(0, 0));
    assertFalse(t.put(1, 0, "x"));
  }

  @Test
  void isFullAtItsLimit() {
    CursorTable t = of("x".repeat(900));
    assertFalse(t.add(new Object[] {"y".repeat(100)}));
    assertTrue(t.add(new Object[] {1L}));
    assertEquals(2, t.rows());
    t.clear();
    assertTrue(t.setColumns(1));
    assertTrue(t.add(new Object[] {"y".repeat(900)}));
  }
}
