package dev.talpa.hutch;

import android.app.IntentService;
import android.app.Service;
import android.app.job.JobParameters;
import android.app.job.JobService;
import android.content.Intent;
import android.os.Binder;
import android.os.IBinder;

/** Services of three kinds. */
final class Services {
  private Services() {}

  /** Works on a thread of its own. */
  public static class Counted extends IntentService {
    public Counted() {
      super("counted");
    }

    @Override
    protected void onHandleIntent(Intent i) {
      Notes.add("intent service " + i.getIntExtra("n", 0) + " on " + Thread.currentThread().getName());
    }
  }

  /** Gives a number to who binds. */
  public static class Bound extends Service {
    /** What the client gets. */
    static final class Number extends Binder {
      int value() {
        return 42;
      }
    }

    @Override
    public IBinder onBind(Intent i) {
      return new Number();
    }

    @Override
    public boolean onUnbind(Intent i) {
      Notes.add("unbound");
      return false;
    }
  }

  /** Runs when the system says so. */
  public static class Job extends JobService {
    @Override
    public boolean onStartJob(JobParameters p) {
      Notes.add("job " + p.getJobId());
      return false;
    }

    @Override
    public boolean onStopJob(JobParameters p) {
      return false;
    }
  }
}
