/** Finds how customers are created: under which version (section 9), and with which files (sections 2.4 and 4.3). */

import type { Exchange } from "../client/model.js";
import { saysKnownAlready } from "../engine/judge/refusalText.js";
import { sendAnew } from "../engine/send/persistent.js";
import { materialise, type Template } from "../generators/edits/edit.js";
import type { CustomerFiles, TemplateContext } from "../generators/templates/context.js";
import { createCustomerTemplates } from "../generators/templates/customers.js";
import { type Fit, fitted } from "../generators/templates/fits.js";
import { partnerId } from "../generators/texts/partnerId.js";
import { hasStatus, isSuccess } from "../oracles/outcome.js";
import { CONFLICTING_VERSION, CONTRACT_VERSION } from "../schemas/operations.js";
import { isValidation } from "../schemas/statuses.js";
import { discoverFact, type Probe, statedFirst, versionFound } from "./factSearch.js";
import { findFits, foundText } from "./fitting.js";
import type { DeniedFile } from "./target.js";
import { newFile, type Writing } from "./uploads.js";
import { filesUnusable, findDeniedFile, namesFiles, onlyOnce, untilReady, withoutFiles } from "./usableFiles.js";

/** The changes that get each template accepted, by its id. */
type Fits = Readonly<Record<string, readonly Fit[]>>;

/** What came of the first creation of a customer. */
export interface CustomerCreation {
  /** The token of the run with which customers are accepted. */
  readonly run: string;
  readonly version: string | null;
  readonly accepted: boolean;
  /** Why customers are created without files; null when they refer to those that were uploaded. */
  readonly noFiles: string | null;
  /** Why no second customer can be created, in the service's words. */
  readonly refusal: string | null;
  /** The changes to each template, for a service that accepts none unchanged. */
  readonly fits?: Fits;
  /** A file that is refused for its file_type, although it suits. */
  readonly denied?: DeniedFile;
  /** Set where no second customer may refer to the files of the first. */
  readonly once?: true;
}

/** The result of finding the Api-Version that customer creation accepts. */
interface VersionFound {
  readonly version: string | null;
  readonly accepted: boolean;
  /** The first answer; null when nothing was sent. */
  readonly answer: Exchange | null;
}

/** Finds the Api-Version that customer creation accepts: its values are not stated (section 9). */
async function findCustomerVersion(
  probe: Probe,
  context: TemplateContext,
  run: string,
  round = "",
): Promise<VersionFound> {
  const { customerVersion: stated } = probe.stated;
  const { taken, refused } = await discoverFact(probe, {
    fact: "customerVersion",
    moves: statedFirst<string | null>([CONTRACT_VERSION, CONFLICTING_VERSION], stated),
    isStated: (version) => version === stated,
    ask: (version, sender) => {
      const [template] = createCustomerTemplates({ ...context, customerVersion: version });
      if (template === undefined) return null;
      const fresh = (anew: string): string => partnerId(run, `customer version ${version}${round}${anew}`, 0);
      return sendAnew(sender, (anew) => materialise(template, null, fresh(anew)).wire);
    },
    found: (version) => versionFound("createCustomer", version, stated),
  });
  if (taken !== null) return { version: taken.move, accepted: true, answer: refused[0]?.answer ?? taken.answer };
  const version = stated === undefined ? CONTRACT_VERSION : stated;
  return { version, accepted: false, answer: refused[0]?.answer ?? null };
}

/** The changes that get customers of every template accepted; null when none that was tried does. */
async function findCustomerFits(
  probe: Probe,
  context: TemplateContext,
  run: string,
  refusal: Exchange,
  round = "",
): Promise<Fits | null> {
  const templates = createCustomerTemplates(context);
  const [first] = templates;
  if (first === undefined || !hasStatus(refusal, isValidation)) return null;
  const asking =
    (key: string) =>
    (template: Template, turn: number): Promise<Exchange> =>
      probe.sender.send(materialise(template, null, partnerId(run, `customer ${key}${round}`, turn)).wire);
  const search = (template: Template, refused: Exchange, key: string) =>
    findFits(template, refused, { ask: asking(key), taken: [], known: [] });
  const found = await search(first, refusal, "fit");
  if (found === null) return null;
  // What was new the first time may have to be new each time.
  const taken = fitted(first, found.fits);
  const again = await asking("fit again")(taken, 0);
  const more = isKnownAlready(again) ? await search(taken, again, "new fit") : null;
  const observed = {
    value: { met: true },
    text: foundText(more === null ? [found] : [found, more]),
    evidence: refusal,
  };
  probe.observations.set("unknown.createCustomer.requirements", observed);
  return Object.fromEntries(templates.map(({ id }) => [id, [...found.fits, ...(more?.fits ?? [])]]));
}

function isKnownAlready(exchange: Exchange): boolean {
  return hasStatus(exchange, isValidation) && saysKnownAlready(exchange);
}

/**
 * Finds how customers are created, and whether two of them may refer to the same files.
 * @param own the run's token
 * @param later a token that no earlier run had: what an earlier one stored may be why customers are refused
 */
export async function findCustomerCreation(
  probe: Probe,
  context: TemplateContext,
  [own, later]: readonly [own: string, later: string],
  writing: Writing,
): Promise<CustomerCreation> {
  const first = await findCustomerVersion(probe, context, own);
  const mayBeStored =
    own !== later && !first.accepted && first.answer !== null && hasStatus(first.answer, isValidation);
  const anew = mayBeStored ? await findCustomerVersion(probe, context, later) : null;
  const [run, found] = anew?.accepted ? [later, anew] : [own, first];
  return { run, ...(await creationFrom(probe, context, run, found, writing)) };
}

async function creationFrom(
  probe: Probe,
  context: TemplateContext,
  run: string,
  first: VersionFound,
  writing: Writing,
): Promise<Omit<CustomerCreation, "run">> {
  const { sender } = probe;
  const { corporate, front, back } = context.customerFiles;
  const hasFiles = corporate.length + front.length + back.length > 0;
  const versioning = (version: string | null): TemplateContext => ({ ...context, customerVersion: version });
  const create = async (files: TemplateContext, key: string, fits?: Fits): Promise<Exchange | null> => {
    const [template] = createCustomerTemplates(files);
    if (template === undefined) return null;
    const changed = fitted(template, fits?.[template.id]);
    return sendAnew(sender, (anew) => materialise(changed, null, partnerId(run, `${key}${anew}`, 0)).wire);
  };
  const bare = (version: string | null, key: string) => create(withoutFiles(versioning(version)), key);
  let found = first;
  const refusal = found.accepted ? null : found.answer;
  // The words of a refusal may hide that it is about the files: then a customer of none is accepted.
  const isSilent = refusal !== null && hasFiles && hasStatus(refusal, isValidation) && !namesFiles(refusal);
  const unnamed = isSilent ? await bare(found.version, "customer of no files") : null;
  const aboutFiles = refusal !== null && (namesFiles(refusal) || (unnamed !== null && isSuccess(unnamed)));
  if (refusal !== null && !aboutFiles) {
    const fits = await findCustomerFits(probe, versioning(found.version), run, refusal);
    if (fits !== null) return { ...found, accepted: true, noFiles: null, refusal: null, fits };
  }
  if (!hasFiles) return { ...found, noFiles: null, refusal: null };
  if (aboutFiles) {
    const [template] = createCustomerTemplates(versioning(found.version));
    if (template === undefined) return { ...found, noFiles: null, refusal: null };
    const fresh = (turn: number): string => partnerId(run, "customer files ready", turn);
    const ready = await untilReady(probe, template, fresh);
    if (!isSuccess(ready)) {
      let fits: Fits | undefined;
      const createNew = async (customerFiles: CustomerFiles, key: string): Promise<Exchange | null> => {
        const files = { ...versioning(found.version), customerFiles };
        const answer = await create(files, key, fits);
        if (fits !== undefined || answer === null || !isKnownAlready(answer)) return answer;
        fits = (await findCustomerFits(probe, files, run, answer, ` ${key}`)) ?? undefined;
        return fits === undefined ? answer : create(files, `${key} anew`, fits);
      };
      const denied = await findDeniedFile(
        createNew,
        (fileType, like, key) => newFile(sender, writing, fileType, like, `${key} ${run}`),
        context.customerFiles,
      );
      if (denied !== null)
        return {
          ...found,
          accepted: true,
          noFiles: null,
          refusal: null,
          ...(fits === undefined ? {} : { fits }),
          denied,
        };
      const none = unnamed ?? (await bare(found.version, "customer of no files"));
      const taken = none !== null && isSuccess(none);
      return { ...found, accepted: taken, noFiles: taken ? filesUnusable(ready, "customer") : null, refusal: null };
    }
    found = await findCustomerVersion(probe, context, run, " when files are ready");
    if (!found.accepted) found = { ...found, accepted: true };
  }
  if (!found.accepted) return { ...found, noFiles: null, refusal: null };
  const again = await create(versioning(found.version), "second customer");
  if (again === null || !hasStatus(again, isValidation)) return { ...found, noFiles: null, refusal: null };
  const without = await bare(found.version, "customer without files");
  if (without !== null && isSuccess(without)) return { ...found, noFiles: onlyOnce(again), refusal: null, once: true };
  if (saysKnownAlready(again)) {
    const fits = await findCustomerFits(probe, versioning(found.version), run, again);
    if (fits !== null) return { ...found, noFiles: null, refusal: null, fits };
    // It may hide that the files were used before.
    const bareFits = await findCustomerFits(probe, withoutFiles(versioning(found.version)), run, again, " of no files");
    const [template] = createCustomerTemplates(versioning(found.version));
    if (bareFits !== null && template !== undefined) {
      const anew = fitted(template, bareFits[template.id]);
      const used = await sender.send(materialise(anew, null, partnerId(run, "customer of used files", 0)).wire);
      return { ...found, noFiles: onlyOnce(used), refusal: null, fits: bareFits };
    }
  }
  return { ...found, noFiles: null, refusal: namesFiles(again) ? onlyOnce(again) : null };
}
