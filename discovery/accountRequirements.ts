/**
 * Bank accounts that a service accepts only when they meet more than the documented rules: whose name an account has,
 * which networks take a local bank code, and which currencies are settled are left open (section 2.2).
 */

import type { Sender } from "../client/send.js";
import { wordsOf } from "../engine/judge/refusalText.js";
import { materialise, type Template } from "../generators/edits/edit.js";
import { ACCOUNT_REQUIREMENTS, lacks, meeting, requirementText } from "../generators/templates/accountRequirements.js";
import { accountTypeOf } from "../generators/templates/accountTypes.js";
import type { TemplateContext } from "../generators/templates/context.js";
import { ANEW, type Fit } from "../generators/templates/fits.js";
import { createRecipientTemplates, updateRecipientTemplates } from "../generators/templates/recipients.js";
import { partnerId } from "../generators/texts/partnerId.js";
import { isSuccess } from "../oracles/outcome.js";
import { type Json, valueAt } from "../schemas/json.js";
import type { Probe } from "./factSearch.js";
import { type Fitting, type FoundFit, findFits } from "./fitting.js";
import { type Creation, findCreationWithFiles, type Making } from "./recipients.js";
import { withoutFiles } from "./usableFiles.js";

/** Added to the time of a run for the token of each further attempt; each takes more than one. */
const TURN = 10;

/**
 * Finds the first creation that is accepted, including those that meet requirements beyond the document.
 * @param uploadedAt when the files were uploaded, in milliseconds since the epoch
 */
export async function findAcceptedCreation(
  probe: Probe,
  context: TemplateContext,
  now: number,
  uploadedAt: number,
): Promise<{ readonly creation: Creation; readonly context: TemplateContext }> {
  const creation = await findCreationWithFiles(probe, context, now, uploadedAt);
  const [template] = createRecipientTemplates(context);
  if (creation.accepted !== null || template?.body == null) return { creation, context };
  for (const [turn, requirement] of ACCOUNT_REQUIREMENTS.entries()) {
    if (!lacks(requirement, template.body)) continue;
    const fitting = { ...context, requirements: { [template.id]: requirement } };
    const found = await findCreationWithFiles(probe, fitting, now + TURN * (turn + 1), uploadedAt);
    if (found.accepted !== null) return { creation: found, context: fitting };
  }
  const { refused, run } = creation;
  if (refused === undefined) return { creation, context };
  const first = { ask: asking(probe.sender, run, "first"), taken: [], known: [] };
  const found = await findFits({ ...template, version: refused.version }, refused.exchange, first);
  if (found === null) return { creation, context };
  const fits = withAnewEverywhere({ [template.id]: found.fits }, createRecipientTemplates(context));
  const fitting = { ...context, fits };
  const turn = TURN * (ACCOUNT_REQUIREMENTS.length + 1);
  return { creation: await findCreationWithFiles(probe, fitting, now + turn, uploadedAt), context: fitting };
}

function asking(sender: Sender, run: string, key: string): Fitting["ask"] {
  return (template, turn) =>
    sender.send(materialise(template, null, partnerId(run, `fit ${key} ${template.id}`, turn)).wire);
}

/**
 * The context in which templates are accepted that are refused unchanged: the changes to each, and their description.
 * Null when no change that was tried helps.
 */
export async function findMoreFits(
  sender: Sender,
  { context, run, made: { refusals } }: Making,
): Promise<{ readonly context: TemplateContext; readonly found: readonly FoundFit[] } | null> {
  const templates = createRecipientTemplates(context);
  const refused = new Map(refusals.map(({ template, exchange }) => [template.id, exchange]));
  const fits: Record<string, readonly Fit[]> = {};
  const found: FoundFit[] = [];
  const hopeless = new Set<string>();
  for (const template of templates) {
    const refusal = refused.get(template.id);
    if (refusal === undefined || hopeless.has(wordsOf(refusal))) continue;
    const kind = accountTypeOf(template);
    const taken = templates.filter((other) => accountTypeOf(other) === kind && !refused.has(other.id));
    const known = found.map((one) => one.fits);
    const one = await findFits(template, refusal, { ask: asking(sender, run, "more"), taken, known });
    if (one === null) hopeless.add(wordsOf(refusal));
    else {
      fits[template.id] = [...(context.fits?.[template.id] ?? []), ...one.fits];
      found.push(one);
    }
  }
  if (found.length === 0) return null;
  // A value with which no creation is accepted is accepted in no update: there it may be in a template of another
  // number.
  const isTaken = ({ at }: Fit, value: Json | undefined): boolean =>
    templates.some(({ id, body }) => !refused.has(id) && valueAt(body ?? undefined, at) === value);
  const replaced = templates
    .flatMap(({ id, body }) =>
      (fits[id] ?? [])
        .filter(({ to }) => typeof to === "string")
        .map((fit) => ({ fit, value: valueAt(body ?? undefined, fit.at) })),
    )
    .filter(({ fit, value }) => !isTaken(fit, value));
  for (const { id, body } of updateRecipientTemplates(context)) {
    const own = fits[id] ?? context.fits?.[id] ?? [];
    const more = replaced.find(
      ({ fit, value }) =>
        value === valueAt(body ?? undefined, fit.at) && own.every(({ at }) => at.join() !== fit.at.join()),
    );
    if (more !== undefined) fits[id] = [...own, more.fit];
  }
  return { context: { ...context, fits: withAnewEverywhere({ ...context.fits, ...fits }, templates) }, found };
}

/**
 * What has to be new in one template's requests has to be new in all: which of them had a text first, and was accepted for
 * that, is a matter of chance.
 */
function withAnewEverywhere(
  fits: Readonly<Record<string, readonly Fit[]>>,
  templates: readonly Template[],
): Readonly<Record<string, readonly Fit[]>> {
  const all = Object.values(fits).flat();
  const places = new Map(all.flatMap(({ at, to }) => (to === ANEW ? [[at.join(), at] as const] : [])));
  const anew = [...places.values()].map((at): Fit => ({ at, to: ANEW }));
  const isNew = (own: readonly Fit[], { at }: Fit): boolean => own.every((fit) => fit.at.join() !== at.join());
  return Object.fromEntries(
    templates.flatMap(({ id }) => {
      const own = fits[id] ?? [];
      const more = [...own, ...anew.filter((fit) => isNew(own, fit))];
      return more.length === 0 ? [] : [[id, more]];
    }),
  );
}

/**
 * The context in which more templates are accepted than before, for a service that requires more than the document does;
 * null when meeting none of the tried requirements helps.
 */
export async function findRequirements(
  sender: Sender,
  { context, run, made: { refusals } }: Making,
): Promise<TemplateContext | null> {
  const refused = new Set(refusals.map(({ template }) => template.id));
  // The files may be what is refused: a file may belong to one recipient only.
  const bare = createRecipientTemplates(withoutFiles(context)).filter(({ id }) => refused.has(id));
  const accepts = async (template: Template, key: number): Promise<boolean> =>
    isSuccess(await sender.send(materialise(template, null, partnerId(run, `requirement ${template.id}`, key)).wire));
  const found = await Promise.all(
    bare.map(async (template) => {
      if (template.body === null || (await accepts(template, ACCOUNT_REQUIREMENTS.length))) return [];
      for (const [turn, requirement] of ACCOUNT_REQUIREMENTS.entries()) {
        if (!lacks(requirement, template.body)) continue;
        const fitting = { ...template, body: meeting(template.body, requirement) };
        if (await accepts(fitting, turn)) return [[template.id, requirement] as const];
      }
      return [];
    }),
  );
  const requirements = Object.fromEntries(found.flat());
  return Object.keys(requirements).length === 0
    ? null
    : { ...context, requirements: { ...context.requirements, ...requirements } };
}

/** The description of the requirements found; the bank accounts that are accepted only with them. */
export function requirementsText({ requirements = {} }: TemplateContext): string | null {
  const words = new Set(Object.values(requirements).map(requirementText));
  return words.size === 0 ? null : `some bank accounts are accepted only ${[...words].sort().join("; or ")}`;
}
