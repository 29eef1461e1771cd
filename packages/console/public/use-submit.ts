import { HttpError } from '@matricola/providers/http.ts'
import { type FormEvent, useEffect, useState } from 'react'
import { translateIssue, useLanguage } from '../i18n.ts'

interface SubmitOptions<Fields extends Record<string, string>, Answer> {
  /** The values as typed. Every field is required. */
  readonly fields: Fields
  /** Issues found before anything is sent. */
  readonly check?: (fields: Fields) => { readonly [F in keyof Fields]?: string }
  readonly send: (fields: Fields) => Promise<Answer>
  readonly done: (answer: Answer) => void
  /**
   * Message for a failure that belongs to no field. Defaults to the error's message. Null if the
   * caller shows it.
   */
  readonly failed?: (error: HttpError) => string | null
}

export interface FormSubmission {
  readonly isBusy: boolean
  /** True once the call takes longer than users expect. */
  readonly isSlow: boolean
  readonly messages: Readonly<Record<string, string | undefined>>
  readonly failure: string | null
  readonly error: HttpError | null
  /** Counts attempts, so that the summary takes the focus after each. */
  readonly attempt: number
  readonly submit: (event: FormEvent) => void
}

const slowMs = 8000

/**
 * Submits a form: checks for empty fields, makes the call, and maps its issues to fields. Never
 * clears the values.
 */
export function useSubmit<Fields extends Record<string, string>, Answer>({
  fields,
  check,
  send,
  done,
  failed,
}: SubmitOptions<Fields, Answer>): FormSubmission & {
  /** Like `submit`, for a page that opened with its fields already filled in. */ readonly start: () => void
} {
  // Rerenders on a change of language. Messages keep their language until the next attempt.
  useLanguage()
  const [isBusy, setBusy] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [messages, setMessages] = useState<Record<string, string | undefined>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [error, setError] = useState<HttpError | null>(null)

  const showErrors = (
    newMessages: Record<string, string | undefined>,
    newFailure: string | null,
    newError: HttpError | null,
  ) => {
    setMessages(newMessages)
    setFailure(newFailure)
    setError(newError)
    setAttempt((count) => count + 1)
  }
  const run = async () => {
    const empty = Object.keys(fields).filter((name) => fields[name] === '')
    if (empty.length > 0)
      return showErrors(
        Object.fromEntries(empty.map((name) => [name, translateIssue({ code: 'required' })])),
        null,
        null,
      )
    const invalid = check?.(fields) ?? {}
    if (Object.keys(invalid).length > 0) return showErrors(invalid, null, null)
    setBusy(true)
    try {
      const answer = await send(fields)
      setMessages({})
      setFailure(null)
      setError(null)
      done(answer)
    } catch (thrown) {
      if (!(thrown instanceof HttpError)) throw thrown
      const fieldErrors = Object.entries(thrown.errors).filter(([name]) => name in fields)
      if (fieldErrors.length > 0)
        showErrors(
          Object.fromEntries(fieldErrors.map(([name, texts]) => [name, texts[0]])),
          null,
          thrown,
        )
      else showErrors({}, failed ? failed(thrown) : thrown.message, thrown)
    } finally {
      setBusy(false)
    }
  }
  const start = () => {
    if (!isBusy) run()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start()
  }
  return { start, isBusy, isSlow: useSlow(isBusy), messages, failure, error, attempt, submit }
}

/** True once `isBusy` has lasted longer than users expect. */
export function useSlow(isBusy: boolean) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isBusy) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [isBusy])
  return isSlow
}
