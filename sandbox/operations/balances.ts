import { success } from "../result.js";
import { walletView } from "../views.js";
import type { Operation } from "./operation.js";

/** Section 4.8. */
export const listBalances: Operation = {
  name: "listBalances",
  method: "GET",
  path: "/api/balances",
  writes: false,
  perform: (_call, service) =>
    success(
      Number(service.behaviour.readStatus),
      service.state.wallets.map((wallet) => walletView(wallet, service)),
    ),
};
