/** Validates the required documents, taking uploads in progress into account. */

import type { FieldIssues, Issue } from '@matricola/schema/wire/wire.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import type { DocumentName } from '#resources/application-documents.ts'
import { findChosenFile } from '../../documents/document-state.ts'
import type { Uploads } from '../../documents/uploads.ts'
import type { DraftValues } from '../application-draft.ts'
import { itemsBundle } from '../form-items/form-items.ts'
import { documentTextKey } from './document-text-key.ts'
import { requiredDocuments } from './step-fields.ts'

/** The file was chosen as a different document from the one that the programme now requires. */
export const otherDocumentCode = 'document.other'

/**
 * Returns the issue of a document. Uploads that are in progress or can be retried count as present,
 * because submitting waits for or retries them.
 */
export function documentIssue(
  uploads: Uploads,
  name: DocumentName,
  values: DraftValues,
): Issue | undefined {
  const state = uploads.state(name)
  if (state.step === 'empty' || (state.step === 'failed' && !state.canRetry))
    return { code: 'required' }
  const previousKey = findChosenFile(state)?.chosenAs
  return previousKey !== undefined && previousKey !== documentTextKey(name, values)
    ? { code: otherDocumentCode, params: { before: previousKey } }
    : undefined
}

/** Issues of missing documents. */
export const missingDocumentIssues = (
  uploads: Uploads,
  values: DraftValues,
  publicConfig: WireIntake,
): FieldIssues =>
  issuesBy(requiredDocuments(values, publicConfig), (name) => documentIssue(uploads, name, values))

/** Issues of documents that the server does not have, once no upload is in progress. */
export const unsentDocumentIssues = (
  uploads: Uploads,
  values: DraftValues,
  publicConfig: WireIntake,
): FieldIssues =>
  issuesBy(
    [
      ...requiredDocuments(values, publicConfig),
      ...(itemsBundle()?.documentsToSend(values, publicConfig) ?? []),
    ],
    (name) =>
      documentIssue(uploads, name, values) ??
      (uploads.state(name).step === 'done' ? undefined : { code: 'file.unknown' }),
  )

const issuesBy = (
  names: readonly DocumentName[],
  issueOf: (name: DocumentName) => Issue | undefined,
): FieldIssues =>
  Object.fromEntries(
    names.flatMap((name) => {
      const issue = issueOf(name)
      return issue ? [[name, [issue]]] : []
    }),
  )
