package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.database.CharArrayBuffer;
import android.database.Cursor;
import android.database.CursorWindow;
import android.database.sqlite.SQLiteBlobTooBigException;
import android.database.sqlite.SQLiteDatabase;
import android.database.sqlite.SQLiteException;
import org.junit.jupiter.api.Test;

/** Cursor windows, and how a database's rows come in them. */
class CursorTest extends FieldTest {
  private static final int KIB = 1024;

  /** A window with one row: an integer, a number, a text, bytes and null. */
  private static CursorWindow ofEachKind() {
    CursorWindow w = new CursorWindow("kinds");
    assertTrue(w.setNumColumns(5));
    assertTrue(w.allocRow());
    assertTrue(w.putLong(7, 0, 0));
    assertTrue(w.putDouble(2.5, 0, 1));
    assertTrue(w.putString("-12 moles", 0, 2));
    assertTrue(w.putBlob(new byte[] {1, 2}, 0, 3));
    assertTrue(w.putNull(0, 4));
    return w;
  }

  @Test
  void aWindowGivesItsValuesInEachKind() {
    try (CursorWindow w = ofEachKind()) {
      int[] kinds = {
        Cursor.FIELD_TYPE_INTEGER,
        Cursor.FIELD_TYPE_FLOAT,
        Cursor.FIELD_TYPE_STRING,
        Cursor.FIELD_TYPE_BLOB,
        Cursor.FIELD_TYPE_NULL
      };
      for (int i = 0; i < kinds.length; i++) {
        assertEquals(kinds[i], w.getType(0, i), "column " + i);
      }
      assertEquals("7", w.getString(0, 0));
      assertEquals("2.5", w.getString(0, 1));
      assertEquals(-12, w.getLong(0, 2));
      assertEquals(-12.0, w.getDouble(0, 2));
      assertArrayEquals(new byte[] {1, 2}, w.getBlob(0, 3));
      assertNull(w.getString(0, 4));
      assertEquals(0, w.getLong(0, 4));
      assertThrows(SQLiteException.class, () -> w.getString(0, 3));
      assertThrows(SQLiteException.class, () -> w.getBlob(0, 0));
    }
  }

  @Test
  void aTextIsCopiedIntoABufferThatGrows() {
    try (CursorWindow w = ofEachKind()) {
      CharArrayBuffer small = new CharArrayBuffer(2);
      w.copyStringToBuffer(0, 2, small);
      assertEquals("-12 moles", new String(small.data, 0, small.sizeCopied));
      char[] grown = small.data;
      w.copyStringToBuffer(0, 0, small);
      assertEquals("7", new String(small.data, 0, small.sizeCopied));
      assertEquals(grown, small.data, "what is large enough is used again");
      w.copyStringToBuffer(0, 4, small);
      assertEquals(0, small.sizeCopied, "null");
    }
  }

  @Test
  void rowsAndColumnsOfAWindowComeAndGo() {
    CursorWindow w = ofEachKind();
    assertEquals("kinds", w.getName());
    assertFalse(w.setNumColumns(4), "their number is set once");
    assertTrue(w.allocRow());
    assertEquals(2, w.getNumRows());
    w.freeLastRow();
    assertEquals(1, w.getNumRows());
    assertFalse(w.putLong(1, 1, 0), "a row that is gone");
    assertThrows(IllegalStateException.class, () -> w.getLong(1, 0));
    w.clear();
    assertEquals(0, w.getNumRows());
    assertTrue(w.setNumColumns(4));
    w.close();
    assertThrows(IllegalStateException.class, w::getNumRows);
  }

  /** A database of one table of texts, each so many characters long. */
  private static SQLiteDatabase texts(int... lengths) {
    SQLiteDatabase db = SQLiteDatabase.create(null);
    db.execSQL("CREATE TABLE texts(length INTEGER, text TEXT, bytes BLOB)");
    for (int n : lengths) {
      db.execSQL(
          "INSERT INTO texts VALUES(?, ?, ?)", new Object[] {n, "x".repeat(n), new byte[n % 2]});
    }
    return db;
  }

  @Test
  void rowsThatDoNotFitIntoOneWindowComeInSeveral() {
    int[] lengths = {1, 600 * KIB, 700 * KIB, 800 * KIB, 900 * KIB, 1000 * KIB, 3};
    try (SQLiteDatabase db = texts(lengths);
        Cursor c = db.rawQuery("SELECT * FROM texts ORDER BY rowid", null)) {
      assertEquals(lengths.length, c.getCount());
      for (int i : new int[] {0, 1, 2, 3, 4, 5, 6, 5, 0, 4, 2}) { // back, too
        assertTrue(c.moveToPosition(i));
        assertEquals(lengths[i], c.getInt(0), "row " + i);
        assertEquals(lengths[i], c.getString(1).length(), "row " + i);
      }
    }
  }

  @Test
  void aRowLargerThanAWindowIsRefused() {
    try (SQLiteDatabase db = texts(1, 3 * KIB * KIB, 2);
        Cursor c = db.rawQuery("SELECT * FROM texts ORDER BY rowid", null)) {
      SQLiteBlobTooBigException e =
          assertThrows(SQLiteBlobTooBigException.class, () -> c.moveToPosition(1));
      assertEquals(
          "Row too big to fit into CursorWindow requiredPos=1, totalRows=2", e.getMessage());
      assertTrue(c.moveToPosition(2));
      assertEquals("xx", c.getString(1), "those behind it can be read");
    }
  }

  @Test
  void bytesThatAreNoneAreNotNull() {
    try (SQLiteDatabase db = texts(2, 3);
        Cursor c = db.rawQuery("SELECT bytes, NULL FROM texts ORDER BY rowid", null)) {
      assertTrue(c.moveToNext());
      assertArrayEquals(new byte[0], c.getBlob(0));
      assertFalse(c.isNull(0));
      assertTrue(c.isNull(1));
      assertTrue(c.moveToNext());
      assertArrayEquals(new byte[1], c.getBlob(0));
    }
  }
}
