package talpa.agent.process;

import java.io.FileDescriptor;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowParcelFileDescriptor;

/** File descriptors that an app hands over to native code, which is to close them. */
@Implements(className = "android.os.ParcelFileDescriptor")
public class DescriptorShadow extends ShadowParcelFileDescriptor {
  /** Descriptors of the JDK that lost their number: one that is collected would close it. */
  private static final PerApp<List<FileDescriptor>> DETACHED = PerApp.of(CopyOnWriteArrayList::new);

  /** The number of the file, which this object does not close any more. */
  @Implementation
  protected int detachFd() {
    int fd = getFd();
    DETACHED.get().add(getFileDescriptor());
    return fd;
  }
}
