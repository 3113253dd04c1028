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
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
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
    return s.contains("%") ? Uri.decode(s) : s;
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

  /** A link as a whole URL. */
  static String resolve(String base, String href) {
    if (Uri.parse(href).getScheme() != null) {
      return href;
    }
    try {
      return URI.create(base).resolve(href.replace(" ", "%20")).toString();
    } catch (IllegalArgumentException e) {
      return href;
    }
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
