package talpa.agent.net;

import android.net.ConnectivityManager;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.robolectric.RuntimeEnvironment;
import talpa.agent.answer.Answer;
import talpa.agent.answer.Documents;
import talpa.agent.answer.Manner;
import talpa.agent.clock.Clock;
import talpa.agent.process.AppProcess;
import talpa.agent.process.PerApp;
import talpa.agent.shape.AppReads;
import talpa.agent.shape.XmlReads;
import talpa.agent.shape.XmlShape;
import talpa.agent.wire.Json;

/** The server that stands in for every host of the world while an app runs. */
final class Server {
  private static final PerApp<Server> SERVER = PerApp.of(Server::new);

  private volatile AppReads reads;
  private volatile Manner manner = Manner.NORMAL;

  private Server() {}

  /** Serves the app that reads this. */
  static void start(AppReads app, Manner m) {
    Server s = SERVER.get();
    s.reads = app;
    s.manner = m;
  }

  /** Sets how it answers from now on. */
  static void behave(Manner m) {
    SERVER.get().manner = m;
  }

  /** Whether the device has a network at this time. */
  static boolean online() {
    return SERVER.get().reads != null
        && RuntimeEnvironment.getApplication()
                .getSystemService(ConnectivityManager.class)
                .getActiveNetwork()
            != null;
  }

  /** The bytes that answer a request. */
  static byte[] answer(Request r) {
    Manner m = SERVER.get().manner;
    Answer a = m.change(body(r), r.host());
    AppProcess p = AppProcess.current();
    p.wire()
        .notify(
            "answered",
            Map.of(
                "t", Clock.wallMillis(),
                "kind", a.kind(),
                "name", r.host(),
                "detail", r.method() + " " + r.path(),
                "value", a.preview()));
    String head =
        "HTTP/1.1 "
            + m.status()
            + "\r\nContent-Type: "
            + a.type()
            + "\r\nContent-Length: "
            + a.body().length
            + "\r\nConnection: close\r\n\r\n";
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
    if (!r.method().equals("HEAD")) {
      out.writeBytes(a.body());
    }
    return out.toByteArray();
  }

  private static Answer body(Request r) {
    String path = r.path().toLowerCase(Locale.ROOT);
    String accept = r.header("accept").toLowerCase(Locale.ROOT);
    if (path.matches(".*\\.(png|jpe?g|gif|webp|bmp|ico)") || accept.startsWith("image/")) {
      return new Answer("picture", "image/png", Documents.picture());
    }
    Answer media = Media.of(r);
    if (media != null) {
      return media;
    }
    AppReads app = SERVER.get().reads;
    Object typed = app == null ? null : Endpoints.answer(app, r);
    if (typed != null) {
      return Answer.text("JSON by the app's types", "application/json", Json.write(typed));
    }
    if (accept.contains("xhtml")) {
      return Answer.text("page", "text/html", Documents.page(r.host()));
    }
    Shapes shapes = app == null ? null : new Shapes(app, r, callers());
    if (path.matches(".*(\\.(rss|atom|xml)|/(rss|feed|atom)/?)")
        || accept.matches(".*(rss|atom|rdf)\\+xml.*")) {
      return feed(r, shapes == null ? null : shapes.xml());
    }
    Object shaped = shapes == null ? null : shapes.answer();
    XmlReads.Names names = shapes == null ? null : shapes.xml();
    if (names != null) {
      return feed(r, names);
    }
    if (shaped != null) {
      return Answer.text("JSON by what the app reads", "application/json", Json.write(shaped));
    }
    return Answer.text("page", "text/html", Documents.page(r.host()));
  }

  /** XML with the names that the app looks for, null if that is not known. */
  private static Answer feed(Request r, XmlReads.Names names) {
    if (names == null || names.all().contains("item") || names.all().contains("channel")) {
      return Answer.text("feed", "application/rss+xml", Documents.feed(r.host()));
    }
    if (names.all().contains("entry")) {
      return Answer.text("feed (Atom)", "application/atom+xml", Documents.atom(r.host()));
    }
    return Answer.text("XML by what the app reads", "text/xml", XmlShape.document(names, r.host()));
  }

  /** The classes on this thread's stack, the top first. */
  private static List<String> callers() {
    return StackWalker.getInstance()
        .walk(s -> s.map(StackWalker.StackFrame::getClassName).distinct().toList());
  }
}
