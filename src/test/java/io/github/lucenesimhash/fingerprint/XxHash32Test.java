package io.github.lucenesimhash.fingerprint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class XxHash32Test {

  private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz";

  /** The first letters of two alphabets, by xxhash 3.0.0 for Python. */
  @ParameterizedTest
  @CsvSource({
    "0,02cc5d05", "1,550d7456", "2,4999fc53", "3,32d153ff", "4,a3643705", "5,9738f19b",
    "6,8b7cd587", "7,9dd093b3", "8,0bb3c6bb", "9,d03c13fd", "10,8b988cfe", "11,9db8a215",
    "12,ed035ab5", "13,a5b14016", "14,684d3123", "15,b918a375", "16,9d2d8b62", "17,b3b873e1",
    "18,866270cf", "19,9d3050c7", "20,91618150", "21,1fe4ac29", "22,b67ce86b", "23,e28b543f",
    "24,133fffa2", "25,7b098231", "26,63a14d5f", "27,fee611ce", "28,41aa0e7c", "29,6fd2db5d",
    "30,44df3f08", "31,767f94b7", "32,9f482780", "33,adfcf3d1", "34,66ce8034", "35,12676f6e",
    "36,4b11f7ea", "37,29766de7", "38,94c075b5", "39,ec82df56", "40,9c03c9be", "41,5f5a7901",
    "42,10fdc136", "43,fb8e3671", "44,9c57c0c4", "45,af91de6d", "46,bfc72a1d", "47,17af05f2",
    "48,ccf01ef6", "49,c701807b", "50,8a35f2e5", "51,e2387808", "52,cdf296c3"
  })
  void isThatOfTheAuthorsLibrary(int length, String hash) {
    byte[] bytes = ("--" + ALPHABET + ALPHABET + "--").getBytes(StandardCharsets.UTF_8);
    assertEquals(hash, HexFormat.of().toHexDigits(XxHash32.hash(bytes, 2, 2 + length)));
  }
}
