package talpa.agent.web;

import android.os.Bundle;
import android.os.CancellationSignal;
import android.os.ParcelFileDescriptor;
import android.print.PageRange;
import android.print.PrintAttributes;
import android.print.PrintDocumentAdapter;
import android.print.PrintDocumentInfo;

/** A page for the print service, which has no printer: it has a name and cannot be written. */
final class PagePrint extends PrintDocumentAdapter {
  private final String name;

  PagePrint(String name) {
    this.name = name;
  }

  @Override
  public void onLayout(
      PrintAttributes before,
      PrintAttributes now,
      CancellationSignal cancel,
      LayoutResultCallback done,
      Bundle extras) {
    done.onLayoutFinished(new PrintDocumentInfo.Builder(name).build(), true);
  }

  @Override
  public void onWrite(
      PageRange[] pages,
      ParcelFileDescriptor to,
      CancellationSignal cancel,
      WriteResultCallback done) {
    done.onWriteFailed(null);
  }
}
