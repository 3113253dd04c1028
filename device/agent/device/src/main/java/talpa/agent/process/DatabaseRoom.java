package talpa.agent.process;

import android.database.sqlite.SQLiteDatabaseConfiguration;
import android.database.sqlite.SQLiteFullException;
import android.os.Build;
import java.util.Locale;
import java.util.Set;
import talpa.agent.bridge.Level;

/** Databases in storage that is full: SQLite cannot write its journal, so it changes nothing. */
public final class DatabaseRoom {
  private static final Set<String> WRITES =
      Set.of("INSERT", "UPDATE", "DELETE", "REPLACE", "CREATE", "ALTER", "DROP", "VACUUM");

  private DatabaseRoom() {}

  /** Called by the framework before it executes a statement that may change a database. */
  public static void check(SQLiteDatabaseConfiguration database, String sql) {
    if (Storage.isFull() && !database.isInMemoryDb() && writes(sql)) {
      String name = Level.has(Build.VERSION_CODES.P) ? " SQLITE_FULL" : "";
      throw new SQLiteFullException("database or disk is full (code 13" + name + ")");
    }
  }

  /** What is made if it is not there mostly is. */
  private static boolean writes(String sql) {
    String s = sql.strip().toUpperCase(Locale.ROOT);
    return WRITES.contains(s.split("[^A-Z]", 2)[0]) && !s.contains("IF NOT EXISTS");
  }
}
