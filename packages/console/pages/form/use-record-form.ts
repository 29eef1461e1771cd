import { idempotencyKey } from '@matricola/providers/data.ts'
import { HttpError } from '@matricola/providers/http.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { childRowEntries } from '@matricola/schema/resource-fields.ts'
import type { FieldIssues, WireRecord } from '@matricola/schema/wire/wire.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSubmissionKey } from '../../app/submission-key.ts'
import { useUser } from '../../app/user-context.ts'
import { useIsCovered } from '../../kit/overlay-focus.ts'
import { usePageShortcuts } from '../../shortcuts/page-shortcuts.ts'
import { focusField } from './focus-field.ts'
import {
  type FormMode,
  type FormValues,
  formInput,
  formIssues,
  valuesOf,
  visibleFields,
} from './form-values.ts'
import { childRowValues, type FormRows, rowsInput, rowsIssues } from './rows/form-rows.ts'
import { issueElementId } from './rows/issue-target.ts'
import { createFormState, type FormState, useFormState } from './use-form-state.ts'

export interface SavedRecord {
  readonly record: WireRecord
  readonly message: string
}
/** Sends the body of a create or update call. Throws `HttpError`. */
export type SaveRecord = (input: FormValues) => Promise<SavedRecord>

/** Errors of the last attempt. Each attempt creates a new object, which moves focus again. */
interface FormErrors {
  readonly issues: FieldIssues
  readonly failure: string | null
}
const noIssues: FieldIssues = {}

export interface RecordFormOptions {
  readonly resource: AnyResource
  readonly mode: FormMode
  readonly initial: FormState
  readonly save: SaveRecord
  /** With `continues`, the user stays at the form. */
  readonly onSaved: (saved: SavedRecord, continues: boolean) => void
  /** Prefix of the ids of the form's controls. */
  readonly scope: string
}

/**
 * The behaviour of a form: its values, validation, saving once, errors next to their fields, and
 * conflicts with newer versions.
 */
export function useRecordForm({
  resource,
  mode,
  initial,
  save,
  onSaved,
  scope,
}: RecordFormOptions) {
  const caller = useUser()
  const { draft: state, setDraft: setState, setValue, changed } = useFormState(resource, initial)
  const [lastErrors, setLastErrors] = useState<FormErrors | null>(null)
  const [newer, setNewer] = useState<WireRecord | null>(null)
  const [isSaving, setSaving] = useState(false)
  const isLeaving = useRef(false)
  const lock = useRef(false)
  const submissionKey = useSubmissionKey()
  const summary = useRef<HTMLDivElement>(null)

  const refuse = (found: FieldIssues, failure: string | null) =>
    setLastErrors({ issues: inFormOrder(resource, found, state.values, caller, mode), failure })

  const send = async (submitted: FormState, continues: boolean) => {
    if (lock.current) return
    const found = {
      ...formIssues(resource, submitted.base, submitted.values, caller, mode),
      ...rowsIssues(resource, submitted.base, submitted.values, caller),
    }
    if (Object.keys(found).length > 0) return refuse(found, null)
    lock.current = true
    setSaving(true)
    try {
      const version =
        mode === 'edit' && submitted.version !== undefined ? { version: submitted.version } : {}
      const rows = rowsInput(resource, submitted.base, submitted.values, caller)
      const input = {
        ...version,
        ...formInput(resource, submitted.base, submitted.values, caller, mode),
        ...rows,
      }
      const saved = await submissionKey.run((_, key) => save({ ...input, [idempotencyKey]: key }))
      setLastErrors(null)
      isLeaving.current = true
      if (continues) setState(mode === 'create' ? initial : createFormState(resource, saved.record))
      onSaved(saved, continues)
      if (continues) isLeaving.current = false
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
    if (!lastErrors) return
    const [first, ...otherNames] = Object.keys(lastErrors.issues)
    if (first !== undefined && otherNames.length === 0) focusField(issueElementId(scope, first))
    else summary.current?.focus()
  }, [lastErrors, scope])

  /** Sets the rows as they were read from the server, as both initial and current values. */
  const loadRows = useCallback(
    (name: string, rows: FormRows) =>
      setState((old) => ({
        ...old,
        base: { ...old.base, [name]: rows },
        values: { ...old.values, [name]: rows },
      })),
    [setState],
  )

  return {
    caller,
    loadRows,
    setRows: (name: string, rows: FormRows) =>
      setState((old) => ({ ...old, values: { ...old.values, [name]: rows } })),
    /** Discards the rows, including their changes, so that they are loaded again. */
    dropRows: (name: string) => {
      const withoutField = (values: FormValues) =>
        Object.fromEntries(Object.entries(values).filter(([field]) => field !== name))
      setState((old) => ({
        ...old,
        base: withoutField(old.base),
        values: withoutField(old.values),
      }))
      setLastErrors(null)
    },
    draft: state,
    setValue,
    changed,
    issues: lastErrors?.issues ?? noIssues,
    failure: lastErrors?.failure ?? null,
    newer,
    isSaving,
    isLeaving,
    summary,
    submit: (continues = false) => send(state, continues),
    /** Continues from the newer record with the merged values. */
    merge: (values: FormValues) => {
      if (!newer) return
      // Rows have their own versions.
      const base = { ...valuesOf(resource, newer), ...childRowValues(resource, state.base) }
      const next: FormState = {
        base,
        values: { ...values, ...childRowValues(resource, state.values) },
        titles: { ...newer._titles, ...state.titles },
        version: newer.version,
      }
      setState(next)
      setNewer(null)
      void send(next, false)
    },
    /** Discards the user's changes and shows the newer record. */
    discardChanges: () => {
      if (!newer) return
      setState(createFormState(resource, newer))
      setNewer(null)
      setLastErrors(null)
    },
  }
}

export type RecordFormState = ReturnType<typeof useRecordForm>

/** Sorts issues in the order of the form's fields; those of invisible fields come last. */
function inFormOrder(
  resource: AnyResource,
  issues: FieldIssues,
  values: FormValues,
  caller: RecordFormState['caller'],
  mode: FormMode,
): FieldIssues {
  const order = [
    ...visibleFields(resource, values, caller, mode),
    ...childRowEntries(resource).map(({ name }) => name),
  ]
  const positionOf = (path: string) => order.indexOf(path.split('.')[0] ?? '') + 1 || 999
  const names = Object.keys(issues).sort((a, b) => positionOf(a) - positionOf(b))
  return Object.fromEntries(names.map((name) => [name, issues[name] ?? []]))
}

/** `Ctrl+S` and `Ctrl+Enter` save, wherever focus is; `Escape` cancels. */
export function useFormShortcuts(save: () => void, cancel: () => void) {
  const { t } = useTranslation('shell')
  usePageShortcuts(t('keys.form'), [
    { keyLabels: ['Ctrl S', 'Ctrl Enter'], description: t('keys.save') },
    { keyLabels: ['Esc'], description: t('keys.cancel') },
  ])
  const isCovered = useIsCovered()
  const latest = useRef({ save, cancel, isCovered })
  useEffect(() => {
    latest.current = { save, cancel, isCovered }
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (latest.current.isCovered() || event.defaultPrevented) return
      const isSave =
        (event.ctrlKey || event.metaKey) &&
        !event.altKey &&
        (event.key.toLowerCase() === 's' || event.key === 'Enter')
      if (isSave) {
        event.preventDefault()
        latest.current.save()
      } else if (event.key === 'Escape') latest.current.cancel()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
