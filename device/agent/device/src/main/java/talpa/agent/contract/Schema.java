package talpa.agent.contract;

import android.database.Cursor;
import android.database.sqlite.SQLiteDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The tables and views of the providers ({@code talpa/agent/content.sql}). Each has every column
 * that its contract names, so that projections, selections and orders mean what they mean on a
 * device.
 */
public final class Schema {
  private static final String FILE = "talpa/agent/content.sql";
  private static final Map<String, List<Class<?>>> CONTRACTS =
      Map.of(
          "CONTACTS", Contracts.CONTACTS,
          "OLD_PEOPLE", Contracts.OLD_PEOPLE,
          "OLD_PHONES", Contracts.OLD_PHONES,
          "CALENDARS", Contracts.CALENDARS,
          "EVENTS", Contracts.EVENTS,
          "GUESTS", Contracts.GUESTS,
          "CALLS", Contracts.CALLS,
          "SMS", Contracts.SMS,
          "MEDIA", Contracts.MEDIA,
          "OTHERS", Contracts.OTHERS);

  /** Columns of numbers: a selection may compare them with numbers and with texts. */
  private static final Pattern NUMBER =
      Pattern.compile(
          "_id|.*[a-z]_id|type|date|date_.*|datetaken|duration|read|seen|new|status|_size|width|height"
              + "|media_type|orientation|dtstart|dtend|allDay|has[A-Z].*|visible|.*_access_level"
              + "|.*_?[cC]olor|sync_events|minutes|method|attendee(Status|Type|Relationship)"
              + "|eventStatus|availability|accessLevel|is_.*|year|track|bookmark|protocol"
              + "|presentation|.*_count|.*Count|deleted|dirty|lastDate|starred|locked|error_code");

  private Schema() {}

  public static void create(SQLiteDatabase db) {
    for (String statement : text().replaceAll("(?m)^--.*$", "").split(";\\s*\n")) {
      String sql = statement.strip();
      String[] words = sql.split("\\s+");
      if (sql.endsWith("; END")) {
        db.execSQL(sql + ";");
      } else if (words[0].equals("TABLE")) {
        db.execSQL(table(words[1], CONTRACTS.get(words[2])));
      } else if (words[0].equals("VIEW")) {
        db.execSQL(view(db, words[1], CONTRACTS.get(words[2]), words[4]));
      } else if (!sql.isEmpty()) {
        db.execSQL(sql);
      }
    }
  }

  /** The columns of a table or view. */
  public static Set<String> columns(SQLiteDatabase db, String relation) {
    Set<String> columns = new LinkedHashSet<>();
    try (Cursor c = db.rawQuery("SELECT name FROM pragma_table_info('" + relation + "')", null)) {
      while (c.moveToNext()) {
        columns.add(c.getString(0));
      }
    }
    return columns;
  }

  private static String table(String name, List<Class<?>> contract) {
    return Contracts.columns(contract).stream()
        .filter(c -> !c.equalsIgnoreCase("_id"))
        .map(c -> ", \"" + c + (NUMBER.matcher(c).matches() ? "\" INTEGER" : "\" TEXT"))
        .collect(
            Collectors.joining(
                "", "CREATE TABLE " + name + " (_id INTEGER PRIMARY KEY AUTOINCREMENT", ")"));
  }

  private static String view(
      SQLiteDatabase db, String name, List<Class<?>> contract, String source) {
    Set<String> there = columns(db, source);
    return Contracts.columns(contract).stream()
        .filter(c -> !Contracts.has(there, c))
        .map(c -> ", NULL AS \"" + c + '"')
        .collect(Collectors.joining("", "CREATE VIEW " + name + " AS SELECT *", ""))
        .concat(" FROM " + source);
  }

  private static String text() {
    try (InputStream in = Schema.class.getClassLoader().getResourceAsStream(FILE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
