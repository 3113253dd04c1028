package dev.talpa.warm;

import android.content.Context;
import android.content.res.TypedArray;
import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Paint;
import android.graphics.Path;
import android.graphics.RectF;
import android.os.Parcelable;
import android.util.AttributeSet;
import android.view.GestureDetector;
import android.view.MotionEvent;
import android.view.View;

/** A view of the app's own, with attributes, which draws itself. */
public class Dial extends View {
  private final Paint paint = new Paint(Paint.ANTI_ALIAS_FLAG);
  private final Path path = new Path();
  private final Bitmap bitmap = Bitmap.createBitmap(8, 8, Bitmap.Config.ARGB_8888);
  private final GestureDetector detector;
  private final int size;
  private final String text;

  public Dial(Context context, AttributeSet attributes) {
    super(context, attributes);
    TypedArray a = context.obtainStyledAttributes(attributes, R.styleable.Dial, 0, 0);
    paint.setColor(a.getColor(R.styleable.Dial_dialColor, 0));
    size = a.getDimensionPixelSize(R.styleable.Dial_dialSize, 10);
    text = a.getString(R.styleable.Dial_dialText);
    a.recycle();
    detector =
        new GestureDetector(
            context,
            new GestureDetector.SimpleOnGestureListener() {
              @Override
              public boolean onSingleTapUp(MotionEvent e) {
                invalidate();
                return true;
              }
            });
  }

  @Override
  protected void onMeasure(int width, int height) {
    setMeasuredDimension(resolveSize(size, width), resolveSize(size, height));
  }

  @Override
  protected void onDraw(Canvas canvas) {
    canvas.save();
    canvas.translate(1, 1);
    canvas.drawCircle(size / 2f, size / 2f, size / 3f, paint);
    canvas.drawRoundRect(new RectF(0, 0, size, size / 2f), 4, 4, paint);
    path.reset();
    path.moveTo(0, 0);
    path.quadTo(size / 2f, size, size, 0);
    canvas.drawPath(path, paint);
    canvas.drawBitmap(bitmap, 0, 0, paint);
    canvas.drawText(text, 0, size, paint);
    canvas.drawLine(0, 0, paint.measureText(text), size, paint);
    canvas.restore();
  }

  @Override
  public boolean onTouchEvent(MotionEvent event) {
    return detector.onTouchEvent(event) || super.onTouchEvent(event);
  }

  @Override
  protected Parcelable onSaveInstanceState() {
    return super.onSaveInstanceState();
  }
}
