package talpa.agent.content;

import android.app.Application;
import android.content.ContentResolver;
import android.content.ContentValues;
import android.database.Cursor;
import android.net.Uri;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.robolectric.RuntimeEnvironment;
import talpa.agent.contract.Route;
import talpa.agent.process.AppProcess;
import talpa.agent.process.Module;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/** Installs the system's providers, and does what the shell's command {@code content} says. */
public final class ContentModule implements Module {
  private static final int MAX_ROWS = 10_000;

  private Params load = new Params(Map.of());

  /** Called by the list of modules. */
  public ContentModule() {}

  @Override
  public void install(AppProcess p) {
    p.methods().input("content", ContentModule::content);
    p.methods().input("document", ContentModule::document);
    p.methods().input("phone", ContentModule::phone);
  }

  @Override
  public void loading(Params p) {
    load = p;
    SharedFiles.get().load(p);
    Rows.get().use(new File(p.string("dataDir"), "providers/content.db"));
  }

  @Override
  public void beforeApplication(Application app) {
    SystemProviders.install(app);
    load.objects("content").forEach(ContentModule::content);
  }

  @Override
  public void reset() {
    Rows.get().close();
  }

  /** A file came to lie in the folder for downloads, or went; pickers give it. */
  private static Object document(Params p) {
    String name = p.string("name");
    SharedFiles.get().choose(name);
    Uri files = Uri.parse("content://media/external/file");
    String[] path = {SharedFiles.download(name).getPath()};
    Rows.get().delete(Route.of(files), "_data=?", path);
    if (SharedFiles.download(name).isFile()) {
      MediaScan.add(Rows.get(), SharedFiles.download(name));
    }
    SystemProviders.changed(files);
    return null;
  }

  /** The phone is emptied, or filled. */
  private static Object phone(Params p) {
    SharedFiles.get().set(p.bool("empty", false));
    SampleContent.install();
    Rows.get().refill();
    SystemProviders.allChanged();
    return null;
  }

  /** One command: the result has the lines that it prints. */
  private static Object content(Params p) {
    Uri u = Uri.parse(p.string("uri"));
    String where = p.string("where", null);
    ContentValues values = new ContentValues();
    p.object("values").map().forEach((k, v) -> values.put(k, v == null ? null : String.valueOf(v)));
    boolean own = !SystemProviders.has(u.getAuthority());
    ContentResolver r = RuntimeEnvironment.getApplication().getContentResolver();
    try {
      return switch (p.string("op")) {
        case "insert" -> lines(own ? r.insert(u, values) : SystemProvider.add(u, values));
        case "update" ->
            lines(
                own
                    ? r.update(u, values, where, null)
                    : SystemProvider.change(u, values, where, null));
        case "delete" ->
            lines(own ? r.delete(u, where, null) : SystemProvider.remove(u, where, null));
        case "gettype" -> lines("Result: " + r.getType(u));
        case "query" -> rows(query(r, u, p, where, own));
        default -> throw WireException.usage("content cannot " + p.string("op"));
      };
    } catch (RuntimeException e) {
      throw e instanceof WireException ? e : WireException.usage(e.toString());
    }
  }

  private static Map<String, Object> lines(Object result) {
    return Map.of("lines", result instanceof String s ? List.of(s) : List.of());
  }

  private static Cursor query(ContentResolver r, Uri u, Params p, String where, boolean own) {
    List<String> projection = p.strings("projection");
    String[] columns = projection.isEmpty() ? null : projection.toArray(new String[0]);
    String sort = p.string("sort", null);
    return own
        ? r.query(u, columns, where, null, sort)
        : Rows.get().query(Route.of(u), "1", columns, where, null, sort);
  }

  /** Rows in the words of the shell's command. */
  private static Map<String, Object> rows(Cursor c) {
    List<String> lines = new ArrayList<>();
    try (c) {
      while (c != null && c.moveToNext() && lines.size() < MAX_ROWS) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < c.getColumnCount(); i++) {
          boolean blob = c.getType(i) == Cursor.FIELD_TYPE_BLOB;
          cells.add(
              c.getColumnName(i) + "=" + (blob ? "BLOB" : c.isNull(i) ? "NULL" : c.getString(i)));
        }
        lines.add("Row: " + lines.size() + " " + String.join(", ", cells));
      }
    }
    return Map.of("lines", lines.isEmpty() ? List.of("No result found.") : lines);
  }
}
