package talpa.agent.keystore;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.security.InvalidKeyException;
import java.security.Key;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CipherCallsTest {
  private static final byte[] TEXT = {1, 2, 3};

  @ParameterizedTest
  @CsvSource({
    "AES/CBC/PKCS5Padding, AES/CBC/PKCS5Padding, 16",
    "AES/CBC/PKCS5Padding, RAW, 32",
    "DES/CBC/PKCS5Padding, AES, 8",
    "DESede/CBC/PKCS5Padding, key, 24"
  })
  void aKeyMaySayAnything(String cipher, String name, int length) throws Exception {
    Key key = new SecretKeySpec(new byte[length], name);
    Cipher c = Cipher.getInstance(cipher);
    IvParameterSpec iv = new IvParameterSpec(new byte[c.getBlockSize()]);
    CipherCalls.init(c, Cipher.ENCRYPT_MODE, key, iv);
    byte[] secret = c.doFinal(TEXT);
    CipherCalls.init(c, Cipher.DECRYPT_MODE, key, iv);
    assertArrayEquals(TEXT, c.doFinal(secret));
  }

  @ParameterizedTest
  @CsvSource({"AES, 5", "AES, 17"})
  void itsLengthStillCounts(String name, int length) throws Exception {
    Cipher c = Cipher.getInstance(name);
    Key key = new SecretKeySpec(new byte[length], name);
    assertThrows(InvalidKeyException.class, () -> CipherCalls.init(c, Cipher.ENCRYPT_MODE, key));
  }

  @ParameterizedTest
  @CsvSource("PBEWithMD5AndDES")
  void aPasswordStaysAPassword(String name) throws Exception {
    Key key = new SecretKeySpec(TEXT, "PBE");
    assertSame(key, CipherCalls.key(Cipher.getInstance(name), key));
  }
}
