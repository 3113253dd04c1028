package talpa.agent.defaults;

import android.net.INetworkStatsService;
import android.net.INetworkStatsSession;
import android.net.NetworkStats;
import android.net.NetworkStatsHistory;
import android.os.Process;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import org.robolectric.util.ReflectionHelpers;
import talpa.agent.process.Services;

/**
 * The system's side of NetworkStatsManager on a phone over which nothing has gone yet. An app is
 * told of itself only, and refused what is of the phone unless the user lets it read usage data.
 */
final class NetworkStatistics implements InvocationHandler {
  private static final int OF_ALL = -1; // NetworkStats.UID_ALL
  private static final long AN_HOUR = 3_600_000;

  private NetworkStatistics() {}

  /** The service as the app's manager asks it. */
  static INetworkStatsService service() {
    INetworkStatsSession session =
        Services.proxy(INetworkStatsSession.class, new NetworkStatistics());
    return Services.proxy(
        INetworkStatsService.class,
        (p, m, args) -> m.getReturnType() == INetworkStatsSession.class ? session : nothing(m));
  }

  private static Object nothing(Method m) {
    return ReflectionHelpers.defaultValueForType(m.getReturnType().getName());
  }

  @Override
  public Object invoke(Object proxy, Method m, Object[] args) {
    switch (m.getName()) {
      case "getDeviceSummaryForNetwork", "getSummaryForNetwork" -> mayRead(OF_ALL);
      case "getHistoryForNetwork", "getHistoryIntervalForNetwork" -> mayRead(OF_ALL);
      case "getHistoryForUid", "getHistoryIntervalForUid" -> mayRead((int) args[1]);
      case "getRelevantUids" -> {
        return new int[] {Process.myUid()};
      }
      default -> {}
    }
    if (m.getReturnType() == NetworkStats.class) {
      return new NetworkStats(0, 0);
    }
    return m.getReturnType() == NetworkStatsHistory.class
        ? new NetworkStatsHistory(AN_HOUR)
        : nothing(m);
  }

  private void mayRead(int uid) {
    if (uid != Process.myUid() && !UsageShadow.allowed()) {
      throw new SecurityException(
          "Network stats history of uid " + uid + " is forbidden for caller " + Process.myUid());
    }
  }
}
