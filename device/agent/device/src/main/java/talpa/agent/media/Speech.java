package talpa.agent.media;

import android.Manifest;
import android.app.Application;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.content.pm.ServiceInfo;
import android.os.Binder;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import android.os.RemoteException;
import android.speech.IRecognitionListener;
import android.speech.IRecognitionService;
import android.speech.IRecognitionServiceManager;
import android.speech.IRecognitionServiceManagerCallback;
import android.speech.RecognitionService;
import android.speech.RecognizerIntent;
import android.speech.SpeechRecognizer;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import talpa.agent.process.AppProcess;
import talpa.agent.process.MadeUp;
import talpa.agent.process.PerApp;
import talpa.agent.process.Services;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/** The app that recognises speech, where the phone has one: what the user says are events. */
public final class Speech {
  private static final PerApp<Speech> CURRENT = PerApp.of(Speech::new);

  private static final String SERVICE = "speech_recognition"; // hidden in Context
  private static final long SILENCE_MS = 5000; // after which nobody waits for a word

  private final Binder binder = new Binder(); // of the service, which lives
  private List<String> said = List.of("sample", "simple");
  private IRecognitionListener waiting;
  private Intent asked;

  private Speech() {}

  /** Registers the service, once a JVM. */
  public static void register() {
    Services.add(SERVICE, IRecognitionServiceManager.class, (p, m, args) -> managed(m, args));
  }

  /** The service that listens; null if no app of the phone knows speech. */
  static ComponentName recognizer() {
    PackageManager pm = RuntimeEnvironment.getApplication().getPackageManager();
    return pm.queryIntentServices(new Intent(RecognitionService.SERVICE_INTERFACE), 0).stream()
        .findFirst()
        .map(r -> name(r.serviceInfo))
        .orElse(null);
  }

  private static ComponentName name(ServiceInfo s) {
    return new ComponentName(s.packageName, s.name);
  }

  /** What the user says to an app that is asked for it; null if it understands nothing. */
  public static ArrayList<String> heard() {
    List<String> all = CURRENT.get().said;
    return all == null ? null : new ArrayList<>(all);
  }

  /** Whether somebody listens. */
  public static boolean listens() {
    return CURRENT.get().waiting != null;
  }

  /** The wire method: "how" is text (with "text"), unclear, nothing or network. */
  public static Object tell(Params p) throws WireException {
    String how = p.string("how");
    Speech s = CURRENT.get();
    Runnable does =
        switch (how) {
          case "text" -> {
            List<String> words = List.of(p.string("text", ""));
            yield () -> s.say(words);
          }
          case "unclear" -> () -> s.fail(SpeechRecognizer.ERROR_NO_MATCH);
          case "nothing" -> () -> s.fail(SpeechRecognizer.ERROR_SPEECH_TIMEOUT);
          case "network" -> () -> s.fail(SpeechRecognizer.ERROR_NETWORK);
          default -> throw WireException.usage("no such speech: \"" + how + "\"");
        };
    AppProcess.current().later(does);
    return null;
  }

  private static Object managed(Method m, Object[] args) throws RemoteException {
    if (!m.getName().equals("createSession")) {
      return MadeUp.answer(m);
    }
    IRecognitionServiceManagerCallback back = (IRecognitionServiceManagerCallback) args[3];
    if (recognizer() == null) {
      back.onError(SpeechRecognizer.ERROR_CLIENT);
    } else {
      IRecognitionService service =
          Services.proxy(IRecognitionService.class, (p, call, with) -> called(call, with));
      back.onSuccess(service);
    }
    return null;
  }

  private static Object called(Method m, Object[] args) throws RemoteException {
    Speech s = CURRENT.get();
    switch (m.getName()) {
      case "startListening" -> s.begin((Intent) args[0], (IRecognitionListener) args[1]);
      case "stopListening" -> s.stop((IRecognitionListener) args[0]);
      case "cancel" -> s.drop((IRecognitionListener) args[0]);
      case "asBinder" -> {
        return s.binder;
      }
      default -> {
        return MadeUp.answer(m);
      }
    }
    return null;
  }

  private void begin(Intent intent, IRecognitionListener l) throws RemoteException {
    Application app = RuntimeEnvironment.getApplication();
    if (app.checkSelfPermission(Manifest.permission.RECORD_AUDIO)
        != PackageManager.PERMISSION_GRANTED) {
      l.onError(SpeechRecognizer.ERROR_INSUFFICIENT_PERMISSIONS);
    } else if (waiting != null) {
      l.onError(SpeechRecognizer.ERROR_RECOGNIZER_BUSY);
    } else {
      waiting = l;
      asked = intent;
      l.onReadyForSpeech(new Bundle());
      new Handler(Looper.getMainLooper()).postDelayed(() -> silent(l), SILENCE_MS);
    }
  }

  private void silent(IRecognitionListener l) {
    if (waiting != null && waiting.asBinder() == l.asBinder()) {
      end(x -> x.onError(SpeechRecognizer.ERROR_SPEECH_TIMEOUT));
    }
  }

  private void stop(IRecognitionListener l) {
    if (waiting != null && waiting.asBinder() == l.asBinder()) {
      end(
          x -> {
            x.onEndOfSpeech();
            x.onError(SpeechRecognizer.ERROR_NO_MATCH);
          });
    }
  }

  private void drop(IRecognitionListener l) {
    if (waiting != null && waiting.asBinder() == l.asBinder()) {
      waiting = null;
    }
  }

  private void fail(int error) {
    said = null;
    end(x -> x.onError(error));
  }

  private void say(List<String> words) {
    said = words;
    boolean parts =
        asked != null && asked.getBooleanExtra(RecognizerIntent.EXTRA_PARTIAL_RESULTS, false);
    end(
        x -> {
          x.onBeginningOfSpeech();
          x.onRmsChanged(2);
          if (parts) {
            x.onPartialResults(results(words));
          }
          x.onEndOfSpeech();
          x.onResults(results(words));
        });
  }

  private static Bundle results(List<String> words) {
    Bundle b = new Bundle();
    b.putStringArrayList(SpeechRecognizer.RESULTS_RECOGNITION, new ArrayList<>(words));
    b.putFloatArray(SpeechRecognizer.CONFIDENCE_SCORES, new float[] {0.9f});
    return b;
  }

  /** What a listener is told. */
  private interface Call {
    void make(IRecognitionListener l) throws RemoteException;
  }

  /** Tells who listens, and no longer has it listen. */
  private void end(Call c) {
    IRecognitionListener l = waiting;
    waiting = null;
    if (l == null) {
      return;
    }
    try {
      c.make(l);
    } catch (RemoteException e) {
      throw new IllegalStateException("who listens is in this process", e);
    }
  }
}
