package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.GameManager;
import android.app.NotificationManager;
import android.app.NotificationManager.Policy;
import android.app.SearchManager;
import android.content.ComponentName;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.RestrictionsManager;
import android.content.pm.PackageManager;
import android.content.pm.verify.domain.DomainVerificationManager;
import android.content.pm.verify.domain.DomainVerificationUserState;
import android.hardware.lights.LightsManager;
import android.media.metrics.MediaMetricsManager;
import android.media.midi.MidiManager;
import android.net.wifi.p2p.WifiP2pManager;
import android.net.wifi.p2p.WifiP2pManager.Channel;
import android.os.Bundle;
import android.os.HardwarePropertiesManager;
import android.os.Looper;
import android.os.PerformanceHintManager;
import android.speech.RecognitionListener;
import android.speech.RecognizerIntent;
import android.speech.SpeechRecognizer;
import android.telephony.TelephonyManager;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;
import org.robolectric.shadows.ShadowPackageManager;
import talpa.agent.platform.UnsafeCalls;

/** Which services of the system an app gets a manager of, and those with nothing behind them. */
class SystemServicesTest extends FieldTest {
  /** The names that are in the SDK for apps: the others are for the system. */
  private static final String NAMES =
      "accessibility account activity alarm appops app_search appwidget audio autofill batterymanager"
          + " bluetooth blob_store camera captioning carrier_config clipboard companiondevice"
          + " connectivity connectivity_diagnostics consumer_ir country_detector credential crossprofileapps device_lock"
          + " device_policy display display_hash domain_verification download dropbox euicc file_integrity"
          + " fingerprint game grammatical_inflection hardware_properties healthconnect input input_method ipsec"
          + " jobscheduler keyguard launcherapps layout_inflater lights locale location media_communication media_metrics"
          + " media_projection media_router media_session midi netstats nfc notification people"
          + " performance_hint power print profiling restrictions role search security_state sensor shortcut"
          + " statusbar storage storagestats telecom telephony_subscription_service"
          + " phone textclassification textservices tv_ad tv_input tv_interactive_app uimode usagestats usb user"
          + " vcn_management vibrator vibrator_manager wallpaper wifi wifip2p wifiaware wifirtt"
          + " window servicediscovery ";

  /** Those that give null, each with the reason. */
  private static final Map<String, String> NULL =
      new TreeMap<>(
          Map.of(
              "app_search", "a module of the system, which is not in the framework's archive",
              "blob_store", "nothing is shared with other apps",
              "device_lock", "only phones on credit have it",
              "healthconnect", "a module of the system, which is not in the framework's archive",
              "security_state", "the patches of the system are not modelled",
              "tv_ad", "only a television has it",
              "tv_input", "only a television has it",
              "tv_interactive_app", "only a television has it"));

  @Test
  void servicesWithoutAManagerAreKnown() {
    Map<String, String> found = new TreeMap<>();
    for (String name : NAMES.split(" ")) {
      try {
        if (app().getSystemService(name) == null) {
          found.put(name, NULL.getOrDefault(name, "no reason"));
        }
      } catch (RuntimeException | LinkageError e) {
        found.put(name, e.toString());
      }
    }
    assertEquals(NULL, found);
  }

  @Test
  void servicesThatKnowNothingOfTheApp() {
    assertEquals(List.of(), app().getSystemService(LightsManager.class).getLights());
    assertEquals(0, app().getSystemService(GameManager.class).getGameMode());
    PerformanceHintManager hints = app().getSystemService(PerformanceHintManager.class);
    assertEquals(-1, hints.getPreferredUpdateRateNanos());
    assertNull(hints.createHintSession(new int[] {1}, 1_000_000));
    assertNotNull(app().getSystemService(MediaMetricsManager.class).createPlaybackSession());
    HardwarePropertiesManager heat = app().getSystemService(HardwarePropertiesManager.class);
    assertThrows(SecurityException.class, () -> heat.getDeviceTemperatures(0, 0));
  }

  @Test
  void nobodyIsNearForWifiDirect() {
    WifiP2pManager m = app().getSystemService(WifiP2pManager.class);
    Channel c = m.initialize(app(), Looper.getMainLooper(), null);
    assertNotNull(c);
    main(() -> m.discoverPeers(c, heard("search")));
    main(() -> m.createGroup(c, heard("group")));
    main(() -> m.requestPeers(c, peers -> say("peers " + peers.getDeviceList().size())));
    main(() -> m.requestConnectionInfo(c, i -> say("formed " + i.groupFormed)));
    main(() -> m.requestGroupInfo(c, g -> say("group " + g)));
    main(() -> m.requestP2pState(c, s -> say("state " + s)));
    assertSaid("search yes", "group no 2", "peers 0", "formed false", "group null", "state 2");
  }

  private static WifiP2pManager.ActionListener heard(String what) {
    return new WifiP2pManager.ActionListener() {
      @Override
      public void onSuccess() {
        say(what + " yes");
      }

      @Override
      public void onFailure(int reason) {
        say(what + " no " + reason);
      }
    };
  }

  @Test
  void noAppKnowsSpeech() {
    assertFalse(SpeechRecognizer.isRecognitionAvailable(app()));
    main(
        () -> {
          SpeechRecognizer r = SpeechRecognizer.createSpeechRecognizer(app());
          r.setRecognitionListener(new Listener());
          r.startListening(new Intent());
        });
    assertSaid("error 5");
  }

  @Test
  void linksOfTheAppAreNotVerified() throws Exception {
    DomainVerificationManager m = app().getSystemService(DomainVerificationManager.class);
    DomainVerificationUserState s = m.getDomainVerificationUserState(app().getPackageName());
    assertTrue(s.isLinkHandlingAllowed());
    assertEquals(Map.of(), s.getHostToStateMap()); // its links are of a scheme of its own
    IntentFilter links = new IntentFilter(Intent.ACTION_VIEW);
    links.addCategory(Intent.CATEGORY_BROWSABLE);
    links.addDataScheme("https");
    links.addDataAuthority("field.example", null);
    ComponentName viewer = new ComponentName(app(), "dev.talpa.field.IntentsTest$Viewer");
    Shadow.<ShadowPackageManager>extract(app().getPackageManager())
        .addIntentFilterForActivity(viewer, links);
    s = m.getDomainVerificationUserState(app().getPackageName());
    assertEquals(
        Map.of("field.example", DomainVerificationUserState.DOMAIN_STATE_NONE),
        s.getHostToStateMap());
    assertThrows(
        PackageManager.NameNotFoundException.class,
        () -> m.getDomainVerificationUserState("dev.talpa.other"));
  }

  @Test
  void memoryOfTheRuntimeIsNothing() throws Throwable {
    Class<?> c = Class.forName("sun.misc.Unsafe");
    Object unsafe = c.getDeclaredMethod("getUnsafe").invoke(null);
    long methods = UnsafeCalls.getLong(unsafe, String.class, 16);
    assertEquals(0, methods);
    assertEquals(0, UnsafeCalls.getInt(unsafe, methods));
    Field name = Named.class.getDeclaredField("number");
    long at = (long) c.getMethod("objectFieldOffset", Field.class).invoke(unsafe, name);
    assertEquals(7, UnsafeCalls.getInt(unsafe, new Named(), at));
  }

  private static final class Named {
    final int number = Integer.parseInt("7");
  }

  private static void listen(Intent with) {
    main(
        () -> {
          SpeechRecognizer r = SpeechRecognizer.createSpeechRecognizer(app());
          r.setRecognitionListener(new Listener());
          r.startListening(with);
        });
  }

  @Test
  void speechIsRecognised() {
    device("apps", Map.of("gone", List.of("more")));
    assertTrue(SpeechRecognizer.isRecognitionAvailable(app()));
    listen(new Intent());
    assertSaid("error 9"); // it may not record
    Shadow.<ShadowApplication>extract(app()).grantPermissions("android.permission.RECORD_AUDIO");
    Intent parts = new Intent().putExtra(RecognizerIntent.EXTRA_PARTIAL_RESULTS, true);
    listen(parts);
    assertSaid("ready");
    device("speech", Map.of("how", "text", "text", "two words"));
    assertSaid("begins", "part [two words]", "ends", "heard [two words]");
    listen(new Intent());
    device("speech", Map.of("how", "network"));
    assertSaid("ready", "error 2");
    listen(new Intent());
    rest(6000);
    assertSaid("ready", "error 6");
    assertTrue(
        crash(
                () ->
                    new Thread(() -> SpeechRecognizer.createSpeechRecognizer(app()).cancel())
                        .start())
            .contains("SpeechRecognizer should be used only from the application's main thread"));
  }

  /** Says what it hears, and which errors it gets. */
  private static final class Listener implements RecognitionListener {
    @Override
    public void onError(int error) {
      say("error " + error);
    }

    @Override
    public void onReadyForSpeech(Bundle b) {
      say("ready");
    }

    @Override
    public void onBeginningOfSpeech() {
      say("begins");
    }

    @Override
    public void onRmsChanged(float db) {}

    @Override
    public void onBufferReceived(byte[] buffer) {}

    @Override
    public void onEndOfSpeech() {
      say("ends");
    }

    @Override
    public void onResults(Bundle b) {
      say("heard " + b.getStringArrayList(SpeechRecognizer.RESULTS_RECOGNITION));
    }

    @Override
    public void onPartialResults(Bundle b) {
      say("part " + b.getStringArrayList(SpeechRecognizer.RESULTS_RECOGNITION));
    }

    @Override
    public void onEvent(int type, Bundle b) {}
  }

  @Test
  void managersThatKnowNothingOfTheAppGiveNoNull() {
    assertTrue(
        app().getSystemService(RestrictionsManager.class).getApplicationRestrictions().isEmpty());
    TelephonyManager phone = app().getSystemService(TelephonyManager.class);
    assertEquals("T-Mobile", phone.createForSubscriptionId(1).getSimOperatorName());
    NotificationManager.Policy policy =
        app().getSystemService(NotificationManager.class).getNotificationPolicy();
    assertTrue((policy.priorityCategories & Policy.PRIORITY_CATEGORY_ALARMS) != 0);
    assertEquals(
        List.of(), app().getSystemService(SearchManager.class).getSearchablesInGlobalSearch());
    assertEquals(0, app().getSystemService(MidiManager.class).getDevices().length);
    assertEquals(List.of(), events("unsupported"));
  }
}
