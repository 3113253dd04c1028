package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.graphics.Bitmap;
import android.graphics.BitmapRegionDecoder;
import android.graphics.ImageDecoder;
import android.graphics.Paint;
import android.graphics.Rect;
import android.graphics.pdf.PdfDocument;
import android.graphics.pdf.PdfRenderer;
import android.os.ParcelFileDescriptor;
import android.renderscript.Allocation;
import android.renderscript.Element;
import android.renderscript.RenderScript;
import android.renderscript.ScriptIntrinsicBlur;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;

/** Pictures and documents that apps read and write. */
@SuppressWarnings("deprecation")
class DrawingFilesTest extends FieldTest {
  @Test
  void aDocumentIsWrittenPageByPage() throws IOException {
    PdfDocument d = new PdfDocument();
    for (int i = 1; i <= 2; i++) {
      PdfDocument.Page p = d.startPage(new PdfDocument.PageInfo.Builder(100, 50 * i, i).create());
      p.getCanvas().drawText("mole", 5, 20, new Paint());
      d.finishPage(p);
    }
    assertEquals(2, d.getPages().size());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    d.writeTo(out);
    d.close();
    String text = out.toString(StandardCharsets.ISO_8859_1);
    assertTrue(text.startsWith("%PDF-1."), text.substring(0, 8));
    assertTrue(text.contains("/Count 2"));
    assertTrue(text.contains("/MediaBox[0 0 100 100]"));
    int table =
        Integer.parseInt(
            text.substring(text.lastIndexOf("startxref") + 9, text.lastIndexOf("%%EOF")).trim());
    assertTrue(text.startsWith("xref", table));
    assertThrows(IllegalStateException.class, () -> d.writeTo(out), "document is closed!");
  }

  private static File file(String name, byte[] content) throws IOException {
    File f = new File(app().getFilesDir(), name);
    Files.write(f.toPath(), content);
    return f;
  }

  private static PdfRenderer renderer(File f) throws IOException {
    return new PdfRenderer(ParcelFileDescriptor.open(f, ParcelFileDescriptor.MODE_READ_ONLY));
  }

  @Test
  void aDocumentIsReadPageByPage() throws IOException {
    PdfDocument d = new PdfDocument();
    for (int i = 1; i <= 2; i++) {
      d.finishPage(d.startPage(new PdfDocument.PageInfo.Builder(100, 50 * i, i).create()));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    d.writeTo(out);
    d.close();
    PdfRenderer r = renderer(file("two.pdf", out.toByteArray()));
    assertEquals(2, r.getPageCount());
    PdfRenderer.Page p = r.openPage(1);
    assertEquals("100x100", p.getWidth() + "x" + p.getHeight());
    Bitmap b = Bitmap.createBitmap(20, 20, Bitmap.Config.ARGB_8888);
    b.eraseColor(0xffffffff);
    p.render(b, null, null, PdfRenderer.Page.RENDER_MODE_FOR_DISPLAY);
    assertEquals(0xffffffff, b.getPixel(3, 3));
    p.close();
    assertThrows(IllegalArgumentException.class, () -> r.openPage(2));
    r.close();
    assertThrows(IllegalStateException.class, r::getPageCount);
    rest(0);
    assertTrue(events("unsupported").toString().contains("PDF"));
  }

  @Test
  void pagesInStreamsOfObjectsAreRead() throws IOException {
    String pages =
        "3 0 4 60 <</Type /Pages /Kids [4 0 R] /Count 1 /MediaBox [0 0 300 200]>> "
            + "<</Type /Page /Parent 3 0 R /Rotate 90 /Resources <</Font <<>>>>>>";
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (DeflaterOutputStream z = new DeflaterOutputStream(packed)) {
      z.write(pages.getBytes(StandardCharsets.ISO_8859_1));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write("%PDF-1.5\n1 0 obj\n<</Type/ObjStm/Filter/FlateDecode>>\nstream\n".getBytes());
    out.write(packed.toByteArray());
    out.write("\nendstream\nendobj\n".getBytes());
    PdfRenderer r = renderer(file("packed.pdf", out.toByteArray()));
    assertEquals(1, r.getPageCount());
    PdfRenderer.Page p = r.openPage(0);
    assertEquals("200x300", p.getWidth() + "x" + p.getHeight());
    p.close();
    r.close();
  }

  @Test
  void whatIsNoDocumentIsRefused() throws IOException {
    File text = file("text.pdf", "mole".getBytes());
    assertThrows(IOException.class, () -> renderer(text));
    File damaged = file("damaged.pdf", "%PDF-1.4\n1 0 obj\n<<".getBytes());
    assertThrows(IOException.class, () -> renderer(damaged));
    File locked = file("locked.pdf", "%PDF-1.4\ntrailer <</Encrypt 5 0 R>>".getBytes());
    assertThrows(SecurityException.class, () -> renderer(locked));
  }

  @Test
  void aScriptRunsAndComputesNothing() {
    Bitmap b = Bitmap.createBitmap(8, 8, Bitmap.Config.ARGB_8888);
    b.eraseColor(0xff336699);
    main(() -> blur(b));
    assertEquals(0xff336699, b.getPixel(3, 3));
    assertTrue(events("unsupported").toString().contains("RenderScript"));
  }

  private static void blur(Bitmap b) {
    RenderScript rs = RenderScript.create(app());
    Allocation a = Allocation.createFromBitmap(rs, b);
    Allocation to = Allocation.createTyped(rs, a.getType());
    ScriptIntrinsicBlur blur = ScriptIntrinsicBlur.create(rs, Element.U8_4(rs));
    blur.setRadius(5);
    blur.setInput(a);
    blur.forEach(to);
    to.copyTo(b);
    rs.destroy();
  }

  @Test
  void aPartOfAPictureIsDecodedWithoutOptions() throws IOException {
    File f = new File(app().getFilesDir(), "a.png");
    try (OutputStream out = new FileOutputStream(f)) {
      Bitmap.createBitmap(20, 20, Bitmap.Config.ARGB_8888)
          .compress(Bitmap.CompressFormat.PNG, 100, out);
    }
    BitmapRegionDecoder d = BitmapRegionDecoder.newInstance(f.getPath(), false);
    assertEquals(10, d.decodeRegion(new Rect(0, 0, 10, 10), null).getWidth());
  }

  @Test
  void whatIsNoPictureIsToldAsTheDecoderDeclaresIt() throws IOException {
    File f = new File(app().getFilesDir(), "a.jpg");
    Files.write(f.toPath(), new byte[100]);
    assertThrows(
        ImageDecoder.DecodeException.class,
        () -> ImageDecoder.decodeBitmap(ImageDecoder.createSource(f)));
  }

  /**
   * Where the table says that an object begins there it does, and each stream is as long as told.
   */
  @Test
  void theTableOfADocumentPointsAtItsObjects() throws IOException {
    PdfDocument d = new PdfDocument();
    PdfDocument.Page p = d.startPage(new PdfDocument.PageInfo.Builder(30, 20, 1).create());
    p.getCanvas().drawColor(0xff00ff00);
    d.finishPage(p);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    d.writeTo(out);
    d.close();
    String text = out.toString(StandardCharsets.ISO_8859_1);
    String[] table = text.substring(text.lastIndexOf("xref\n0 ")).split("\n");
    int n = Integer.parseInt(table[1].split(" ")[1]);
    assertEquals(6, n);
    for (int i = 1; i < n; i++) {
      int at = Integer.parseInt(table[2 + i].substring(0, 10));
      assertTrue(text.startsWith(i + " 0 obj\n", at), "object " + i);
    }
    int length = text.lastIndexOf("/Length ");
    int size = Integer.parseInt(text.substring(length + 8, text.indexOf(">>", length)));
    int begin = text.indexOf("stream\n", length) + 7;
    assertTrue(text.startsWith("\nendstream", begin + size));
    Bitmap picture = android.graphics.BitmapFactory.decodeByteArray(out.toByteArray(), begin, size);
    assertEquals("30x20", picture.getWidth() + "x" + picture.getHeight());
    assertTrue((picture.getPixel(5, 5) & 0xff00) > 0xf000, "what the page drew");
  }

  @Test
  void whatADocumentCannotBeWrittenToThrowsAsDeclared() {
    PdfDocument d = new PdfDocument();
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("full");
          }
        };
    assertEquals("full", assertThrows(IOException.class, () -> d.writeTo(full)).getMessage());
    d.close();
  }
}
