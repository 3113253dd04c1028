package talpa.agent.cursor;

import android.database.sqlite.SQLiteException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rows of one cursor window, with the conversions and the words of the platform's own. */
final class CursorTable {
  private static final Pattern INTEGER =
      Pattern.compile("\\s*([+-]?)(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9][0-9]*)");

  private static final Pattern NUMBER =
      Pattern.compile("\\s*([+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?)");

  /** What a row takes beside its values: one slot of the native window for each column. */
  private static final int SLOT = 16;

  final String name;
  private final long limit;
  private final List<Object[]> rows = new ArrayList<>();
  private int columns;
  private long size;

  CursorTable(String name, long limit) {
    this.name = name;
    this.limit = limit;
  }

  void clear() {
    rows.clear();
    columns = 0;
    size = 0;
  }

  int rows() {
    return rows.size();
  }

  boolean setColumns(int n) {
    if (columns > 0 && columns != n) {
      return false;
    }
    columns = n;
    return true;
  }

  /** Adds an empty row; false if the window is full. */
  boolean allocate() {
    return add(new Object[columns]);
  }

  /** Adds a row of null, Long, Double, String and byte[]; false if the window is full. */
  boolean add(Object[] row) {
    long more = SLOT * (long) row.length;
    for (Object v : row) {
      more += bytes(v);
    }
    if (size + more > limit) {
      return false;
    }
    size += more;
    rows.add(row);
    return true;
  }

  void freeLast() {
    if (!rows.isEmpty()) {
      rows.remove(rows.size() - 1);
    }
  }

  /** Sets a value; false if there is no such place or no room. */
  boolean put(int row, int column, Object value) {
    if (!has(row, column) || size + bytes(value) > limit) {
      return false;
    }
    size += bytes(value);
    rows.get(row)[column] = value;
    return true;
  }

  private static long bytes(Object v) {
    if (v instanceof String s) {
      return octets(s) + 1;
    }
    return v instanceof byte[] b ? b.length : 0;
  }

  /** Of a text in UTF-8, in which the native window keeps it. */
  private static long octets(String s) {
    long n = s.length();
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c >= 0x80) {
        n += c < 0x800 || Character.isSurrogate(c) ? 1 : 2; // a pair of surrogates takes four
      }
    }
    return n;
  }

  private boolean has(int row, int column) {
    return row >= 0 && row < rows.size() && column >= 0 && column < columns;
  }

  /** The value there, or null where there is none. */
  Object peek(int row, int column) {
    return has(row, column) ? rows.get(row)[column] : null;
  }

  private Object value(int row, int column) {
    if (!has(row, column)) {
      throw new IllegalStateException(
          "Couldn't read row "
              + row
              + ", col "
              + column
              + " from CursorWindow.  Make sure the Cursor is initialized correctly before"
              + " accessing data from it.");
    }
    return rows.get(row)[column];
  }

  byte[] blob(int row, int column) {
    Object v = value(row, column);
    if (v instanceof Long) {
      throw new SQLiteException("INTEGER data in nativeGetBlob ");
    }
    if (v instanceof Double) {
      throw new SQLiteException("FLOAT data in nativeGetBlob ");
    }
    return v instanceof String s ? (s + "\0").getBytes(StandardCharsets.UTF_8) : (byte[]) v;
  }

  String text(int row, int column) {
    Object v = value(row, column);
    if (v instanceof byte[]) {
      throw new SQLiteException("Unable to convert BLOB to string");
    }
    return v == null ? null : v instanceof Double d ? general(d) : v.toString();
  }

  long integer(int row, int column) {
    Object v = value(row, column);
    if (v instanceof byte[]) {
      throw new SQLiteException("Unable to convert BLOB to long");
    }
    return v == null ? 0 : v instanceof Number n ? n.longValue() : integer((String) v);
  }

  double real(int row, int column) {
    Object v = value(row, column);
    if (v instanceof byte[]) {
      throw new SQLiteException("Unable to convert BLOB to double");
    }
    if (v instanceof String s) {
      Matcher m = NUMBER.matcher(s);
      return m.lookingAt() ? Double.parseDouble(m.group(1)) : 0;
    }
    return v == null ? 0 : ((Number) v).doubleValue();
  }

  /** As C's strtoll with any base reads it: the number at the start, 0 without one. */
  private static long integer(String s) {
    Matcher m = INTEGER.matcher(s);
    if (!m.lookingAt()) {
      return 0;
    }
    try {
      return Long.decode(m.group(1) + m.group(2));
    } catch (NumberFormatException e) {
      return m.group(1).equals("-") ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  /** As C's %g writes it. */
  static String general(double d) {
    if (Double.isNaN(d) || Double.isInfinite(d)) {
      return Double.isNaN(d) ? "nan" : d > 0 ? "inf" : "-inf";
    }
    if (d == 0) {
      return "0";
    }
    BigDecimal b = new BigDecimal(d).round(new MathContext(6, RoundingMode.HALF_EVEN));
    int exponent = b.precision() - b.scale() - 1;
    if (exponent >= -4 && exponent < 6) {
      return b.stripTrailingZeros().toPlainString();
    }
    String mantissa = b.movePointLeft(exponent).stripTrailingZeros().toPlainString();
    return mantissa
        + String.format(Locale.ROOT, "e%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
  }
}
