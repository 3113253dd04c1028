package talpa.agent.service;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowBroadcastPendingResult;
import org.robolectric.shadows.ShadowBroadcastReceiver;
import org.robolectric.util.ReflectionHelpers;

/**
 * A broadcast that goes to one receiver after the other, by priority, those of the manifest among
 * those that the app registered. Each gets the result of the one before, and may end it.
 */
final class OrderedBroadcast {
  /** How often a receiver that answers later is looked after, in milliseconds. */
  private static final int PATIENCE_MS = 10;

  /** Gives the broadcast to a receiver, with the result so far, and returns what it works on. */
  interface Delivery extends UnaryOperator<BroadcastReceiver.PendingResult> {}

  private record Step(int priority, Handler handler, Delivery delivery) {}

  private final List<Step> steps = new ArrayList<>();
  private final Intent intent;

  OrderedBroadcast(Intent intent) {
    this.intent = intent;
  }

  /** A receiver that the app registered; the handler may be null. */
  void add(int priority, Handler handler, BroadcastReceiver receiver, Context context) {
    steps.add(new Step(priority, handler, so -> deliver(receiver, context, so)));
  }

  /** A receiver of the manifest. */
  void add(int priority, Delivery delivery) {
    steps.add(new Step(priority, null, delivery));
  }

  /**
   * Sends it on its way.
   *
   * @param last gets the result in the end, even if a receiver aborted; may be null
   */
  void send(
      BroadcastReceiver last, Context context, Handler handler, int code, String data, Bundle b) {
    steps.sort(Comparator.comparingInt(Step::priority).reversed());
    Step end = last == null ? null : new Step(0, handler, so -> deliver(last, context, so));
    next(new ArrayDeque<>(steps), end, result(code, data, b));
  }

  private BroadcastReceiver.PendingResult deliver(
      BroadcastReceiver r, Context c, BroadcastReceiver.PendingResult soFar) {
    r.setPendingResult(soFar);
    ShadowBroadcastReceiver shadow = Shadow.extract(r);
    shadow.onReceive(c, new Intent(intent), new AtomicBoolean());
    return soFar;
  }

  private void next(Deque<Step> left, Step last, BroadcastReceiver.PendingResult soFar) {
    boolean end = left.isEmpty() || soFar.getAbortBroadcast();
    Step s = end ? last : left.poll();
    if (s == null) {
      return;
    }
    Handler h = s.handler != null ? s.handler : new Handler(Looper.getMainLooper());
    BroadcastReceiver.PendingResult given =
        result(soFar.getResultCode(), soFar.getResultData(), soFar.getResultExtras(false));
    h.post(() -> await(left, end ? null : last, end, s.delivery.apply(given)));
  }

  private void await(
      Deque<Step> left, Step last, boolean end, BroadcastReceiver.PendingResult given) {
    if (end) {
      return;
    }
    ShadowBroadcastPendingResult s = Shadow.extract(given);
    Future<?> done = ReflectionHelpers.callInstanceMethod(s, "getFuture");
    if (done.isDone()) {
      next(left, last, given);
    } else {
      new Handler(Looper.getMainLooper())
          .postDelayed(() -> await(left, last, false, given), PATIENCE_MS);
    }
  }

  private static BroadcastReceiver.PendingResult result(int code, String data, Bundle extras) {
    return new BroadcastReceiver.PendingResult(code, data, extras, 0, true, false, null, 0, 0);
  }
}
