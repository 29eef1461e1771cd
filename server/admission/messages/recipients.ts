/** Rules that requests and messages to many applicants share. */

import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Issue } from '@matricola/schema/wire/wire-record.ts'
import { messageLimits } from '#resources/admission/message-limits.ts'

/** Throws `input.invalid` for a selection of too many applications. */
export function assertRecipientLimit(total: number): void {
  const max = messageLimits.recipients
  if (total > max) throw invalidInput({ _: [{ code: 'changeRequest.tooMany', params: { max } }] })
}

/** The languages without a text. */
export const missingTextIssues = (
  needed: Iterable<string>,
  texts: { readonly [language: string]: unknown },
): Issue[] =>
  [...new Set(needed)]
    .filter((language) => !texts[language])
    .map((language) => ({ code: 'changeRequest.textMissing', params: { language } }))
