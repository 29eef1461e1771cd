/** Demands of each step of the office before it is taken. */

import { identityIssues } from '#model/admission/identity-check.ts'
import type { DocumentMarks } from '#model/admission/wire.ts'
import { AppError, invalidInput } from '#model/wire/errors.ts'
import type { FieldIssues, Issue } from '#model/wire/wire.ts'
import { documentField, documentNames } from '#resources/application-documents.ts'
import type { registrations } from '#resources/registrations.ts'
import type { Draft } from '#server/engine/records/hooks.ts'
import type { Values } from '#server/engine/sql/storage.ts'

/** Input that a step does not do without; whether more is needed may depend on what was chosen. */
const needed: { readonly [step: string]: (record: Values, isOffice: boolean) => readonly string[] } = {
  requestUpdate: () => ['issue', 'issueExplanation', 'requestedChanges'],
  decline: reasonAndText,
  declineAccepted: reasonAndText,
  cancelRequest: () => ['issueExplanation'],
  revoke: () => ['issueExplanation'],
  // By the applicant's own call it needs no note.
  answerForApplicant: (_, isOffice) => (isOffice ? ['issueExplanation'] : []),
}

function reasonAndText({ reasonCode }: Values): readonly string[] {
  return reasonCode === 'other' ? ['reasonCode', 'issueExplanation'] : ['reasonCode']
}

/** Throws `input.invalid` for what a step lacks, `access.denied` for who releases the review of another. */
export function demandInput({ action, permit, before, record, input }: Draft<typeof registrations>): void {
  const given: Values = { ...record, requestedChanges: input.requestedChanges }
  const missing = (needed[action]?.(record, permit.caller !== null) ?? []).filter((name) => (given[name] ?? null) === null)
  if (missing.length > 0) throw invalidInput(Object.fromEntries(missing.map((name) => [name, [{ code: 'required' }]])))
  const holder = before?.values.assignedToId ?? null
  if (action === 'release' && holder !== null && permit.caller?.role !== 'admin' && holder !== permit.actor.id)
    throw new AppError('access.denied')
}

/** Why an application cannot be accepted as it stands: a document was rejected, or the identity contradicts itself and no admin let that pass. */
export function acceptanceIssues(record: Values): FieldIssues {
  // The declaration types the stored marks so; only the program writes them.
  const marks = (record.documentMarks ?? {}) as DocumentMarks
  const rejected = documentNames.filter((name) => marks[name]?.mark === 'rejected')
  const issues: { [field: string]: readonly Issue[] } = Object.fromEntries(
    rejected.map((name) => [documentField(name), [{ code: 'document.rejected' }]]),
  )
  return record.identityWaived === true ? issues : { ...identityIssues(record), ...issues }
}
