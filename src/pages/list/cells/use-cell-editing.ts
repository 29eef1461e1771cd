import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldKey } from '#model/message-keys.ts'
import type { AnyResource } from '#model/resource.ts'
import { endpointsOf } from '#model/wire/endpoints.ts'
import type { FieldIssues, Issue, WireRecord } from '#model/wire/wire.ts'
import { HttpError, request, translateIssue } from '#providers/http.ts'
import { withIdempotencyKey } from '#providers/idempotency-key.ts'
import { useUser } from '#src/console/user-context.ts'
import { titleText } from '#src/fields/title-text.ts'
import { withLabel } from '#src/i18n.ts'
import { formInput, formIssues, isSameValue, valuesOf } from '#src/pages/form/form-values.ts'
import { type CellAddress, cellKey } from './editable.ts'
import { useReplaceRecord } from './use-replace-record.ts'

/** A cell that is being edited. */
export interface CellDraft extends CellAddress {
  readonly value: unknown
  readonly title?: string | undefined
  /** The issue for which the value was rejected, and the message of any other failure. */
  readonly issue?: Issue | undefined
  readonly failure?: string | undefined
  /** The record as another user has saved it in the meantime, with a different value in this field. */
  readonly newer?: WireRecord | undefined
}

/** Maximum number of attempts to save while other users keep changing other fields of the record. */
const maxAttempts = 3

/** Edits single cells of a list, one at a time. Each is saved on its own, and stays open until the server has accepted it. */
export function useCellEditing(resource: AnyResource) {
  const { t } = useTranslation(['shell', 'resources'])
  const caller = useUser()
  const store = useReplaceRecord(resource)
  const [draft, setDraft] = useState<CellDraft | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const lock = useRef(false)

  const labelOf = (name: string) => t(`resources:${fieldKey(resource, name)}`)
  const startAt = (place: CellAddress | null) => {
    setDraft(place && { ...place, value: place.record[place.name] ?? null, title: place.record._titles[place.name] })
  }
  const close = ({ record, name }: CellAddress, next: CellAddress | null) => {
    startAt(next)
    if (!next) focusPencil(record.id, name)
  }
  const refuse = (now: CellDraft, fields: FieldIssues, failure: string) => {
    const others = Object.entries(fields).filter(([field]) => field !== now.name)
    const words = others.flatMap(([field, issues]) =>
      issues.map((issue) =>
        Object.hasOwn(resource.fields, field) ? withLabel(labelOf(field), translateIssue(issue)) : translateIssue(issue),
      ),
    )
    const [issue] = fields[now.name] ?? []
    setDraft({ ...now, issue, failure: issue && words.length === 0 ? undefined : words.join(' ') || failure })
  }

  /** Saves the value against the version that was edited. If only other fields have changed since, retries with the new version. */
  const send = async (now: CellDraft, next: CellAddress | null): Promise<void> => {
    let { record } = now
    for (let attempt = 1; ; attempt++) {
      const base = valuesOf(resource, record)
      const values = { ...base, [now.name]: now.value }
      if (isSameValue(base[now.name], now.value)) return close(now, next)
      const issues = formIssues(resource, base, values, caller, 'edit')
      if (Object.keys(issues).length > 0) return refuse({ ...now, record }, issues, '')
      try {
        const body = { id: record.id, version: record.version, ...formInput(resource, base, values, caller, 'edit') }
        const fallback = `resources:${resource.name}.problems.update`
        const { data } = await withIdempotencyKey(['cell', resource.name, body], (headers) =>
          request<WireRecord>(endpointsOf(resource).update, { body, headers, fallback }),
        )
        store(data)
        setAnnouncement(t('shell:list.cell.saved', { field: labelOf(now.name), name: titleText(resource, data, t) }))
        return close(now, next)
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        const { current } = error
        if (error.code !== 'record.stale' || !current) return refuse({ ...now, record }, error.fields, error.message)
        if (!isSameValue(current[now.name], record[now.name]) && !isSameValue(current[now.name], now.value))
          return setDraft({ ...now, record, newer: current, issue: undefined, failure: undefined })
        // Another user has changed only other fields, or this field to the same value.
        store(current)
        record = current
        if (attempt === maxAttempts) return refuse({ ...now, record }, {}, error.message)
      }
    }
  }
  const save = async (now: CellDraft, next: CellAddress | null) => {
    if (lock.current) return
    lock.current = true
    setSaving(true)
    try {
      await send(now, next)
    } finally {
      lock.current = false
      setSaving(false)
    }
  }

  return {
    draft,
    isSaving,
    /** Announcement for screen readers after a change was saved. */
    said: announcement,
    isDirty: draft !== null && !isSameValue(draft.record[draft.name], draft.value),
    /** Opens a cell. An open cell is saved first, and remains open if that fails. */
    open: (place: CellAddress) => (draft ? void save(draft, place) : startAt(place)),
    change: (value: unknown, title?: string) => setDraft((old) => old && { ...old, value, title, issue: undefined, failure: undefined }),
    save: (next: CellAddress | null = null) => draft && !draft.newer && void save(draft, next),
    cancel: () => draft && close(draft, null),
    /** Saves the user's value over the newer one. */
    keepMine: () => draft?.newer && void save({ ...draft, record: draft.newer, newer: undefined }, null),
    keepTheirs: () => {
      if (!draft?.newer) return
      store(draft.newer)
      close(draft, null)
    },
  }
}

export type CellEditing = ReturnType<typeof useCellEditing>

/** Focuses the pencil once it is rendered again. The row is focused first, because the pencil is hidden in rows without focus. */
const focusPencil = (id: string, name: string) =>
  requestAnimationFrame(() => {
    const pencil = document.querySelector<HTMLElement>(`[data-cell="${cellKey(id, name)}"]`)
    pencil?.closest('.row')?.querySelector<HTMLElement>('[data-row]')?.focus({ preventScroll: true })
    pencil?.focus()
  })
