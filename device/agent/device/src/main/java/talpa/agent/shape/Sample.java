package talpa.agent.shape;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Single values that suit the name of a field. The number of an entry, from 1, makes those of
 * different entries differ.
 */
public final class Sample {
  private static final Pattern WORD = Pattern.compile("[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+");

  /** 2025-06-15 15:00 UTC, when the device's clock starts, in seconds. */
  private static final long NOW = 1_750_000_000L;

  private static final int HOUR = 3600;
  private static final long MS = 1000;
  private static final double LATITUDE = 48.13;
  private static final double LONGITUDE = 11.57;
  private static final double STEP = 0.01;
  private static final double HALF = 0.5;
  private static final int OK = 200;

  private Sample() {}

  /** The words of a name, in small letters. */
  public static Set<String> words(String name) {
    Set<String> all = new LinkedHashSet<>();
    Matcher m = WORD.matcher(name);
    while (m.find()) {
      all.add(m.group().toLowerCase(Locale.ROOT));
    }
    return all;
  }

  private static boolean has(String name, String words) {
    return words(name).stream().anyMatch(w -> ("," + words + ",").contains("," + w + ","));
  }

  /** A text. */
  static String text(String name, int n, String host) {
    if (has(name, "image,img,avatar,thumb,thumbnail,photo,picture,poster,icon,cover,logo,banner")) {
      return "https://" + host + "/picture/" + n + ".png";
    }
    if (has(name, "url,uri,link,href,website,homepage,src")) {
      return "https://" + host + "/" + n;
    }
    if (has(name, "date,time,created,updated,published,modified,at,datetime,timestamp")) {
      return String.format("2025-06-%02dT10:00:00Z", 1 + n % 28);
    }
    if (has(name, "id,uid,key,guid,no,num,number,count,total,price,amount,year,page,size,score")) {
      return Integer.toString(n);
    }
    if (has(name, "lat,latitude,lon,lng,longitude")) {
      return Double.toString(real(name, n));
    }
    return switch (last(name)) {
      case "email", "mail" -> "user" + n + "@example.com";
      case "color", "colour" -> "#336699";
      case "phone" -> "+1555010" + n;
      case "language", "lang", "locale" -> "en";
      case "country" -> "US";
      case "currency" -> "EUR";
      case "status" -> "ok";
      case "type", "kind" -> last(name);
      default -> title(name) + " " + n;
    };
  }

  /** A whole number. */
  static long whole(String name, int n) {
    if (has(name, "ms,millis,milliseconds")) {
      return (NOW - (long) n * HOUR) * MS;
    }
    if (has(name, "date,time,created,updated,published,modified,timestamp,dt,expires")) {
      return NOW - (long) n * HOUR;
    }
    if (has(name, "cod,code,status")) {
      return OK;
    }
    return has(name, "error,errors,errno") ? 0 : n;
  }

  /** A number. */
  static double real(String name, int n) {
    if (has(name, "lat,latitude")) {
      return LATITUDE + n * STEP;
    }
    return has(name, "lon,lng,longitude") ? LONGITUDE + n * STEP : n + HALF;
  }

  /** A truth: only of what says that all is well. */
  static boolean truth(String name) {
    return has(name, "ok,success,successful,valid,enabled,active,available,exists,found,result")
        || has(name, "granted,allowed,permitted,accepted,approved,authorized,authorised")
        || has(name, "authenticated,verified,confirmed,registered,logged,login");
  }

  private static String last(String name) {
    String word = "";
    for (String w : words(name)) {
      word = w;
    }
    return word;
  }

  private static String title(String name) {
    String t = String.join(" ", words(name));
    return t.isEmpty() ? "Text" : Character.toUpperCase(t.charAt(0)) + t.substring(1);
  }
}
