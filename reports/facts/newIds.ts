/** Commands that create something once more: their partner ids are made again, so that a creation is not a duplicate. */

/** A partner's own id: the part after `ppc` distinguishes runs. */
const PARTNER_ID = /("partner_(?:recipient|customer)_id"\s*:\s*"[a-z]{3})[a-z0-9]{5}(?=[a-z0-9]{12,}")/g;

const RECEIVER = '"$CONFORMANCE_RECEIVER_URL"';

/** Sets what the commands name. */
export const NEW_IDS = "NEW=$(LC_ALL=C tr -dc a-z0-9 < /dev/urandom | head -c 5)";

/** The commands with ids of which that part is `$NEW`. What is sent to a receiver is signed, and stays as it is. */
export function withNewIds(commands: string): string {
  if (commands.includes(RECEIVER)) return commands;
  const reopened = commands.includes("--data-raw $'") ? "$'" : "'";
  return commands.replace(PARTNER_ID, (_, before: string) => `${before}'"$NEW"${reopened}`);
}

/** The commands to paste: what they name is set before them. */
export function withOwnNewIds(commands: string): string {
  const renewed = withNewIds(commands);
  return namesNewIds(renewed) ? `${NEW_IDS}\n${renewed}` : renewed;
}

export function namesNewIds(commands: string): boolean {
  return commands.includes('"$NEW"');
}
