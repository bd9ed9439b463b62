/** Resources that a run created on the service for its cases: who works on which, and what became of them. */
import type { Exchange, WireRequest } from "../../client/model.js";
import type { Observations } from "../judge/observations.js";
import type { KnownRecipient, Target } from "../model.js";

export interface ResourceRun {
  readonly target: Target;
  readonly observations: Observations;
  send(request: WireRequest): Promise<Exchange>;
}

/** The resources that a run works with: one is worked on by one case after the other. */
export interface ResourcePool {
  /**
   * One to work on, made from the template where that matters. Undefined when there is none of that kind.
   * @param key decides which, the same in each run
   */
  recipientFor(
    key: string,
    kind: KnownRecipient["accountType"],
    template: string | undefined,
  ): KnownRecipient | undefined;
  /** The one that controls are sent to instead of another; undefined where there is none. @param id of the other one */
  reservedInPlaceOf(id: string | undefined, template: string): KnownRecipient | undefined;
  /** Whether some of a kind were set aside, and only reserved ones are left. */
  isUsedUp(kind: KnownRecipient["accountType"]): boolean;
  replace(lost: KnownRecipient, renewed: KnownRecipient): void;
  /** Sets aside one that no longer accepts anything. */
  retire(resource: KnownRecipient): void;
  /** Work on one waits for the work before it. */
  exclusively<T>(resource: KnownRecipient, work: (resource: KnownRecipient) => Promise<T>): Promise<T>;
}

/** What a run knows of its resources. */
export interface Resources {
  readonly pool: ResourcePool;
  /** Learns from an exchange of a case. @throws what abandons the case, or ends the run, where the target lost something */
  examine(exchange: Exchange): Promise<void>;
  /** Asks for one of those that the run works with. */
  askForOne(): Promise<void>;
  /** Says what became of them, once everything was sent. */
  conclude(): void;
  /** Makes one in addition to those that the run works with. @param template where it matters, the one that it is like */
  create(
    kind: KnownRecipient["accountType"],
    template: string | undefined,
  ): Promise<{ readonly recipient: KnownRecipient | null; readonly answer: Exchange | null }>;
}

/** For a contract whose cases work on nothing that a run creates. */
export const NO_RESOURCES: Resources = {
  pool: {
    recipientFor: () => undefined,
    reservedInPlaceOf: () => undefined,
    isUsedUp: () => false,
    replace() {},
    retire() {},
    exclusively: (resource, work) => work(resource),
  },
  examine: async () => {},
  askForOne: async () => {},
  conclude() {},
  create: async () => ({ recipient: null, answer: null }),
};
