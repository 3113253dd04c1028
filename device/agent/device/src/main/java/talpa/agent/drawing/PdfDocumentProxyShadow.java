package talpa.agent.drawing;

import android.graphics.Bitmap;
import android.graphics.pdf.PdfDocumentProxy;
import android.graphics.pdf.models.jni.LoadPdfResult;
import android.graphics.pdf.models.jni.PdfStatus;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.List;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import talpa.agent.process.Unsupported;

/**
 * PDF documents that apps read: they have the pages of the file, which are blank. What a page says
 * is not known to who searches it.
 */
@Implements(className = "android.graphics.pdf.PdfDocumentProxy")
public class PdfDocumentProxyShadow {
  /** The largest file that is read, in bytes. */
  private static final int MAX_FILE = 64 << 20;

  private static final float KILO = 1024;

  private List<PdfPages.Page> pages = List.of();

  /** There is no library of the system to load. */
  @Implementation
  protected static void loadLibPdf() {}

  /** Opens a document, of which the descriptor is ours from now on. */
  @Implementation
  protected static LoadPdfResult createFromFd(int fd, String password) {
    FileDescriptor d = new FileDescriptor();
    ReflectionHelpers.setField(d, "fd", fd);
    byte[] file;
    try (FileInputStream in = new FileInputStream(d)) {
      file = in.readNBytes(MAX_FILE);
    } catch (IOException e) {
      return failed(PdfStatus.FILE_ERROR);
    }
    PdfPages content = new PdfPages(file);
    if (content.isEncrypted() && password == null) {
      return failed(PdfStatus.REQUIRES_PASSWORD);
    }
    List<PdfPages.Page> pages = content.read();
    if (pages.isEmpty()) {
      return failed(PdfStatus.PDF_ERROR);
    }
    PdfDocumentProxy document =
        ReflectionHelpers.callConstructor(
            PdfDocumentProxy.class,
            ClassParameter.from(long.class, 1L),
            ClassParameter.from(int.class, pages.size()));
    Shadow.<PdfDocumentProxyShadow>extract(document).pages = pages;
    return new LoadPdfResult(PdfStatus.LOADED.getNumber(), document, file.length / KILO);
  }

  private static LoadPdfResult failed(PdfStatus why) {
    return new LoadPdfResult(why.getNumber(), null, 0);
  }

  @Implementation
  protected void destroy() {}

  @Implementation
  protected int getPageWidth(int page) {
    return pages.get(page).width();
  }

  @Implementation
  protected int getPageHeight(int page) {
    return pages.get(page).height();
  }

  /** Draws nothing: a page is as blank as the bitmap was. */
  @Implementation
  protected boolean render(
      int page,
      Bitmap bitmap,
      int left,
      int top,
      int right,
      int bottom,
      float[] transform,
      int mode,
      int annotations,
      boolean forms) {
    Unsupported.tell("drawing", "what stands on the pages of PDF documents");
    return true;
  }

  @Implementation
  protected String getPageText(int page) {
    return "";
  }

  @Implementation
  protected List<String> getPageAltText(int page) {
    return List.of();
  }

  @Implementation
  protected void retainPage(int page) {}

  @Implementation
  protected void releasePage(int page) {}

  @Implementation
  protected boolean isPdfLinearized() {
    return false;
  }

  @Implementation
  protected boolean scaleForPrinting() {
    return false;
  }

  @Implementation
  protected int getFormType() {
    return 0;
  }
}
