import { type FormEvent, useEffect, useState } from 'react'
import { HttpError, issueText } from '#providers/http.ts'
import { useLanguage } from '../i18n.ts'

interface Attempt<Fields extends Record<string, string>, Answer> {
  /** Input as typed; every field has to be filled in. */
  readonly fields: Fields
  /** Faults that can be seen before anything is sent. */
  readonly check?: (fields: Fields) => { readonly [F in keyof Fields]?: string }
  readonly send: (fields: Fields) => Promise<Answer>
  readonly done: (answer: Answer) => void
  /** Words for a failure that no field explains; by default the error's own, null where the caller says it itself. */
  readonly failed?: (error: HttpError) => string | null
}

export interface Submission {
  readonly isBusy: boolean
  /** True once it takes longer than people expect. */
  readonly isSlow: boolean
  readonly messages: Readonly<Record<string, string | undefined>>
  readonly failure: string | null
  readonly error: HttpError | null
  /** Counts the attempts, so that the summary takes the focus after each. */
  readonly attempt: number
  readonly submit: (event: FormEvent) => void
}

const slowMs = 8000

/** One form's way to the server: empty fields first, then the call, then what it refused. Nothing typed is ever cleared. */
export function useSubmit<Fields extends Record<string, string>, Answer>({
  fields,
  check,
  send,
  done,
  failed,
}: Attempt<Fields, Answer>): Submission & { /** As `submit`, for a page that was opened filled in. */ readonly start: () => void } {
  // The messages are of the language they came in; another language needs another attempt.
  useLanguage()
  const [isBusy, setBusy] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [messages, setMessages] = useState<Record<string, string | undefined>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [error, setError] = useState<HttpError | null>(null)

  const refuse = (next: Record<string, string | undefined>, why: string | null, from: HttpError | null) => {
    setMessages(next)
    setFailure(why)
    setError(from)
    setAttempt((count) => count + 1)
  }
  const run = async () => {
    const empty = Object.keys(fields).filter((name) => fields[name] === '')
    if (empty.length > 0) return refuse(Object.fromEntries(empty.map((name) => [name, issueText({ code: 'required' })])), null, null)
    const wrong = check?.(fields) ?? {}
    if (Object.keys(wrong).length > 0) return refuse(wrong, null, null)
    setBusy(true)
    try {
      const answer = await send(fields)
      setMessages({})
      setFailure(null)
      setError(null)
      done(answer)
    } catch (thrown) {
      if (!(thrown instanceof HttpError)) throw thrown
      const known = Object.entries(thrown.errors).filter(([name]) => name in fields)
      if (known.length > 0) refuse(Object.fromEntries(known.map(([name, texts]) => [name, texts[0]])), null, thrown)
      else refuse({}, failed ? failed(thrown) : thrown.message, thrown)
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

/** True once something takes longer than people expect. */
export function useSlow(isBusy: boolean) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isBusy) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [isBusy])
  return isSlow
}
