package talpa.agent.view;

import android.graphics.Canvas;
import android.graphics.Color;
import android.graphics.Paint;
import android.graphics.Rect;

/** The picture of the soft keyboard: a plain panel with four rows of blank keys. */
final class Keyboard {
  private static final int PANEL = Color.rgb(0xe4, 0xe7, 0xec);
  private static final int ROWS = 4;
  private static final int KEYS = 10;

  private Keyboard() {}

  /** Draws it over an area of the screen, which may be empty. */
  static void draw(Rect area, Canvas canvas) {
    if (area.isEmpty()) {
      return;
    }
    Paint paint = new Paint();
    paint.setColor(PANEL);
    canvas.drawRect(area, paint);
    paint.setColor(Color.WHITE);
    float w = (float) area.width() / KEYS;
    float h = (float) area.height() / (ROWS + 1);
    float gap = w / 12;
    for (int row = 1; row <= ROWS; row++) {
      for (int key = 0; key < KEYS; key++) {
        float x = area.left + key * w;
        float y = area.top + row * h;
        canvas.drawRect(x + gap, y + gap, x + w - gap, y + h - gap, paint);
      }
    }
  }
}
