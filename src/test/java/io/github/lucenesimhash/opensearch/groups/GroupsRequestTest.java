package io.github.lucenesimhash.opensearch.groups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.opensearch.common.unit.TimeValue;

class GroupsRequestTest {

  private final GroupsRequest request = new GroupsRequest("news");

  @Test
  void namesAField() {
    assertEquals(
        List.of("[field] is missing, expected one of type [simhash]"),
        request.validate().validationErrors());
    request.field = "near";
    assertNull(request.validate());
  }

  @Test
  void hasTime() {
    request.field = "near";
    request.timeout = TimeValue.timeValueNanos(1);
    assertNull(request.validate());
    request.timeout = TimeValue.ZERO;
    assertEquals(
        List.of("timeout is [0s], expected more than 0"), request.validate().validationErrors());
  }
}
