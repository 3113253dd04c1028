package talpa.agent.intents;

import android.Manifest;
import android.app.AlarmManager;
import android.bluetooth.BluetoothAdapter;
import android.content.ComponentName;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.ActivityInfo;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.content.pm.ProviderInfo;
import android.content.res.Resources;
import android.media.RingtoneManager;
import android.os.Build;
import android.provider.AlarmClock;
import android.provider.CallLog;
import android.provider.ContactsContract;
import android.provider.DocumentsContract;
import android.provider.MediaStore;
import android.provider.Settings;
import android.provider.Telephony;
import android.speech.RecognitionService;
import android.speech.RecognizerIntent;
import android.telecom.TelecomManager;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPackageManager;
import talpa.agent.bridge.Level;
import talpa.agent.content.MediaRequests;
import talpa.agent.process.PerApp;

/**
 * The apps of a plain image without Google's services: what their manifests declare, as far as
 * other apps start it. Declared to the package manager, so that queries agree with starts. There is
 * no speech recogniser, no market, no TTS settings of an engine, unless they are asked for.
 */
public final class SystemApps {
  /** The package of the apps that people add. */
  private static final String MORE = "com.example.more";

  /** The one that libraries for scanning look for by its name. */
  private static final String SCANNER = "com.google.zxing.client.android";

  private static final PerApp<Map<String, List<String>>> APPS = PerApp.of(LinkedHashMap::new);

  /** Those that users can do without; the others are parts of the system. */
  private static final Set<String> OPTIONAL =
      Set.of(
          "org.chromium.webview_shell",
          "com.android.dialer",
          "com.android.contacts",
          "com.android.messaging",
          "com.android.email",
          "com.android.camera2",
          "com.android.soundrecorder",
          "com.android.documentsui",
          "com.android.gallery3d",
          "com.android.music",
          "com.android.soundpicker",
          "com.android.wallpaper.livepicker",
          "com.android.calendar",
          "com.android.deskclock",
          "com.android.quicksearchbox",
          "com.svox.pico");

  private static final PerApp<Set<String>> GONE = PerApp.of(Set::of);

  private final ShadowPackageManager shadow;
  private final Set<String> gone;

  private SystemApps(ShadowPackageManager shadow, Set<String> gone) {
    this.shadow = shadow;
    this.gone = gone;
  }

  /** The packages that are installed, the preferred ones first. */
  static Iterable<String> packages() {
    return APPS.get().keySet();
  }

  /**
   * Says which apps there are, before they are installed.
   *
   * @param gone packages that are not there; "none" is all that users can do without, "more" adds
   *     apps that a plain image lacks
   */
  public static void without(List<String> gone) {
    GONE.set(Set.copyOf(gone));
  }

  /** Installs the apps as they are now in the place of those that were. */
  public static void replace(PackageManager pm, String own) {
    ShadowPackageManager shadow = Shadow.extract(pm);
    APPS.get()
        .forEach(
            (pkg, classes) -> {
              for (String c : classes) {
                shadow.clearIntentFilterForActivity(new ComponentName(pkg, c));
              }
              if (OPTIONAL.contains(pkg) || pkg.equals(MORE) || pkg.equals(SCANNER)) {
                shadow.removePackage(pkg);
              }
            });
    APPS.get().clear();
    install(pm, own);
  }

  /** Installs the apps beside the one that runs. */
  public static void install(PackageManager pm, String own) {
    SystemApps a = new SystemApps(Shadow.extract(pm), GONE.get());
    a.browser();
    a.dialer();
    a.contacts();
    a.messaging();
    a.camera();
    a.documents();
    a.documentProviders();
    a.gallery();
    a.calendar();
    a.settings();
    a.settingsProviders();
    a.system();
    if (a.gone.contains("more")) {
      a.more();
    }
    for (String pkg : APPS.get().keySet()) {
      Signatures.sign(a.shadow.getInternalMutablePackageInfo(pkg));
    }
    Signatures.sign(a.shadow.getInternalMutablePackageInfo(own));
  }

  private void browser() {
    String c = "org.chromium.webview_shell/.WebViewBrowserActivity";
    launcher(c, "Browser");
    add(c, filter(Intent.ACTION_VIEW).schemes("http", "https", "about", "javascript").browsable());
    add(c, filter(Intent.ACTION_VIEW).schemes("http", "https").types("text/html", "text/plain"));
    add(c, filter(Intent.ACTION_WEB_SEARCH));
  }

  private void dialer() {
    String c = "com.android.dialer/.main.impl.MainActivity";
    launcher(c, "Phone");
    add(c, filter(Intent.ACTION_DIAL));
    add(c, filter(Intent.ACTION_DIAL).schemes("tel", "voicemail").browsable());
    add(c, filter(Intent.ACTION_VIEW).schemes("tel").browsable());
    add(c, filter(Intent.ACTION_VIEW).types(CallLog.Calls.CONTENT_TYPE).browsable());
    add(c, filter(TelecomManager.ACTION_SHOW_CALL_SETTINGS));
    String call = "com.android.server.telecom/.components.UserCallActivity";
    add(call, filter(Intent.ACTION_CALL).schemes("tel", "voicemail", "sip"));
    info(call).permission = Manifest.permission.CALL_PHONE;
  }

  private void contacts() {
    String c = "com.android.contacts/.activities.PeopleActivity";
    launcher(c, "Contacts");
    String pick = "com.android.contacts/.activities.ContactSelectionActivity";
    String[] kinds = {
      ContactsContract.Contacts.CONTENT_TYPE,
      ContactsContract.CommonDataKinds.Phone.CONTENT_TYPE,
      ContactsContract.CommonDataKinds.Email.CONTENT_TYPE,
      ContactsContract.CommonDataKinds.StructuredPostal.CONTENT_TYPE,
      "vnd.android.cursor.dir/person",
      "vnd.android.cursor.dir/phone"
    };
    add(pick, filter(Intent.ACTION_PICK).types(kinds));
    add(
        pick,
        filter(Intent.ACTION_GET_CONTENT)
            .types(
                ContactsContract.Contacts.CONTENT_ITEM_TYPE,
                ContactsContract.CommonDataKinds.Phone.CONTENT_ITEM_TYPE,
                "vnd.android.cursor.item/person",
                "vnd.android.cursor.item/phone"));
    String edit = "com.android.contacts/.activities.ContactEditorActivity";
    add(edit, filter(Intent.ACTION_INSERT).types(ContactsContract.Contacts.CONTENT_TYPE));
    add(edit, filter(Intent.ACTION_EDIT).types(ContactsContract.Contacts.CONTENT_ITEM_TYPE));
    add(
        edit,
        filter(Intent.ACTION_INSERT_OR_EDIT)
            .types(ContactsContract.Contacts.CONTENT_ITEM_TYPE, "vnd.android.cursor.item/person"));
    add(edit, filter(Intent.ACTION_VIEW).types(ContactsContract.Contacts.CONTENT_ITEM_TYPE));
  }

  private void messaging() {
    String c = "com.android.messaging/.ui.conversation.LaunchConversationActivity";
    add(c, filter(Intent.ACTION_SENDTO).schemes("sms", "smsto", "mms", "mmsto").browsable());
    add(c, filter(Intent.ACTION_VIEW).schemes("sms", "smsto", "mms", "mmsto").browsable());
    String share = "com.android.messaging/.ui.conversationlist.ShareIntentActivity";
    add(share, filter(Intent.ACTION_SEND).types("text/plain", "image/*", "audio/*", "video/*"));
    add(share, filter(Intent.ACTION_SEND_MULTIPLE).types("image/*"));
    String mail = "com.android.email/.activity.ComposeActivityEmail";
    add(mail, filter(Intent.ACTION_SENDTO).schemes("mailto").browsable());
    add(mail, filter(Intent.ACTION_VIEW).schemes("mailto").browsable());
    add(mail, filter(Intent.ACTION_SEND).types("*/*"));
    add(mail, filter(Intent.ACTION_SEND_MULTIPLE).types("*/*"));
    add(mail, filter(Telephony.Sms.Intents.ACTION_CHANGE_DEFAULT));
  }

  private void camera() {
    String c = "com.android.camera2/com.android.camera.CameraActivity";
    launcher(c, "Camera");
    add(c, filter(MediaStore.INTENT_ACTION_STILL_IMAGE_CAMERA));
    add(c, filter(MediaStore.INTENT_ACTION_VIDEO_CAMERA));
    String take = "com.android.camera2/com.android.camera.CaptureActivity";
    add(take, filter(MediaStore.ACTION_IMAGE_CAPTURE));
    add(take, filter(MediaStore.ACTION_VIDEO_CAPTURE));
    String sound = "com.android.soundrecorder/.SoundRecorder";
    add(sound, filter(MediaStore.Audio.Media.RECORD_SOUND_ACTION));
  }

  private void documents() {
    String c = "com.android.documentsui/.picker.PickActivity";
    for (String a :
        List.of(
            Intent.ACTION_GET_CONTENT,
            Intent.ACTION_OPEN_DOCUMENT,
            Intent.ACTION_CREATE_DOCUMENT)) {
      add(c, filter(a).types("*/*"));
      add(c, filter(a).types("*/*").category(Intent.CATEGORY_OPENABLE));
    }
    add(c, filter(Intent.ACTION_OPEN_DOCUMENT_TREE));
    String files = "com.android.documentsui/.files.FilesActivity";
    launcher(files, "Files");
    add(files, filter(Intent.ACTION_VIEW).types("vnd.android.document/root"));
    String viewer = "com.android.documentsui/.ViewerActivity";
    add(viewer, filter(Intent.ACTION_VIEW).types("application/zip", "application/x-tar"));
    String packages = "com.android.packageinstaller/.InstallStart";
    add(
        packages,
        filter(Intent.ACTION_VIEW)
            .schemes("content", "file")
            .types("application/vnd.android.package-archive"));
    add(packages, filter(Intent.ACTION_INSTALL_PACKAGE).schemes("file", "content", "package"));
    String un = "com.android.packageinstaller/.UninstallerActivity";
    add(un, filter(Intent.ACTION_DELETE).schemes("package"));
    add(un, filter(Intent.ACTION_UNINSTALL_PACKAGE).schemes("package"));
  }

  private void gallery() {
    String c = "com.android.gallery3d/.app.GalleryActivity";
    launcher(c, "Gallery");
    String[] media = {
      "image/*", "video/*", "vnd.android.cursor.dir/image", "vnd.android.cursor.dir/video"
    };
    add(c, filter(Intent.ACTION_PICK).types(media));
    add(c, filter(Intent.ACTION_GET_CONTENT).types(media).category(Intent.CATEGORY_OPENABLE));
    add(c, filter(Intent.ACTION_GET_CONTENT).types(media));
    add(c, filter(Intent.ACTION_VIEW).schemes("content", "file", "http").types("image/*"));
    add(c, filter(Intent.ACTION_VIEW).types("image/*"));
    add(c, filter(Intent.ACTION_EDIT).types("image/*"));
    add(c, filter(Intent.ACTION_ATTACH_DATA).types("image/*"));
    add(c, filter(Intent.ACTION_SET_WALLPAPER));
    add(c, filter("com.android.camera.action.CROP").types("image/*"));
    add(
        c,
        filter(Intent.ACTION_VIEW)
            .schemes("content", "file", "http", "https")
            .types("video/mpeg4", "video/mp4", "video/3gp", "video/3gpp", "video/*"));
    if (Level.has(Build.VERSION_CODES.TIRAMISU)) {
      String photos =
          "com.android.providers.media.module"
              + "/com.android.providers.media.photopicker.PhotoPickerActivity";
      add(photos, filter(MediaStore.ACTION_PICK_IMAGES));
      add(photos, filter(MediaStore.ACTION_PICK_IMAGES).types("image/*", "video/*"));
    }
    String music = "com.android.music/.AudioPreview";
    add(
        music,
        filter(Intent.ACTION_VIEW)
            .schemes("file", "content", "http")
            .types("audio/*", "application/ogg", "application/x-ogg"));
    String pick = "com.android.music/.MusicPicker";
    add(pick, filter(Intent.ACTION_PICK).types("audio/*", "vnd.android.cursor.dir/audio"));
    add(pick, filter(Intent.ACTION_GET_CONTENT).types("audio/*", "application/ogg"));
    String ring = "com.android.soundpicker/.RingtonePickerActivity";
    add(ring, filter(RingtoneManager.ACTION_RINGTONE_PICKER));
    String live = "com.android.wallpaper.livepicker/.LiveWallpaperActivity";
    add(live, filter("android.service.wallpaper.LIVE_WALLPAPER_CHOOSER"));
    add(live, filter("android.service.wallpaper.CHANGE_LIVE_WALLPAPER"));
  }

  private void calendar() {
    String c = "com.android.calendar/.AllInOneActivity";
    launcher(c, "Calendar");
    String[] events = {"vnd.android.cursor.item/event", "vnd.android.cursor.dir/event"};
    add(c, filter(Intent.ACTION_INSERT).types(events));
    add(c, filter(Intent.ACTION_EDIT).types(events));
    add(c, filter(Intent.ACTION_VIEW).types("time/epoch", events[0], events[1]));
    String clock = "com.android.deskclock/.DeskClock";
    launcher(clock, "Clock");
    add(clock, filter(AlarmClock.ACTION_SHOW_ALARMS));
    add(clock, filter(AlarmClock.ACTION_SHOW_TIMERS));
    String set = "com.android.deskclock/.HandleApiCalls";
    add(set, filter(AlarmClock.ACTION_SET_ALARM));
    add(set, filter(AlarmClock.ACTION_SET_TIMER));
    if (!absent(set)) {
      info(set).permission = Manifest.permission.SET_ALARM;
    }
    add(clock, filter(AlarmManager.ACTION_NEXT_ALARM_CLOCK_CHANGED));
  }

  private void settings() {
    String c = "com.android.settings/.Settings";
    launcher(c, "Settings");
    for (Field f : Settings.class.getFields()) {
      if (f.getType() != String.class || !f.getName().startsWith("ACTION_")) {
        continue;
      }
      try {
        String action = (String) f.get(null);
        add(c, filter(action));
        add(c, filter(action).schemes("package"));
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
    for (String a :
        List.of(
            Intent.ACTION_POWER_USAGE_SUMMARY,
            Intent.ACTION_MANAGE_NETWORK_USAGE,
            "android.app.action.SET_NEW_PASSWORD",
            "com.android.settings.TTS_SETTINGS",
            "android.intent.action.MANAGE_APP_PERMISSIONS",
            "android.net.vpn.SETTINGS")) {
      add(c, filter(a));
    }
  }

  /** What {@code DocumentsContract.isDocumentUri} asks for; their rows are elsewhere. */
  private void documentProviders() {
    String files = "com.android.externalstorage/.ExternalStorageProvider";
    provider(files, "com.android.externalstorage.documents");
    String media =
        "com.android.providers.media.module/com.android.providers.media.MediaDocumentsProvider";
    provider(media, "com.android.providers.media.documents");
    String downloads = "com.android.providers.downloads/.DownloadStorageProvider";
    provider(downloads, "com.android.providers.downloads.documents");
  }

  private void provider(String component, String authority) {
    ComponentName c = name(component);
    installed(c.getPackageName());
    ProviderInfo p = shadow.addProviderIfNotPresent(c);
    p.authority = authority;
    p.exported = true;
    p.enabled = true;
    p.grantUriPermissions = true;
    p.readPermission = p.writePermission = "android.permission.MANAGE_DOCUMENTS";
    shadow.addIntentFilterForProvider(c, new IntentFilter(DocumentsContract.PROVIDER_INTERFACE));
  }

  private void settingsProviders() {
    String c = "com.android.settings/.bluetooth.RequestPermissionActivity";
    add(c, filter(BluetoothAdapter.ACTION_REQUEST_ENABLE));
    add(c, filter(BluetoothAdapter.ACTION_REQUEST_DISCOVERABLE));
    String admin = "com.android.settings/.applications.specialaccess.deviceadmin.DeviceAdminAdd";
    add(admin, filter("android.app.action.ADD_DEVICE_ADMIN"));
    String w = "com.android.settings/.AppWidgetPickActivity";
    add(w, filter("android.appwidget.action.APPWIDGET_PICK"));
    String bind = "com.android.settings/.AllowBindAppWidgetActivity";
    add(bind, filter("android.appwidget.action.APPWIDGET_BIND"));
    String shortcut = "com.android.settings/.CreateShortcut";
    add(shortcut, filter(Intent.ACTION_CREATE_SHORTCUT));
    String pick = "com.android.settings/.ActivityPicker";
    add(pick, filter(Intent.ACTION_PICK_ACTIVITY));
    String keys = "com.android.certinstaller/.CertInstallerMain";
    add(keys, filter("android.credentials.INSTALL"));
    String key = "com.android.settings/.password.ConfirmDeviceCredentialActivity";
    add(key, filter("android.app.action.CONFIRM_DEVICE_CREDENTIAL"));
    String tts = "com.svox.pico/.CheckVoiceData";
    add(tts, filter("android.speech.tts.engine.CHECK_TTS_DATA"));
    add(tts, filter("android.speech.tts.engine.INSTALL_TTS_DATA"));
    String account = "com.android.settings/.accounts.ChooseAccountActivity";
    add(account, filter("android.accounts.AccountAuthenticator"));
  }

  private void system() {
    String c = "android/com.android.internal.app.ChooserActivity";
    add(c, filter(Intent.ACTION_CHOOSER));
    String p = "android/com.android.internal.app.ChooseTypeAndAccountActivity";
    add(p, filter("android.intent.action.CHOOSE_TYPE_AND_ACCOUNT"));
    add(p, filter("android.accounts.CHOOSE_ACCOUNT"));
    String search = "com.android.quicksearchbox/.SearchActivity";
    add(search, filter("android.search.action.GLOBAL_SEARCH"));
    String home = "com.android.launcher3/.uioverrides.QuickstepLauncher";
    add(home, filter(Intent.ACTION_MAIN).category(Intent.CATEGORY_HOME));
    Resources r = Resources.getSystem(); // each framework has a name of its own for it
    String projection = "config_mediaProjectionPermissionDialogComponent";
    ensure(r.getString(r.getIdentifier(projection, "string", "android")));
    String vpn = "com.android.vpndialogs/.ConfirmDialog";
    ensure(vpn);
    String print = "com.android.printspooler/.ui.PrintActivity";
    ensure(print);
    ensure(MediaRequests.ACTIVITY);
    installed("com.android.webview");
    shadow.getInternalMutablePackageInfo("com.android.webview").versionName = "124.0.6367.219";
  }

  /** Apps that people add: a store, a scanner, a viewer and editor of everything, speech. */
  private void more() {
    String store = MORE + "/.Store";
    add(store, filter(Intent.ACTION_VIEW).schemes("market").browsable());
    String scanner = SCANNER + "/.CaptureActivity";
    add(scanner, filter(SCANNER + ".SCAN"));
    String viewer = MORE + "/.Viewer";
    for (String action : List.of(Intent.ACTION_VIEW, Intent.ACTION_EDIT)) {
      add(viewer, filter(action).schemes("content", "file").types("*/*"));
    }
    add(viewer, filter(Intent.ACTION_VIEW).schemes("geo").browsable());
    String speech = MORE + "/.Speech";
    add(speech, filter(RecognizerIntent.ACTION_RECOGNIZE_SPEECH));
    ComponentName listens = name(MORE + "/.Listener");
    shadow.addServiceIfNotPresent(listens).exported = true;
    Filter any = filter(RecognitionService.SERVICE_INTERFACE);
    shadow.addIntentFilterForService(listens, any.filter);
  }

  private boolean absent(String component) {
    String pkg = name(component).getPackageName();
    return gone.contains(pkg) || gone.contains("none") && OPTIONAL.contains(pkg);
  }

  private void launcher(String component, String label) {
    if (absent(component)) {
      return;
    }
    add(component, filter(Intent.ACTION_MAIN).category(Intent.CATEGORY_LAUNCHER));
    info(component).nonLocalizedLabel = label;
    PackageInfo p = shadow.getInternalMutablePackageInfo(name(component).getPackageName());
    if (p != null && p.applicationInfo != null) {
      p.applicationInfo.nonLocalizedLabel = label;
    }
  }

  private void add(String component, Filter f) {
    if (absent(component)) {
      return;
    }
    ensure(component);
    shadow.addIntentFilterForActivity(name(component), f.filter);
  }

  private void ensure(String component) {
    ComponentName c = name(component);
    List<String> classes = installed(c.getPackageName());
    if (!classes.contains(c.getClassName())) {
      classes.add(c.getClassName());
      ActivityInfo a = shadow.addActivityIfNotPresent(c);
      a.exported = true;
      a.enabled = true;
      a.nonLocalizedLabel =
          a.applicationInfo == null ? c.getClassName() : a.applicationInfo.nonLocalizedLabel;
    }
  }

  /** Installs a package unless it is there; its activities by their names. */
  private List<String> installed(String name) {
    List<String> classes = APPS.get().get(name);
    if (classes != null) {
      return classes;
    }
    classes = new ArrayList<>();
    APPS.get().put(name, classes);
    if (shadow.getInternalMutablePackageInfo(name) == null) {
      PackageInfo p = new PackageInfo();
      p.packageName = name;
      p.versionName = "15";
      p.applicationInfo = new ApplicationInfo();
      p.applicationInfo.packageName = name;
      p.applicationInfo.flags = ApplicationInfo.FLAG_SYSTEM | ApplicationInfo.FLAG_INSTALLED;
      p.applicationInfo.enabled = true;
      p.applicationInfo.uid = 1000;
      p.applicationInfo.targetSdkVersion = 35;
      p.applicationInfo.nonLocalizedLabel = name.substring(name.lastIndexOf('.') + 1);
      shadow.installPackage(p);
    }
    return classes;
  }

  private ActivityInfo info(String component) {
    return shadow.addActivityIfNotPresent(name(component));
  }

  private static ComponentName name(String component) {
    return ComponentName.unflattenFromString(component);
  }

  private static Filter filter(String action) {
    return new Filter(action);
  }

  /** Builds an intent filter with CATEGORY_DEFAULT. */
  private static final class Filter {
    private final IntentFilter filter;

    Filter(String action) {
      filter = new IntentFilter(action);
      filter.addCategory(Intent.CATEGORY_DEFAULT);
    }

    Filter category(String c) {
      filter.addCategory(c);
      return this;
    }

    Filter browsable() {
      return category(Intent.CATEGORY_BROWSABLE);
    }

    Filter schemes(String... names) {
      for (String s : names) {
        filter.addDataScheme(s);
      }
      return this;
    }

    Filter types(String... names) {
      for (String t : names) {
        try {
          filter.addDataType(t);
        } catch (IntentFilter.MalformedMimeTypeException e) {
          throw new IllegalArgumentException(t, e);
        }
      }
      return this;
    }
  }
}
