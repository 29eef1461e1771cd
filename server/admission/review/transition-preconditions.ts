/** Preconditions of the transitions that staff make. */

import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues, Issue } from '@matricola/schema/wire/wire.ts'
import type { WriteDraft } from '@matricola/server/records/hooks.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { identityIssues } from '#resources/admission/identity-check.ts'
import type { DocumentMarks } from '#resources/admission/wire.ts'
import { documentField, documentNames } from '#resources/application-documents.ts'
import type { registrations } from '#resources/registrations.ts'

/** Required input per transition. It may depend on the values that were entered. */
const requiredInput: { readonly [step: string]: (record: Values, isStaff: boolean) => readonly string[] } = {
  requestUpdate: () => ['issue', 'issueExplanation', 'requestedChanges'],
  decline: reasonAndText,
  declineAccepted: reasonAndText,
  cancelRequest: () => ['issueExplanation'],
  revoke: () => ['issueExplanation'],
  // The applicant's own answer needs no note.
  answerForApplicant: (_, isStaff) => (isStaff ? ['issueExplanation'] : []),
}

function reasonAndText({ reasonCode }: Values): readonly string[] {
  return reasonCode === 'other' ? ['reasonCode', 'issueExplanation'] : ['reasonCode']
}

/** Throws `input.invalid` for missing input, and `access.denied` if the caller releases another reviewer's claim. */
export function assertTransitionInput({ action, permit, before, record, input }: WriteDraft<typeof registrations>): void {
  const given: Values = { ...record, requestedChanges: input.requestedChanges }
  const missing = (requiredInput[action]?.(record, permit.caller !== null) ?? []).filter((name) => (given[name] ?? null) === null)
  if (missing.length > 0) throw invalidInput(Object.fromEntries(missing.map((name) => [name, [{ code: 'required' }]])))
  const holder = before?.values.assignedToId ?? null
  if (action === 'release' && holder !== null && permit.caller?.role !== 'admin' && holder !== permit.actor.id)
    throw new AppError('access.denied')
}

/** Returns the issues that prevent acceptance: rejected documents, or a failed identity check that no admin has waived. */
export function acceptanceIssues(record: Values): FieldIssues {
  // The stored value has this type, because only the server writes it.
  const marks = (record.documentMarks ?? {}) as DocumentMarks
  const rejected = documentNames.filter((name) => marks[name]?.mark === 'rejected')
  const issues: { [field: string]: readonly Issue[] } = Object.fromEntries(
    rejected.map((name) => [documentField(name), [{ code: 'document.rejected' }]]),
  )
  return record.identityWaived === true ? issues : { ...identityIssues(record), ...issues }
}
