import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AnyResource, rowEntries } from '#model/resource.ts'
import type { FieldIssues, WireRecord } from '#model/wire/wire.ts'
import { callKey } from '#providers/data.ts'
import { HttpError } from '#providers/http.ts'
import { useIntent } from '#src/console/intent.ts'
import { usePageKeys } from '#src/console/keys/page-keys.ts'
import { usePerson } from '#src/console/person.ts'
import { useIsCovered } from '#src/kit/layer.ts'
import { draftIssues, type FormMode, inputOf, type Values, valuesOf, visibleFields } from './draft.ts'
import { focusField } from './focus-field.ts'
import { onlyRows, type Rows, rowsInput, rowsIssues } from './rows/draft-rows.ts'
import { placeOfIssue } from './rows/place-of-issue.ts'
import { type Draft, draftOf, useDraft } from './use-draft.ts'

export interface Saved {
  readonly record: WireRecord
  readonly message: string
}
/** Sends the body of a create or update call. Throws `HttpError`. */
export type Save = (input: Values) => Promise<Saved>

/** Errors of the last attempt. Each attempt creates a new object, which moves focus again. */
interface Refusal {
  readonly issues: FieldIssues
  readonly failure: string | null
}
const none: FieldIssues = {}

export interface RecordFormOptions {
  readonly resource: AnyResource
  readonly mode: FormMode
  readonly initial: Draft
  readonly save: Save
  /** With `goesOn`, the user stays at the form. */
  readonly onSaved: (saved: Saved, goesOn: boolean) => void
  /** Prefix of the ids of the form's controls. */
  readonly scope: string
}

/** The behaviour of a form: its values, validation, saving once, errors next to their fields, and conflicts with newer versions. */
export function useRecordForm({ resource, mode, initial, save, onSaved, scope }: RecordFormOptions) {
  const asker = usePerson()
  const { draft, setDraft, setValue, changed } = useDraft(resource, initial)
  const [refused, setRefused] = useState<Refusal | null>(null)
  const [newer, setNewer] = useState<WireRecord | null>(null)
  const [isSaving, setSaving] = useState(false)
  const isLeaving = useRef(false)
  const lock = useRef(false)
  const intent = useIntent()
  const summary = useRef<HTMLDivElement>(null)

  const refuse = (found: FieldIssues, failure: string | null) =>
    setRefused({ issues: inFormOrder(resource, found, draft.values, asker, mode), failure })

  const send = async (now: Draft, goesOn: boolean) => {
    if (lock.current) return
    const found = { ...draftIssues(resource, now.base, now.values, asker, mode), ...rowsIssues(resource, now.base, now.values, asker) }
    if (Object.keys(found).length > 0) return refuse(found, null)
    lock.current = true
    setSaving(true)
    try {
      const version = mode === 'edit' && now.version !== undefined ? { version: now.version } : {}
      const rows = rowsInput(resource, now.base, now.values, asker)
      const input = { ...version, ...inputOf(resource, now.base, now.values, asker, mode), ...rows }
      const saved = await intent.once((_, key) => save({ ...input, [callKey]: key }))
      setRefused(null)
      isLeaving.current = true
      if (goesOn) setDraft(mode === 'create' ? initial : draftOf(resource, saved.record))
      onSaved(saved, goesOn)
      if (goesOn) isLeaving.current = false
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      if (error.code === 'record.stale' && error.current) setNewer(error.current)
      else refuse(error.fields, error.message)
    } finally {
      lock.current = false
      setSaving(false)
    }
  }

  // Errors take focus: the only wrong field, or the summary if there are several.
  useEffect(() => {
    if (!refused) return
    const [first, ...others] = Object.keys(refused.issues)
    if (first !== undefined && others.length === 0) focusField(placeOfIssue(scope, first))
    else summary.current?.focus()
  }, [refused, scope])

  /** Sets the rows as they were read from the server, as both initial and current values. */
  const loadRows = useCallback(
    (name: string, rows: Rows) =>
      setDraft((old) => ({ ...old, base: { ...old.base, [name]: rows }, values: { ...old.values, [name]: rows } })),
    [setDraft],
  )

  return {
    asker,
    loadRows,
    setRows: (name: string, rows: Rows) => setDraft((old) => ({ ...old, values: { ...old.values, [name]: rows } })),
    /** Discards the rows, including their changes, so that they are loaded again. */
    dropRows: (name: string) => {
      const without = (values: Values) => Object.fromEntries(Object.entries(values).filter(([field]) => field !== name))
      setDraft((old) => ({ ...old, base: without(old.base), values: without(old.values) }))
      setRefused(null)
    },
    draft,
    setValue,
    changed,
    issues: refused?.issues ?? none,
    failure: refused?.failure ?? null,
    newer,
    isSaving,
    isLeaving,
    summary,
    submit: (goesOn = false) => send(draft, goesOn),
    /** Continues from the newer record with the merged values. */
    merge: (values: Values) => {
      if (!newer) return
      // Rows have their own versions.
      const base = { ...valuesOf(resource, newer), ...onlyRows(resource, draft.base) }
      const next: Draft = {
        base,
        values: { ...values, ...onlyRows(resource, draft.values) },
        titles: { ...newer._titles, ...draft.titles },
        version: newer.version,
      }
      setDraft(next)
      setNewer(null)
      void send(next, false)
    },
    /** Discards the user's changes and shows the newer record. */
    takeNewer: () => {
      if (!newer) return
      setDraft(draftOf(resource, newer))
      setNewer(null)
      setRefused(null)
    },
  }
}

export type RecordFormState = ReturnType<typeof useRecordForm>

/** Sorts issues in the order of the form's fields; those of invisible fields come last. */
function inFormOrder(
  resource: AnyResource,
  issues: FieldIssues,
  values: Values,
  asker: RecordFormState['asker'],
  mode: FormMode,
): FieldIssues {
  const order = [...visibleFields(resource, values, asker, mode), ...rowEntries(resource).map(({ name }) => name)]
  const placeOf = (path: string) => order.indexOf(path.split('.')[0] ?? '') + 1 || 999
  const names = Object.keys(issues).sort((a, b) => placeOf(a) - placeOf(b))
  return Object.fromEntries(names.map((name) => [name, issues[name] ?? []]))
}

/** `Ctrl+S` and `Ctrl+Enter` save, wherever focus is; `Escape` cancels. */
export function useFormKeys(save: () => void, cancel: () => void) {
  const { t } = useTranslation('shell')
  usePageKeys(t('keys.form'), [
    { shown: ['Ctrl S', 'Ctrl Enter'], what: t('keys.save') },
    { shown: ['Esc'], what: t('keys.cancel') },
  ])
  const isCovered = useIsCovered()
  const latest = useRef({ save, cancel, isCovered })
  useEffect(() => {
    latest.current = { save, cancel, isCovered }
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (latest.current.isCovered() || event.defaultPrevented) return
      const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && (event.key.toLowerCase() === 's' || event.key === 'Enter')
      if (isSave) {
        event.preventDefault()
        latest.current.save()
      } else if (event.key === 'Escape') latest.current.cancel()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
