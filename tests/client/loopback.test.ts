import { expect, it } from "vitest";
import { isLoopback, loopbackOnly } from "../../client/loopback.js";
import { request, startTarget, transportTo } from "./target.js";

it.each([
  ["127.0.0.1", true],
  ["127.255.255.254", true],
  ["::1", true],
  ["128.0.0.1", false],
  ["0.0.0.0", false],
  ["10.0.0.1", false],
  ["::2", false],
  ["fe80::1", false],
])("%s is on this machine: %s", (address, isHere) => {
  expect(isLoopback(address)).toBe(isHere);
});

it("a name that stands for another machine is not connected to", async () => {
  const looked = await new Promise((resolve) => {
    loopbackOnly("192.0.2.1", { all: true }, (error) => resolve(error?.message));
  });
  expect(looked).toBe("192.0.2.1 now resolves to 192.0.2.1, which is not on this machine");
});

it("a name that stands for this machine is", async () => {
  const { baseUrl } = await startTarget((_, response) => response.end("[]"));
  const transport = transportTo(baseUrl.replace("127.0.0.1", "localhost"), { onlyLoopback: true });
  expect((await transport.send(request())).response?.body).toBe("[]");
});
