import { HttpError } from '@matricola/providers/http.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import { useState } from 'react'
import { type IdempotencyHeaders, useSubmissionKey } from '../../app/submission-key.ts'
import { controlId } from '../../fields/form-field.tsx'
import { focusField } from './focus-field.ts'

interface Submission {
  readonly issues: FieldIssues
  /** Message of the server if it rejected the call. */
  readonly failure: string | null
  /** Whether the call was rejected because another user has changed the record in the meantime. */
  readonly isStale: boolean
  readonly isRunning: boolean
  /** Shows issues next to their fields and focuses the first of them. */
  readonly refuse: (found: FieldIssues) => void
  readonly clear: () => void
  /** Sends the call, and calls `onDone` if it succeeded. */
  readonly send: (
    call: (headers: IdempotencyHeaders) => Promise<unknown>,
    onDone: () => void,
  ) => Promise<void>
}

/**
 * State of a dialog that submits fields. `names` are the fields in the order of the dialog.
 * `refusal` is the server's message if the call had already been rejected as stale before the
 * dialog opened.
 */
export function useSubmission(
  scope: string,
  names: readonly string[],
  refusal: string | null = null,
): Submission {
  const [issues, setIssues] = useState<FieldIssues>({})
  const [failure, setFailure] = useState(refusal)
  const [isStale, setStale] = useState(refusal !== null)
  const [isRunning, setRunning] = useState(false)
  const submissionKey = useSubmissionKey()
  const refuse = (found: FieldIssues) => {
    setIssues(found)
    const first = names.find((name) => found[name])
    if (first) requestAnimationFrame(() => focusField(controlId(scope, first)))
  }
  const send: Submission['send'] = async (call, onDone) => {
    setRunning(true)
    setFailure(null)
    setStale(false)
    try {
      await submissionKey.run(call)
      onDone()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      setStale(error instanceof HttpError && error.code === 'record.stale')
      if (error instanceof HttpError) refuse(error.fields)
    } finally {
      setRunning(false)
    }
  }
  return { issues, failure, isStale, isRunning, refuse, clear: () => setIssues({}), send }
}
