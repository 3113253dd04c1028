package talpa.bench;

import java.io.File;
import soot.Scene;
import soot.jimple.infoflow.InfoflowConfiguration.CallgraphAlgorithm;
import soot.jimple.infoflow.android.InfoflowAndroidConfiguration;
import soot.jimple.infoflow.android.SetupApplication;

/** Builds FlowDroid's call graph of an app with its defaults, and nothing else. */
public final class CallGraph {
  private CallGraph() {}

  /** Takes the folder of platforms and the app. */
  public static void main(String[] args) {
    InfoflowAndroidConfiguration config = new InfoflowAndroidConfiguration();
    config.getAnalysisFileConfig().setAndroidPlatformDir(new File(args[0]));
    config.getAnalysisFileConfig().setTargetAPKFile(new File(args[1]));
    config.setCallgraphAlgorithm(CallgraphAlgorithm.SPARK);
    new SetupApplication(config).constructCallgraph();
    int edges = Scene.v().getCallGraph().size();
    int reachable = Scene.v().getReachableMethods().size();
    System.out.println("RESULT reachable=" + reachable + " edges=" + edges);
    System.exit(0);
  }
}
