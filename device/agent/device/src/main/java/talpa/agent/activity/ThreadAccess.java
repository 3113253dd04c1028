package talpa.agent.activity;

import android.app.Activity;
import android.app.ActivityThread;
import android.app.ActivityThread.ActivityClientRecord;
import android.app.Application;
import android.app.LoadedApk;
import android.content.res.Configuration;
import android.content.res.Resources;
import android.os.Bundle;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;

/** Access to members of the framework's app side that are not public. */
public final class ThreadAccess {
  private ThreadAccess() {}

  /** The app's ActivityThread. */
  @ForType(ActivityThread.class)
  public interface Thread {
    @Accessor("mConfigurationController")
    Object getConfigurationController();

    @Accessor("mProfiler")
    Object getProfiler();
  }

  /** Configuration of the process, as ActivityThread sees it. */
  @ForType(className = "android.app.ConfigurationController")
  public interface Configurations {
    void setConfiguration(Configuration c);

    void setCompatConfiguration(Configuration c);
  }

  /** The app's record of an activity. */
  @ForType(ActivityClientRecord.class)
  public interface Client {
    @Accessor("activity")
    Activity getActivity();

    @Accessor("state")
    Bundle getState();
  }

  /** Fields of an activity. */
  @ForType(Activity.class)
  public interface Fields {
    @Accessor("mCurrentConfig")
    Configuration getCurrentConfig();

    @Accessor("mCurrentConfig")
    void setCurrentConfig(Configuration c);

    @Accessor("mConfigChangeFlags")
    void setConfigChangeFlags(int flags);

    @Accessor("mCalled")
    void setCalled(boolean called);

    @Accessor("mCalled")
    boolean getCalled();
  }

  /** The loaded package that activities get their context from. */
  @ForType(LoadedApk.class)
  public interface Apk {
    @Accessor("mApplication")
    void setApplication(Application a);

    @Accessor("mResources")
    void setResources(Resources r);
  }
}
