package talpa.agent.web;

import android.content.Context;
import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import android.graphics.drawable.BitmapDrawable;
import android.graphics.drawable.Drawable;
import android.net.Uri;
import android.util.Base64;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Gets what a page is made of: from the app's strings, assets, resources, files and content. */
final class Source {
  private static final int MAX_BYTES = 4 << 20;
  private static final int MAX_PIXELS = 4_000_000;
  private static final String ASSET = "/android_asset/";
  private static final String RESOURCE = "/android_res/";
  private static final Pattern CHARSET =
      Pattern.compile("<meta[^>]+charset=[\"']?([\\w-]+)", Pattern.CASE_INSENSITIVE);

  /** A URL in its parts, none of them null: RFC 3986, appendix B. */
  private static final Pattern URL =
      Pattern.compile(
          "((?:[A-Za-z][\\w+.-]*:)?)((?://[^/?#]*)?)([^?#]*)((?:\\?[^#]*)?)((?:#.*)?)",
          Pattern.DOTALL);

  private static final int SCHEME = 1;
  private static final int PLACE = 2;
  private static final int PATH = 3;
  private static final int QUERY = 4;
  private static final int FRAGMENT = 5;

  private static final Pattern ENCODED = Pattern.compile("(?:%[0-9a-fA-F]{2})+");

  private final Context context;

  Source(Context context) {
    this.context = context;
  }

  /**
   * The document of an entry.
   *
   * @throws IOException if there is none
   */
  Document document(Entry e) throws IOException {
    if (e.data() != null) {
      return document(e.data(), e.type());
    }
    if (e.url().startsWith("about:")) {
      return HtmlReader.read("");
    }
    if (e.url().startsWith("data:")) {
      return dataUrl(e.url());
    }
    try (InputStream in = open(Uri.parse(e.url()))) {
      return document(text(in.readNBytes(MAX_BYTES)), type(e.url()));
    }
  }

  static Document document(String text, String type) {
    String t = type == null ? "text/html" : type.toLowerCase(Locale.ROOT);
    return t.startsWith("text/plain") || t.startsWith("application/json")
        ? Document.plain(text)
        : HtmlReader.read(text);
  }

  /** Bytes as text, in the charset that the page names. */
  static String text(byte[] b) {
    String head = new String(b, 0, Math.min(b.length, 2048), StandardCharsets.ISO_8859_1);
    Matcher m = CHARSET.matcher(head);
    try {
      return new String(b, m.find() ? Charset.forName(m.group(1)) : StandardCharsets.UTF_8);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      return new String(b, StandardCharsets.UTF_8);
    }
  }

  /** What loadData's arguments mean: percent signs, and base 64 where asked for. */
  static String decode(String data, String encoding) {
    if ("base64".equalsIgnoreCase(encoding)) {
      try {
        return text(Base64.decode(data, Base64.DEFAULT));
      } catch (IllegalArgumentException e) {
        return "";
      }
    }
    int fragment = data.indexOf('#');
    String s = fragment < 0 ? data : data.substring(0, fragment);
    // Signs that encode nothing stay, as in "100%": pages of apps are full of them.
    return ENCODED.matcher(s).replaceAll(m -> Matcher.quoteReplacement(Uri.decode(m.group())));
  }

  private static Document dataUrl(String url) {
    int comma = url.indexOf(',');
    String head = comma < 0 ? "" : url.substring("data:".length(), comma);
    String body = comma < 0 ? "" : url.substring(comma + 1);
    return document(decode(body, head.endsWith(";base64") ? "base64" : null), head);
  }

  private static String type(String url) {
    String s = url.toLowerCase(Locale.ROOT);
    return s.endsWith(".txt") || s.endsWith(".json") ? "text/plain" : "text/html";
  }

  /** A picture of a page, no wider than the screen; null if there is none. */
  Drawable picture(String base, String src) {
    try (InputStream in = open(Uri.parse(resolve(base, src)))) {
      byte[] b = in.readNBytes(MAX_BYTES);
      BitmapFactory.Options o = new BitmapFactory.Options();
      o.inJustDecodeBounds = true;
      BitmapFactory.decodeByteArray(b, 0, b.length, o);
      if (o.outWidth <= 0 || o.outHeight <= 0 || (long) o.outWidth * o.outHeight > MAX_PIXELS) {
        return null;
      }
      Bitmap m = BitmapFactory.decodeByteArray(b, 0, b.length);
      Drawable d = new BitmapDrawable(context.getResources(), m);
      float density = context.getResources().getDisplayMetrics().density;
      int most = context.getResources().getDisplayMetrics().widthPixels;
      float scale = Math.min(density, (float) most / o.outWidth);
      d.setBounds(0, 0, Math.round(o.outWidth * scale), Math.round(o.outHeight * scale));
      return d;
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  /** A link as a whole URL: RFC 3986, 5.2. What is relative to no place stays as it is. */
  static String resolve(String base, String href) {
    Matcher to = URL.matcher(href.strip().replace(" ", "%20"));
    Matcher from = URL.matcher(base);
    if (!to.matches()
        || !to.group(SCHEME).isEmpty()
        || !from.matches()
        || from.group(PLACE).isEmpty()) {
      return href;
    }
    String scheme = from.group(SCHEME);
    if (!to.group(PLACE).isEmpty()) {
      return scheme + to.group();
    }
    String path = to.group(PATH);
    String root = scheme + from.group(PLACE);
    if (path.isEmpty()) {
      String query = to.group(QUERY).isEmpty() ? from.group(QUERY) : to.group(QUERY);
      return root + from.group(PATH) + query + to.group(FRAGMENT);
    }
    String folder = from.group(PATH).substring(0, from.group(PATH).lastIndexOf('/') + 1);
    String whole = path.startsWith("/") ? path : folder.isEmpty() ? "/" + path : folder + path;
    return root + withoutDots(whole) + to.group(QUERY) + to.group(FRAGMENT);
  }

  /** A path that begins with a slash, without its segments of one dot and of two. */
  private static String withoutDots(String path) {
    List<String> kept = new ArrayList<>();
    String[] all = path.substring(1).split("/", -1);
    for (int i = 0; i < all.length; i++) {
      boolean up = all[i].equals("..");
      if (up && !kept.isEmpty()) {
        kept.remove(kept.size() - 1);
      }
      if (!up && !all[i].equals(".")) {
        kept.add(all[i]);
      } else if (i == all.length - 1) {
        kept.add("");
      }
    }
    return "/" + String.join("/", kept);
  }

  private InputStream open(Uri u) throws IOException {
    String path = u.getPath() == null ? "" : u.getPath();
    if ("content".equals(u.getScheme())) {
      InputStream in = context.getContentResolver().openInputStream(u);
      if (in == null) {
        throw new FileNotFoundException(u.toString());
      }
      return in;
    }
    if (!"file".equals(u.getScheme())) {
      throw new FileNotFoundException(u.toString());
    }
    if (path.startsWith(ASSET)) {
      return context.getAssets().open(path.substring(ASSET.length()));
    }
    if (path.startsWith(RESOURCE)) {
      return resource(path.substring(RESOURCE.length()));
    }
    return new FileInputStream(path);
  }

  /** A resource by its folder and name, as in "raw/help.html". */
  private InputStream resource(String path) throws IOException {
    int slash = path.indexOf('/');
    int dot = path.lastIndexOf('.');
    if (slash > 0) {
      String name = path.substring(slash + 1, dot > slash ? dot : path.length());
      int id =
          context
              .getResources()
              .getIdentifier(
                  name, path.substring(0, slash).replaceAll("-.*", ""), context.getPackageName());
      if (id != 0) {
        return context.getResources().openRawResource(id);
      }
    }
    throw new FileNotFoundException(path);
  }
}
