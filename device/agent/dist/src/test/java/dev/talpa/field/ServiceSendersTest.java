package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import android.app.PendingIntent;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.IntentSender;
import android.content.IntentSender.SendIntentException;
import android.os.Parcel;
import android.os.Process;
import org.junit.jupiter.api.Test;

/** Senders of pending intents: what they send, whom they tell, and who they say made them. */
class ServiceSendersTest extends FieldTest {
  private static final String ACTION = "dev.talpa.field.SENT";

  private static final BroadcastReceiver HEARS =
      new BroadcastReceiver() {
        @Override
        public void onReceive(Context c, Intent i) {
          say("heard " + i.getStringExtra("more"));
        }
      };

  @Override
  void prepare() {
    main(
        () ->
            app().registerReceiver(HEARS, new IntentFilter(ACTION), Context.RECEIVER_NOT_EXPORTED));
  }

  private static PendingIntent broadcast() {
    Intent i = new Intent(ACTION).setPackage(app().getPackageName());
    return PendingIntent.getBroadcast(app(), 1, i, PendingIntent.FLAG_MUTABLE);
  }

  /** What Android lets a sender's user do. */
  private interface Send {
    void with(IntentSender s, Intent more) throws SendIntentException;
  }

  private static void assertSends(Send how) {
    main(
        () -> {
          try {
            how.with(broadcast().getIntentSender(), new Intent().putExtra("more", "x"));
          } catch (SendIntentException e) {
            say("refused");
          }
        });
    assertSaid("heard x");
  }

  @Test
  void nobodyNeedBeToldThatItWasSent() {
    assertSends((s, more) -> s.sendIntent(app(), 0, more, null, null));
    assertSends((s, more) -> s.sendIntent(app(), 0, more, null, null, null));
    assertSends((s, more) -> s.sendIntent(app(), 0, more, null, null, null, null));
    assertSends((s, more) -> app().startIntentSender(s, more, 0, 0, 0));
  }

  @Test
  void theListenerIsToldBySenderAndIntent() {
    main(
        () -> {
          IntentSender s = broadcast().getIntentSender();
          try {
            s.sendIntent(
                app(),
                7,
                new Intent().putExtra("more", "x"),
                (by, sent, code, data, extras) -> {
                  assertSame(s, by);
                  say("told " + sent.getAction() + " " + code);
                },
                null);
          } catch (SendIntentException e) {
            say("refused");
          }
        });
    assertSaid("heard x", "told " + ACTION + " 7");
  }

  @Test
  void oneThatWasCancelledIsRefused() {
    main(
        () -> {
          PendingIntent p = broadcast();
          IntentSender s = p.getIntentSender();
          p.cancel();
          assertThrows(SendIntentException.class, () -> s.sendIntent(app(), 0, null, null, null));
        });
    assertSaid("");
  }

  @Test
  void oneOfAScreenThatIsNotThereIsRefused() {
    main(
        () -> {
          Intent market = new Intent(Intent.ACTION_VIEW).setPackage("com.android.vending");
          PendingIntent p =
              PendingIntent.getActivity(app(), 2, market, PendingIntent.FLAG_IMMUTABLE);
          assertThrows(PendingIntent.CanceledException.class, p::send);
        });
    assertSaid("");
  }

  @Test
  void itSaysWhoMadeIt() {
    main(
        () -> {
          IntentSender s = broadcast().getIntentSender();
          assertEquals(app().getPackageName(), s.getCreatorPackage());
          assertEquals(app().getPackageName(), s.getTargetPackage());
          assertEquals(Process.myUid(), s.getCreatorUid());
          assertEquals(s, broadcast().getIntentSender());
        });
  }

  @Test
  void aParcelKeepsIt() {
    main(
        () -> {
          Parcel p = Parcel.obtain();
          p.writeParcelable(broadcast().getIntentSender(), 0);
          p.setDataPosition(0);
          IntentSender s = p.readParcelable(null, IntentSender.class);
          assertEquals(broadcast().getIntentSender(), s);
          try {
            s.sendIntent(app(), 0, new Intent().putExtra("more", "x"), null, null);
          } catch (SendIntentException e) {
            say("refused");
          }
        });
    assertSaid("heard x");
  }

  @Test
  void aChooserTakesItAlong() {
    main(
        () -> {
          Intent text = new Intent(Intent.ACTION_SEND).setType("text/plain");
          app()
              .startActivity(
                  Intent.createChooser(text, "Where?", broadcast().getIntentSender())
                      .addFlags(Intent.FLAG_ACTIVITY_NEW_TASK));
        });
    assertSaid("");
  }
}
