/** The question about an address whose domain looks mistyped. */
import type { ApplicationDraft } from '../application-draft.ts'

/** Code of the issue of an address that has not been confirmed. */
export const mistypedCode = 'email.mistyped'

let suggestAddress: typeof import('./mail-domains.ts').suggestAddress = () => null

/** Loads the known domains, which the start page does not need. Throws if loading fails. */
export async function loadMailDomains(): Promise<void> {
  suggestAddress = (await import('./mail-domains.ts')).suggestAddress
}

/**
 * Returns the address that was probably meant. Null if the address looks right or the applicant has
 * said that it is.
 */
export const findSuggestedAddress = ({ values, checkedEmail }: ApplicationDraft) =>
  checkedEmail === values.personalEmail ? null : suggestAddress(values.personalEmail)
