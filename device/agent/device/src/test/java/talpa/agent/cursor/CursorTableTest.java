package talpa.agent.cursor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.database.sqlite.SQLiteException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    assertThrows(SQLiteException.class, () -> of(new byte[1]).text(0, 0));
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

  /** strtoll(3) with the base 0, as android_database_CursorWindow.cpp calls it. */
  @ParameterizedTest
  @CsvSource({
    "12, 12",
    "' 12', 12",
    "+12, 12",
    "-12, -12",
    "012, 10",
    "08, 0",
    "0, 0",
    "0x, 0",
    "0xff, 255",
    "-0xff, -255",
    "0XfF, 255",
    "12.9, 12",
    "1e3, 1",
    "--1, 0",
    "'', 0",
    "x12, 0",
    "9223372036854775807, 9223372036854775807",
    "9223372036854775808, 9223372036854775807",
    "-9223372036854775808, -9223372036854775808",
    "-9223372036854775809, -9223372036854775808",
    "0xffffffffffffffffff, 9223372036854775807",
  })
  void textsAreReadAsIntegersAsCDoes(String text, long value) {
    assertEquals(value, of(text).integer(0, 0));
  }

  /** strtod(3). */
  @ParameterizedTest
  @CsvSource({
    "1.5, 1.5",
    "' -1.5e2x', -150",
    ".5, 0.5",
    "5., 5",
    "+5, 5",
    "1e, 1",
    "e1, 0",
    "'', 0",
    "1.2.3, 1.2",
  })
  void textsAreReadAsNumbersAsCDoes(String text, double value) {
    assertEquals(value, of(text).real(0, 0));
  }

  /** printf(3) with %g, as the window writes numbers as texts. */
  @ParameterizedTest
  @CsvSource({
    "0.0001, 0.0001",
    "0.00001, 1e-05",
    "999999, 999999",
    "9999999, 1e+07",
    "999999.5, 1e+06",
    "100000, 100000",
    "1.10, 1.1",
    "-0.5, -0.5",
    "1e100, 1e+100",
    "1e-100, 1e-100",
    "2.5, 2.5",
    "1234567, 1.23457e+06",
    "NaN, nan",
    "-Infinity, -inf",
  })
  void numbersAreWrittenAsTextsAsCDoes(double value, String text) {
    assertEquals(text, of(value).text(0, 0));
  }

  /** The room of a window is that of octets in UTF-8, and an octet behind each text. */
  @ParameterizedTest
  @CsvSource({"a, 1", "é, 2", "я, 2", "日, 3", "\uD83D\uDE00, 4"})
  void textsTakeTheirOctets(String letter, int octets) {
    int fit = (1000 - 16 - 1) / octets;
    CursorTable t = new CursorTable("test", 1000);
    t.setColumns(1);
    assertFalse(t.add(new Object[] {letter.repeat(fit + 1)}));
    assertTrue(t.add(new Object[] {letter.repeat(fit)}));
  }

  @Test
  void whatABlobIsNotReadAs() {
    CursorTable t = of(new byte[] {1}, 1L, 1.5);
    for (Executable e :
        new Executable[] {
          () -> t.integer(0, 0), () -> t.real(0, 0), () -> t.blob(0, 1), () -> t.blob(0, 2)
        }) {
      assertThrows(SQLiteException.class, e);
    }
    assertEquals(
        "Unable to convert BLOB to long",
        assertThrows(SQLiteException.class, () -> t.integer(0, 0)).getMessage());
    assertEquals(
        "INTEGER data in nativeGetBlob ",
        assertThrows(SQLiteException.class, () -> t.blob(0, 1)).getMessage());
  }

  @Test
  void rowsAreAllocatedFilledAndFreed() {
    CursorTable t = new CursorTable("test", 1000);
    assertTrue(t.setColumns(2));
    assertTrue(t.setColumns(2));
    assertFalse(t.setColumns(3), "not with other columns");
    assertTrue(t.allocate());
    assertTrue(t.put(0, 1, "x"));
    assertFalse(t.put(0, 2, "x"));
    assertFalse(t.put(0, 0, "x".repeat(1000)), "no room");
    assertNull(t.peek(0, 0));
    assertEquals("x", t.peek(0, 1));
    t.freeLast();
    assertEquals(0, t.rows());
    t.freeLast();
    assertEquals(0, t.rows());
    t.clear();
    assertTrue(t.setColumns(3));
  }

  @Test
  void aValueThatIsSetAgainTakesItsRoomTwice() {
    CursorTable t = new CursorTable("test", 100);
    t.setColumns(1);
    assertTrue(t.allocate());
    assertTrue(t.put(0, 0, "x".repeat(60)));
    assertFalse(t.put(0, 0, "y".repeat(60)), "the native window never gives room back");
    assertEquals("x".repeat(60), t.text(0, 0));
    assertTrue(t.put(0, 0, 5L));
    assertEquals("5", t.text(0, 0));
    t.clear();
    t.setColumns(1);
    assertTrue(t.add(new Object[] {new byte[84]}));
    assertFalse(t.add(new Object[] {null}), "a slot takes room, too");
  }
}
