package talpa.agent.weave;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * What is called instead of methods that an app must not reach: in {@code talpa.agent.collection},
 * {@code talpa.agent.defaults}, {@code talpa.agent.libcore}, {@code talpa.agent.keystore}, {@code
 * talpa.agent.network}, {@code talpa.agent.platform}, {@code talpa.agent.program} and {@code
 * talpa.agent.xml}. {@link Redirects} changes the calls.
 */
final class RedirectTable {
  private static final String BASE = "talpa/agent/libcore/";
  private static final String COLLECTION = "talpa/agent/collection/";

  private static final String INTERFACES = "talpa/agent/network/InterfaceCalls";
  private static final String PROCESS = BASE + "ProcessCalls";
  private static final String PROGRAMS = "talpa/agent/program/Programs";
  private static final String SETTINGS = "talpa/agent/settings/SettingCalls";
  static final String TIME = BASE + "TimeCalls";
  static final String CLOCKS = BASE + "ClockCalls";
  private static final String REGEX = BASE + "RegexCalls";
  static final String FILES = BASE + "FileCalls";
  static final String FORMATS = BASE + "FormatCalls";
  static final String NETWORK = "talpa/agent/network/NetworkCalls";
  private static final String XML = "talpa/agent/xml/";
  static final String RANDOM = BASE + "RandomCalls";
  private static final String WAIT = BASE + "WaitCalls";
  private static final String EXECUTORS = BASE + "ExecutorCalls";
  static final String PRINT = BASE + "PrintCalls";
  static final String THROWABLE = "java/lang/Throwable";
  static final String TRACE = "printStackTrace";
  private static final String DATABASE = "android/database/sqlite/SQLiteDatabase";
  private static final String BITMAPS = "android/graphics/BitmapFactory";
  private static final String CONCURRENT = "java/util/concurrent/";
  private static final String LIMIT = "JLjava/util/concurrent/TimeUnit;)";

  private static final String SYSTEM = Redirects.SYSTEM;

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
          COLLECTION + "OrderedWeakMap",
          "java/security/SecureRandom",
          BASE + "SeededSecureRandom");

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
    words();
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

  /** What exceptions say of themselves, by the types that apps catch what the runtime throws as. */
  private static void words() {
    String to = BASE + "ThrowableCalls";
    List<String> lang =
        List.of(
            "Throwable",
            "Exception",
            "RuntimeException",
            "Error",
            "NullPointerException",
            "IndexOutOfBoundsException",
            "ArrayIndexOutOfBoundsException",
            "ClassCastException",
            "ArithmeticException",
            "NegativeArraySizeException",
            "ArrayStoreException",
            "LinkageError",
            "NoClassDefFoundError",
            "ReflectiveOperationException",
            "ClassNotFoundException",
            "StackOverflowError",
            "IllegalStateException",
            "IllegalArgumentException");
    List<String> types = new ArrayList<>();
    lang.forEach(c -> types.add("java/lang/" + c));
    types.addAll(List.of("java/io/IOException", "java/io/FileNotFoundException"));
    types.add(CONCURRENT + "ExecutionException");
    String string = "()Ljava/lang/String;";
    for (String c : types) {
      each(
          VIRTUAL,
          to,
          c + ".",
          "getMessage" + string,
          "getLocalizedMessage" + string,
          "toString" + string);
      if (!c.equals(THROWABLE)) {
        RECEIVERS.put(c, THROWABLE);
      }
    }
    String object = "(Ljava/lang/Object;)L";
    each(STATIC, to, "java/lang/String.", "valueOf" + object + "java/lang/String;");
    String builder = "java/lang/StringBuilder";
    each(VIRTUAL, to, builder + ".", "append" + object + builder + ";");
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
      each(VIRTUAL, COLLECTION + "ListCalls", c + ".", "iterator");
      RECEIVERS.put(c, "java/lang/Iterable");
    }
    for (String c : List.of("List", "AbstractList", "ArrayList", "Vector", "Stack")) {
      each(VIRTUAL, COLLECTION + "ListCalls", util + c + ".", "listIterator");
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

  private RedirectTable() {}

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
  static List<Redirects.OfObject> ofObjects() {
    List<Redirects.OfObject> out = new ArrayList<>();
    for (String key : methods(false)) {
      String owner = key.substring(0, key.indexOf('.'));
      String method = key.substring(owner.length() + 1);
      String type = RECEIVERS.getOrDefault(owner, owner);
      out.add(new Redirects.OfObject(owner, method, VIRTUAL.get(key), type));
    }
    return out;
  }

  /** The classes that are replaced where one is made, and those that replace them. */
  static Map<String, String> classes() {
    return CLASSES;
  }

  /** The class of the static method that a call by a class is led to; null if it is not. */
  static String target(boolean ofStatic, MethodInsnNode call, String owner) {
    Map<String, String> map = ofStatic ? STATIC : VIRTUAL;
    if (!OWNERS.contains(owner)) {
      return null;
    }
    String key = owner + "." + call.name;
    String to = map.get(key);
    return to != null ? to : map.get(key + call.desc);
  }

  /** Whether a method of that name may be in the table: most are not. */
  static boolean mentions(String name) {
    return NAMES.contains(name);
  }
}
