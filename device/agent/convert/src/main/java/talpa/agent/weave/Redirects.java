package talpa.agent.weave;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Calls of the app that must not reach the host's JDK, or that the framework cannot tell from its
 * own: the table of what is called instead, in {@code talpa.agent.defaults}, {@code
 * talpa.agent.libcore}, {@code talpa.agent.keystore}, {@code talpa.agent.network}, {@code
 * talpa.agent.platform}, {@code talpa.agent.program} and {@code talpa.agent.xml}. A virtual call
 * becomes a static one with the receiver in front.
 */
public final class Redirects {
  private static final String BASE = "talpa/agent/libcore/";

  /** Calls to the process and its natives. */
  public static final String SYSTEM = BASE + "SystemCalls";

  private static final String INTERFACES = "talpa/agent/network/InterfaceCalls";
  private static final String PROCESS = BASE + "ProcessCalls";
  private static final String PROGRAMS = "talpa/agent/program/Programs";
  private static final String SETTINGS = "talpa/agent/defaults/SettingCalls";
  private static final String TIME = BASE + "TimeCalls";
  private static final String CLOCKS = BASE + "ClockCalls";
  private static final String REGEX = BASE + "RegexCalls";
  private static final String FILES = BASE + "FileCalls";
  private static final String FORMATS = BASE + "FormatCalls";
  private static final String NETWORK = "talpa/agent/network/NetworkCalls";
  private static final String XML = "talpa/agent/xml/";
  private static final String RANDOM = BASE + "RandomCalls";
  private static final String WAIT = BASE + "WaitCalls";
  private static final String EXECUTORS = BASE + "ExecutorCalls";
  private static final String PRINT = BASE + "PrintCalls";
  private static final String THROWABLE = "java/lang/Throwable";
  private static final String TRACE = "printStackTrace";
  private static final String DATABASE = "android/database/sqlite/SQLiteDatabase";
  private static final String BITMAPS = "android/graphics/BitmapFactory";
  private static final String CONCURRENT = "java/util/concurrent/";
  private static final String LIMIT = "JLjava/util/concurrent/TimeUnit;)";

  /** Classes that are replaced where one is made. */
  private static final Map<String, String> CLASSES =
      Map.of(
          "java/util/Timer",
          BASE + "VirtualTimer",
          CONCURRENT + "ScheduledThreadPoolExecutor",
          BASE + "VirtualScheduler",
          "java/util/GregorianCalendar",
          BASE + "VirtualCalendar",
          "java/util/WeakHashMap",
          BASE + "OrderedWeakMap",
          "java/security/SecureRandom",
          BASE + "SeededSecureRandom");

  /** Classes whose constructors take a path first. */
  private static final Set<String> PATH_FIRST =
      Set.of(
          "java/io/File",
          "java/io/FileInputStream",
          "java/io/FileOutputStream",
          "java/io/FileReader",
          "java/io/FileWriter",
          "java/io/RandomAccessFile",
          "java/io/PrintWriter");

  private static final Map<String, String> STATIC = new HashMap<>();
  private static final Map<String, String> VIRTUAL = new HashMap<>();

  /** The classes of both tables: most calls of an app are of others. */
  private static final Set<String> OWNERS = new HashSet<>();

  /** The names of the methods of both tables. */
  private static final Set<String> NAMES = new HashSet<>();

  /**
   * The type that the static method is written for, where it serves several receivers; {@code
   * talpa.agent.patch} adds one for each of them.
   */
  private static final Map<String, String> RECEIVERS = new HashMap<>();

  /**
   * A method of an object that is redirected.
   *
   * @param owner its class
   * @param method its name, with the descriptor where not all of that name are meant
   * @param to the class of the static method
   * @param type what that is written to take as its receiver
   */
  public record OfObject(String owner, String method, String to, String type) {}

  static {
    each(STATIC, SYSTEM, "java/lang/System.", "exit", "loadLibrary", "load", "runFinalization");
    each(STATIC, "talpa/agent/process/AppCode", "java/lang/ClassLoader.", "getSystemClassLoader");
    each(
        STATIC,
        SYSTEM,
        "java/lang/Thread.",
        "setDefaultUncaughtExceptionHandler",
        "getDefaultUncaughtExceptionHandler");
    each(
        VIRTUAL,
        SYSTEM,
        "java/lang/Runtime.",
        "exit",
        "halt",
        "loadLibrary",
        "load",
        "runFinalization");
    each(VIRTUAL, PROGRAMS, "java/lang/Runtime.", "exec");
    each(VIRTUAL, PROGRAMS, "java/lang/ProcessBuilder.", "start");
    each(STATIC, PROCESS, "java/lang/System.", "getenv", "getProperty");
    each(VIRTUAL, PROCESS, "java/io/File.", "getTotalSpace", "getFreeSpace", "getUsableSpace");
    each(STATIC, TIME, "java/lang/System.", "currentTimeMillis", "nanoTime");
    each(STATIC, TIME, "java/lang/Thread.", "sleep");
    each(VIRTUAL, TIME, "java/util/concurrent/TimeUnit.", "sleep");
    each(STATIC, TIME, "java/util/Calendar.", "getInstance");
    NAMES.add("now");
    each(
        STATIC,
        CLOCKS,
        "java/time/Clock.",
        "systemUTC",
        "systemDefaultZone",
        "system",
        "tickMillis",
        "tickSeconds",
        "tickMinutes");
    each(STATIC, BASE + "ThreadCalls", "java/lang/Thread.", "yield");
    each(VIRTUAL, TIME, "java/lang/Object.", "wait(J)V", "wait(JI)V");
    each(STATIC, REGEX, "java/util/regex/Pattern.", "compile", "matches");
    each(VIRTUAL, REGEX, "java/util/regex/Pattern.", "flags");
    each(
        VIRTUAL,
        REGEX,
        "java/lang/String.",
        "matches",
        "replaceAll",
        "replaceFirst",
        "split(Ljava/lang/String;)[Ljava/lang/String;",
        "split(Ljava/lang/String;I)[Ljava/lang/String;");
    each(STATIC, RANDOM, "java/lang/Math.", "random");
    each(STATIC, RANDOM, "java/util/UUID.", "randomUUID");
    each(STATIC, RANDOM, "java/util/Collections.", "shuffle(Ljava/util/List;)V");
    each(
        STATIC,
        RANDOM,
        "java/security/SecureRandom.",
        "getInstance(Ljava/lang/String;)Ljava/security/SecureRandom;");
    each(STATIC, WAIT, CONCURRENT + "locks/LockSupport.", "parkNanos", "parkUntil");
    each(
        STATIC,
        EXECUTORS,
        CONCURRENT + "Executors.",
        "newScheduledThreadPool",
        "newSingleThreadScheduledExecutor");
    each(VIRTUAL, EXECUTORS, CONCURRENT + "ThreadPoolExecutor.", "setCorePoolSize");
    each(VIRTUAL, WAIT, "java/lang/Thread.", "join(J)V");
    each(STATIC, PRINT, "java/lang/System.", "setOut", "setErr");
    each(VIRTUAL, PRINT, THROWABLE + ".", TRACE);
    settings();
    waits();
    network();
    channels();
    files();
    ciphers();
    walks();
    parsers();
    memory();
  }

  /** What libraries read of the runtime's own memory. */
  private static void memory() {
    String unsafe = "sun/misc/Unsafe";
    String field = "(Ljava/lang/Object;J)";
    each(
        VIRTUAL,
        "talpa/agent/platform/UnsafeCalls",
        unsafe + ".",
        "getInt" + field + "I",
        "getLong" + field + "J",
        "getByte(J)B",
        "getInt(J)I",
        "getLong(J)J");
    RECEIVERS.put(unsafe, "java/lang/Object");
  }

  /** Parsers of XML, of which Android has its own. */
  private static void parsers() {
    String sax = "javax/xml/parsers/SAXParserFactory";
    String dom = "javax/xml/parsers/DocumentBuilderFactory";
    each(STATIC, XML + "SaxCalls", sax + ".", "newInstance()L" + sax + ";");
    each(STATIC, XML + "DomCalls", dom + ".", "newInstance()L" + dom + ";");
    each(
        STATIC,
        XML + "SaxCalls",
        "org/xml/sax/helpers/XMLReaderFactory.",
        "createXMLReader()Lorg/xml/sax/XMLReader;");
  }

  /** Walks over lists, by every type that a list can be called by. */
  private static void walks() {
    String util = "java/util/";
    for (String c :
        List.of(
            "java/lang/Iterable",
            util + "Collection",
            util + "AbstractCollection",
            util + "List",
            util + "AbstractList",
            util + "ArrayList",
            util + "Vector",
            util + "Stack")) {
      each(VIRTUAL, BASE + "ListCalls", c + ".", "iterator");
      RECEIVERS.put(c, "java/lang/Iterable");
    }
    for (String c : List.of("List", "AbstractList", "ArrayList", "Vector", "Stack")) {
      each(VIRTUAL, BASE + "ListCalls", util + c + ".", "listIterator");
    }
  }

  /** What the app writes in its own name. */
  private static void settings() {
    String resolver = "(Landroid/content/ContentResolver;Ljava/lang/String;";
    for (String space : List.of("System", "Secure", "Global")) {
      each(
          STATIC,
          SETTINGS + "$" + space,
          "android/provider/Settings$" + space + ".",
          "putString" + resolver + "Ljava/lang/String;)Z",
          "putInt" + resolver + "I)Z",
          "putLong" + resolver + "J)Z",
          "putFloat" + resolver + "F)Z");
    }
    each(STATIC, SETTINGS, "android/media/RingtoneManager.", "setActualDefaultRingtoneUri");
  }

  private static void ciphers() {
    String key = "init(ILjava/security/Key;";
    String random = "Ljava/security/SecureRandom;";
    String spec = "Ljava/security/spec/AlgorithmParameterSpec;";
    String parameters = "Ljava/security/AlgorithmParameters;";
    for (String rest : List.of("", random, spec, spec + random, parameters, parameters + random)) {
      each(VIRTUAL, "talpa/agent/keystore/CipherCalls", "javax/crypto/Cipher.", key + rest + ")V");
    }
  }

  private static void files() {
    String times = BASE + "FileTimes";
    each(VIRTUAL, times, "java/io/File.", "lastModified");
    each(VIRTUAL, BASE + "FolderCalls", "java/io/File.", "list", "listFiles");
    each(
        STATIC,
        times,
        "java/nio/file/Files.",
        "getLastModifiedTime",
        "getAttribute",
        "readAttributes");
    String temporary = BASE + "TempFiles";
    each(STATIC, temporary, "java/io/File.", "createTempFile");
    each(STATIC, temporary, "java/nio/file/Files.", "createTempFile", "createTempDirectory");
    paths();
  }

  /** Paths that the framework opens by itself. */
  private static void paths() {
    String factory = "(Ljava/lang/String;L" + DATABASE + "$CursorFactory;";
    String handler = "Landroid/database/DatabaseErrorHandler;";
    String database = ")L" + DATABASE + ";";
    each(
        STATIC,
        FILES,
        DATABASE + ".",
        "openDatabase" + factory + "I" + database,
        "openDatabase" + factory + "I" + handler + database,
        "openOrCreateDatabase" + factory + database,
        "openOrCreateDatabase" + factory + handler + database);
    each(STATIC, FILES, BITMAPS + ".", "decodeFile");
  }

  private static void network() {
    each(STATIC, NETWORK, "java/net/InetAddress.", "getByName", "getAllByName");
    each(STATIC, INTERFACES, "java/net/InetAddress.", "getLocalHost");
    each(
        STATIC,
        INTERFACES,
        "java/net/NetworkInterface.",
        "getNetworkInterfaces",
        "networkInterfaces",
        "getByName",
        "getByIndex",
        "getByInetAddress");
    each(
        VIRTUAL,
        INTERFACES,
        "java/net/NetworkInterface.",
        "isUp",
        "isLoopback",
        "isPointToPoint",
        "supportsMulticast",
        "getMTU",
        "getHardwareAddress");
    each(
        VIRTUAL,
        "talpa/agent/network/AddressCalls",
        "java/net/URI.",
        "getHost",
        "getPort",
        "getUserInfo");
    each(VIRTUAL, NETWORK, "java/net/Socket.", "connect");
    each(VIRTUAL, NETWORK, "javax/net/ssl/SSLSocket.", "connect");
    RECEIVERS.put("javax/net/ssl/SSLSocket", "java/net/Socket");
    each(VIRTUAL, NETWORK, "java/net/URL.", "openStream", "getContent()Ljava/lang/Object;");
    for (String c :
        List.of(
            "java/net/URLConnection",
            "java/net/HttpURLConnection",
            "javax/net/ssl/HttpsURLConnection")) {
      each(
          VIRTUAL,
          NETWORK,
          c + ".",
          "connect",
          "getInputStream",
          "getOutputStream",
          "getContent()Ljava/lang/Object;",
          "getContentLength",
          "getContentType",
          "getContentEncoding",
          "getLastModified",
          "getHeaderField",
          "getHeaderFields");
      RECEIVERS.put(c, "java/net/URLConnection");
    }
    for (String c : List.of("java/net/HttpURLConnection", "javax/net/ssl/HttpsURLConnection")) {
      each(VIRTUAL, NETWORK, c + ".", "getResponseCode", "getResponseMessage");
    }
  }

  /** What leads out of the device by channels of java.nio and by datagrams. */
  private static void channels() {
    String channel = "java/nio/channels/SocketChannel";
    String calls = "talpa/agent/network/ChannelCalls";
    each(STATIC, calls, channel + ".", "open(Ljava/net/SocketAddress;)L" + channel + ";");
    each(
        VIRTUAL,
        calls,
        channel + ".",
        "connect",
        "finishConnect",
        "getRemoteAddress",
        "getLocalAddress");
    each(
        VIRTUAL,
        calls,
        "java/net/Socket.",
        "getRemoteSocketAddress",
        "getInetAddress",
        "getPort",
        "getLocalSocketAddress",
        "getLocalAddress");
    String listens = "talpa/agent/network/ListenCalls";
    each(VIRTUAL, listens, "java/net/ServerSocket.", "accept", "close");
    each(VIRTUAL, listens, "java/nio/channels/ServerSocketChannel.", "accept");
    each(
        VIRTUAL,
        listens,
        "java/nio/channels/Selector.",
        "select()I",
        "select(J)I",
        "wakeup",
        "close");
    String datagrams = "talpa/agent/network/DatagramCalls";
    for (String socket : List.of("java/net/DatagramSocket", "java/net/MulticastSocket")) {
      each(
          VIRTUAL,
          datagrams,
          socket + ".",
          "send(Ljava/net/DatagramPacket;)V",
          "receive",
          "connect",
          "getRemoteSocketAddress",
          "getInetAddress",
          "getPort");
      RECEIVERS.put(socket, "java/net/DatagramSocket");
    }
    each(
        VIRTUAL,
        datagrams,
        "java/nio/channels/DatagramChannel.",
        "send",
        "receive",
        "connect",
        "getRemoteAddress");
  }

  /** Waits with a limit, by the interface of the receiver. */
  private static void waits() {
    String queue = CONCURRENT + "BlockingQueue";
    wait(
        "locks/Condition",
        "await(" + LIMIT + "Z",
        "awaitNanos(J)J",
        "awaitUntil(Ljava/util/Date;)Z");
    wait("CountDownLatch", "await(" + LIMIT + "Z");
    wait("Semaphore", "tryAcquire(" + LIMIT + "Z");
    for (String f : List.of("Future", "FutureTask", "CompletableFuture", "ScheduledFuture")) {
      wait(f, "get(" + LIMIT + "Ljava/lang/Object;");
    }
    for (String l : List.of("Lock", "ReentrantLock")) {
      wait("locks/" + l, "tryLock(" + LIMIT + "Z");
    }
    for (String e : List.of("", "Scheduled", "ThreadPool", "ScheduledThreadPool")) {
      String name = e.contains("Pool") ? e + "Executor" : e + "ExecutorService";
      wait(name, "awaitTermination(" + LIMIT + "Z");
    }
    for (String q :
        List.of(
            "BlockingQueue",
            "BlockingDeque",
            "TransferQueue",
            "ArrayBlockingQueue",
            "DelayQueue",
            "LinkedBlockingQueue",
            "LinkedBlockingDeque",
            "LinkedTransferQueue",
            "PriorityBlockingQueue",
            "SynchronousQueue")) {
      wait(q, "poll(" + LIMIT + "Ljava/lang/Object;", "offer(Ljava/lang/Object;" + LIMIT + "Z");
      RECEIVERS.put(CONCURRENT + q, queue);
    }
    for (String f : List.of("FutureTask", "CompletableFuture", "ScheduledFuture")) {
      RECEIVERS.put(CONCURRENT + f, CONCURRENT + "Future");
    }
    RECEIVERS.put(CONCURRENT + "locks/ReentrantLock", CONCURRENT + "locks/Lock");
    for (String e :
        List.of("ScheduledExecutorService", "ThreadPoolExecutor", "ScheduledThreadPoolExecutor")) {
      RECEIVERS.put(CONCURRENT + e, CONCURRENT + "ExecutorService");
    }
  }

  private static void wait(String owner, String... methods) {
    each(VIRTUAL, WAIT, CONCURRENT + owner + ".", methods);
  }

  private Redirects() {}

  private static void each(Map<String, String> map, String to, String owner, String... names) {
    OWNERS.add(owner.substring(0, owner.length() - 1)); // without the dot
    for (String n : names) {
      map.put(owner + n, to);
      int desc = n.indexOf('(');
      NAMES.add(desc < 0 ? n : n.substring(0, desc));
    }
  }

  /** The methods that are redirected, "owner.name" or "owner.name(params)result", sorted. */
  static Set<String> methods(boolean ofStatics) {
    return new TreeSet<>((ofStatics ? STATIC : VIRTUAL).keySet());
  }

  /** The methods of objects, sorted. */
  public static List<OfObject> ofObjects() {
    List<OfObject> out = new ArrayList<>();
    for (String key : methods(false)) {
      String owner = key.substring(0, key.indexOf('.'));
      String method = key.substring(owner.length() + 1);
      String type = RECEIVERS.getOrDefault(owner, owner);
      out.add(new OfObject(owner, method, VIRTUAL.get(key), type));
    }
    return out;
  }

  /** The classes that are replaced where one is made, and those that replace them. */
  static Map<String, String> classes() {
    return CLASSES;
  }

  /** Whether a method of that name may be in the table: most are not. */
  public static boolean mentions(String name) {
    return NAMES.contains(name);
  }

  /**
   * The class to look a method of the JDK's or the framework's up by: exceptions inherit how they
   * are printed.
   */
  public static String owner(String cls, String name) {
    return name.equals(TRACE) ? THROWABLE : cls;
  }

  /** Has the app's standard streams be the log. */
  public static void apply(InsnList code, FieldInsnNode field) {
    if (field.getOpcode() == Opcodes.GETSTATIC
        && field.owner.equals("java/lang/System")
        && field.desc.equals("Ljava/io/PrintStream;")) {
      code.set(
          field,
          new MethodInsnNode(Opcodes.INVOKESTATIC, PRINT, field.name, "()" + field.desc, false));
    }
  }

  /** Has an allocation make the class that stands in for the one asked for, if there is one. */
  public static void apply(TypeInsnNode i) {
    if (i.getOpcode() == Opcodes.NEW) {
      i.desc = CLASSES.getOrDefault(i.desc, i.desc);
    }
  }

  /**
   * Has a constructor be that of the class that {@link #apply(TypeInsnNode)} allocates.
   *
   * @param superclass of the class whose constructor makes this call, else null: a call of its
   *     constructor stays
   */
  public static void construct(MethodInsnNode call, String superclass) {
    String to = CLASSES.get(call.owner);
    if (to != null && !call.owner.equals(superclass)) {
      call.owner = to;
    }
  }

  /** Has a class of the framework make the stand-ins, too. */
  public static void construct(ClassNode c) {
    for (MethodNode m : c.methods) {
      for (AbstractInsnNode i : m.instructions) {
        if (i instanceof TypeInsnNode type) {
          apply(type);
        } else if (i instanceof MethodInsnNode call && call.name.equals("<init>")) {
          construct(call, c.superName);
        }
      }
    }
  }

  /**
   * Redirects one call, if it is in the table.
   *
   * @param owner the class to look it up by: its owner, or whose method that one inherits
   */
  public static void apply(InsnList code, MethodInsnNode call, String owner) {
    switch (call.getOpcode()) {
      case Opcodes.INVOKESTATIC -> {
        now(code, call);
        String to = target(STATIC, call, owner);
        if (to != null) {
          call.owner = to;
          call.itf = false;
        }
      }
      case Opcodes.INVOKEVIRTUAL, Opcodes.INVOKEINTERFACE -> {
        String to = target(VIRTUAL, call, owner);
        if (to != null) {
          makeStatic(call, owner, to);
        }
      }
      case Opcodes.INVOKESPECIAL -> {
        if (call.name.equals("<init>")) {
          constructor(code, call);
        } else if (call.name.equals(TRACE) && owner.equals(THROWABLE)) {
          makeStatic(call, THROWABLE, PRINT);
          call.name = "superPrintStackTrace";
        }
      }
      default -> {}
    }
  }

  private static void makeStatic(MethodInsnNode call, String receiver, String to) {
    call.setOpcode(Opcodes.INVOKESTATIC);
    call.desc = "(L" + receiver + ";" + call.desc.substring(1);
    call.owner = to;
    call.itf = false;
  }

  /** What java.time makes of the present takes a clock, too. */
  private static void now(InsnList code, MethodInsnNode call) {
    if (!call.name.equals("now") || !call.owner.startsWith("java/time/")) {
      return;
    }
    for (String zone : List.of("()", "(Ljava/time/ZoneId;)")) {
      if (call.desc.startsWith(zone)) {
        insert(code, call, CLOCKS, "clock", zone + "Ljava/time/Clock;");
        call.desc = "(Ljava/time/Clock;" + call.desc.substring(call.desc.indexOf(')'));
        return;
      }
    }
  }

  private static String target(Map<String, String> map, MethodInsnNode call, String owner) {
    if (!OWNERS.contains(owner)) {
      return null;
    }
    String key = owner + "." + call.name;
    String to = map.get(key);
    return to != null ? to : map.get(key + call.desc);
  }

  private static void constructor(InsnList code, MethodInsnNode call) {
    if (call.owner.equals("java/util/Date") && call.desc.equals("()V")) {
      insert(code, call, TIME, "currentTimeMillis", "()J");
      call.desc = "(J)V";
    } else if (call.owner.equals("java/util/Random") && call.desc.equals("()V")) {
      insert(code, call, RANDOM, "seed", "()J");
      call.desc = "(J)V";
    } else if (call.owner.equals("java/text/SimpleDateFormat")
        && call.desc.startsWith("(Ljava/lang/String;")) {
      first(code, call, FORMATS, "datePattern");
    } else if (call.owner.equals("java/text/DecimalFormat")
        && call.desc.startsWith("(Ljava/lang/String;")) {
      first(code, call, FORMATS, "numberPattern");
    } else if (call.owner.equals("java/net/Socket")
        && (call.desc.equals("(Ljava/lang/String;I)V")
            || call.desc.equals("(Ljava/net/InetAddress;I)V"))) {
      first(code, call, NETWORK, "connecting");
    } else if (PATH_FIRST.contains(call.owner) && call.desc.startsWith("(Ljava/lang/String;")) {
      first(code, call, FILES, call.owner.equals("java/io/File") ? "path" : "opened");
    }
  }

  /** Maps the first argument on the stack, below at most one of one word. */
  private static void first(InsnList code, MethodInsnNode call, String owner, String name) {
    int args = Type.getArgumentTypes(call.desc).length;
    if (args > 2) {
      return;
    }
    if (args == 2) {
      code.insertBefore(call, new InsnNode(Opcodes.SWAP));
    }
    String type = Type.getArgumentTypes(call.desc)[0].getDescriptor();
    insert(code, call, owner, name, "(" + type + ")" + type);
    if (args == 2) {
      code.insertBefore(call, new InsnNode(Opcodes.SWAP));
    }
  }

  private static void insert(
      InsnList code, MethodInsnNode before, String owner, String name, String desc) {
    code.insertBefore(before, new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, desc, false));
  }
}
