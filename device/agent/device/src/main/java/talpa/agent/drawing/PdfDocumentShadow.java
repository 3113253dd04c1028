package talpa.agent.drawing;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Color;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** PDF documents that apps write: their pages are drawn as pictures, in the place of text. */
@Implements(className = "android.graphics.pdf.PdfDocument")
public class PdfDocumentShadow {
  private static final int QUALITY = 90;

  private record Page(int width, int height, byte[] picture) {}

  private final List<Page> pages = new ArrayList<>();

  /** The picture of the page that is drawn at present: of one document at a time of a thread. */
  private static final ThreadLocal<Bitmap> DRAWN = new ThreadLocal<>();

  /** Called by the constructor: a document that is there. */
  @Implementation
  protected long nativeCreateDocument() {
    return 1;
  }

  /** The canvas of a new page. */
  @Implementation
  protected static long nativeStartPage(
      long document, int width, int height, int left, int top, int right, int bottom) {
    Bitmap b =
        Bitmap.createBitmap(Math.max(width, 1), Math.max(height, 1), Bitmap.Config.ARGB_8888);
    b.eraseColor(Color.WHITE);
    DRAWN.set(b);
    long canvas =
        ReflectionHelpers.callStaticMethod(
            Canvas.class,
            "nInitRaster",
            ClassParameter.from(long.class, (long) ReflectionHelpers.getField(b, "mNativePtr")));
    return canvas;
  }

  /** The page is drawn. */
  @Implementation
  protected void nativeFinishPage(long document) {
    Bitmap b = DRAWN.get();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    b.compress(Bitmap.CompressFormat.JPEG, QUALITY, out);
    pages.add(new Page(b.getWidth(), b.getHeight(), out.toByteArray()));
    DRAWN.remove();
  }

  /** Writes the document. */
  @Implementation
  protected void nativeWriteTo(long document, OutputStream out, byte[] chunk) {
    try {
      out.write(written());
    } catch (IOException e) {
      PdfDocumentShadow.<RuntimeException>raise(e);
    }
  }

  /** Throws what the public method declares and the native one does not. */
  @SuppressWarnings("unchecked")
  private static <T extends Exception> void raise(Exception e) throws T {
    throw (T) e;
  }

  private byte[] written() throws IOException {
    Objects o = new Objects();
    StringBuilder kids = new StringBuilder();
    for (int i = 0; i < pages.size(); i++) {
      kids.append(3 + 3 * i).append(" 0 R ");
    }
    o.add("<</Type/Catalog/Pages 2 0 R>>");
    o.add("<</Type/Pages/Count " + pages.size() + "/Kids[" + kids + "]>>");
    for (int i = 0; i < pages.size(); i++) {
      Page p = pages.get(i);
      String size = p.width + " " + p.height;
      o.add(
          ("<</Type/Page/Parent 2 0 R/MediaBox[0 0 " + size + "]/Contents " + (4 + 3 * i))
              + (" 0 R/Resources<</XObject<</P " + (5 + 3 * i) + " 0 R>>>>>>"));
      byte[] draw = (p.width + " 0 0 " + p.height + " 0 0 cm /P Do").getBytes(Objects.TEXT);
      o.add("<</Length " + draw.length + ">>", draw);
      o.add(
          ("<</Type/XObject/Subtype/Image/Width " + p.width + "/Height " + p.height)
              + "/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length "
              + (p.picture.length + ">>"),
          p.picture);
    }
    return o.end();
  }

  /** The numbered objects of a file, with the table of where they begin. */
  private static final class Objects {
    private static final java.nio.charset.Charset TEXT = StandardCharsets.ISO_8859_1;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final List<Integer> at = new ArrayList<>();

    Objects() throws IOException {
      text("%PDF-1.4\n");
    }

    private void text(String s) throws IOException {
      out.write(s.getBytes(TEXT));
    }

    void add(String dictionary, byte[]... stream) throws IOException {
      at.add(out.size());
      text(at.size() + " 0 obj\n" + dictionary + "\n");
      for (byte[] s : stream) {
        text("stream\n");
        out.write(s);
        text("\nendstream\n");
      }
      text("endobj\n");
    }

    byte[] end() throws IOException {
      int table = out.size();
      int n = at.size() + 1;
      text("xref\n0 " + n + "\n0000000000 65535 f \n");
      for (int i : at) {
        text(String.format("%010d 00000 n \n", i));
      }
      text("trailer\n<</Size " + n + "/Root 1 0 R>>\nstartxref\n" + table + "\n%%EOF\n");
      return out.toByteArray();
    }
  }
}
