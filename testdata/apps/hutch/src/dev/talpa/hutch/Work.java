package dev.talpa.hutch;

import android.app.LoaderManager;
import android.app.job.JobInfo;
import android.app.job.JobScheduler;
import android.content.AsyncTaskLoader;
import android.content.ClipData;
import android.content.ClipboardManager;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.Loader;
import android.content.ServiceConnection;
import android.os.Bundle;
import android.os.IBinder;

/** Has the system do what an app asks it for. */
final class Work implements LoaderManager.LoaderCallbacks<Integer>, ServiceConnection {
  private final HutchActivity activity;

  Work(HutchActivity activity) {
    this.activity = activity;
  }

  void begin() {
    ClipboardManager clips = (ClipboardManager) activity.getSystemService(Context.CLIPBOARD_SERVICE);
    clips.setPrimaryClip(ClipData.newPlainText("label", "carrot"));
    Notes.add("clip " + clips.getPrimaryClip().getItemAt(0).getText());
    activity.startService(new Intent(activity, Services.Counted.class).putExtra("n", 3));
    activity.bindService(new Intent(activity, Services.Bound.class), this, Context.BIND_AUTO_CREATE);
    JobScheduler jobs = (JobScheduler) activity.getSystemService(Context.JOB_SCHEDULER_SERVICE);
    jobs.schedule(
        new JobInfo.Builder(7, new ComponentName(activity, Services.Job.class))
            .setOverrideDeadline(0)
            .build());
    activity.getLoaderManager().initLoader(1, null, this);
    activity.startActivityForResult(
        new Intent().setClassName(activity, "dev.talpa.hutch.Alias"), 9);
  }

  @Override
  public Loader<Integer> onCreateLoader(int id, Bundle args) {
    return new AsyncTaskLoader<Integer>(activity) {
      @Override
      protected void onStartLoading() {
        forceLoad();
      }

      @Override
      public Integer loadInBackground() {
        return 12;
      }
    };
  }

  @Override
  public void onLoadFinished(Loader<Integer> loader, Integer n) {
    Notes.add("loaded " + n);
  }

  @Override
  public void onLoaderReset(Loader<Integer> loader) {}

  @Override
  public void onServiceConnected(ComponentName name, IBinder binder) {
    Notes.add("bound to " + ((Services.Bound.Number) binder).value());
    activity.unbindService(this);
  }

  @Override
  public void onServiceDisconnected(ComponentName name) {}
}
