import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldKey } from '#model/message-keys.ts'
import type { AnyResource } from '#model/resource.ts'
import { endpointsOf } from '#model/wire/endpoints.ts'
import type { FieldIssues, Issue, WireRecord } from '#model/wire/wire.ts'
import { once } from '#providers/call-key.ts'
import { HttpError, issueText, request } from '#providers/http.ts'
import { usePerson } from '#src/console/person.ts'
import { titleText } from '#src/fields/title-text.ts'
import { labelled } from '#src/i18n.ts'
import { draftIssues, inputOf, sameValue, valuesOf } from '#src/pages/form/draft.ts'
import { type CellPlace, cellKey } from './editable.ts'
import { useStoredRecord } from './use-stored-record.ts'

/** A cell that is being edited. */
export interface CellDraft extends CellPlace {
  readonly value: unknown
  readonly title?: string | undefined
  /** The issue for which the value was rejected, and the message of any other failure. */
  readonly issue?: Issue | undefined
  readonly failure?: string | undefined
  /** The record as another user has saved it in the meantime, with a different value in this field. */
  readonly newer?: WireRecord | undefined
}

/** Maximum number of attempts to save while other users keep changing other fields of the record. */
const mostTries = 3

/** Edits single cells of a list, one at a time. Each is saved on its own, and stays open until the server has accepted it. */
export function useCellEditing(resource: AnyResource) {
  const { t } = useTranslation(['shell', 'resources'])
  const asker = usePerson()
  const store = useStoredRecord(resource)
  const [draft, setDraft] = useState<CellDraft | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [said, setSaid] = useState('')
  const lock = useRef(false)

  const labelOf = (name: string) => t(`resources:${fieldKey(resource, name)}`)
  const startAt = (place: CellPlace | null) => {
    setDraft(place && { ...place, value: place.record[place.name] ?? null, title: place.record._titles[place.name] })
  }
  const close = ({ record, name }: CellPlace, next: CellPlace | null) => {
    startAt(next)
    if (!next) focusPencil(record.id, name)
  }
  const refuse = (now: CellDraft, fields: FieldIssues, failure: string) => {
    const others = Object.entries(fields).filter(([field]) => field !== now.name)
    const words = others.flatMap(([field, issues]) =>
      issues.map((issue) => (Object.hasOwn(resource.fields, field) ? labelled(labelOf(field), issueText(issue)) : issueText(issue))),
    )
    const [issue] = fields[now.name] ?? []
    setDraft({ ...now, issue, failure: issue && words.length === 0 ? undefined : words.join(' ') || failure })
  }

  /** Saves the value against the version that was edited. If only other fields have changed since, retries with the new version. */
  const send = async (now: CellDraft, next: CellPlace | null): Promise<void> => {
    let { record } = now
    for (let attempt = 1; ; attempt++) {
      const base = valuesOf(resource, record)
      const values = { ...base, [now.name]: now.value }
      if (sameValue(base[now.name], now.value)) return close(now, next)
      const issues = draftIssues(resource, base, values, asker, 'edit')
      if (Object.keys(issues).length > 0) return refuse({ ...now, record }, issues, '')
      try {
        const body = { id: record.id, version: record.version, ...inputOf(resource, base, values, asker, 'edit') }
        const fallback = `resources:${resource.name}.problems.update`
        const { data } = await once(['cell', resource.name, body], (headers) =>
          request<WireRecord>(endpointsOf(resource).update, { body, headers, fallback }),
        )
        store(data)
        setSaid(t('shell:list.cell.saved', { field: labelOf(now.name), name: titleText(resource, data, t) }))
        return close(now, next)
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        const { current } = error
        if (error.code !== 'record.stale' || !current) return refuse({ ...now, record }, error.fields, error.message)
        if (!sameValue(current[now.name], record[now.name]) && !sameValue(current[now.name], now.value))
          return setDraft({ ...now, record, newer: current, issue: undefined, failure: undefined })
        // Another user has changed only other fields, or this field to the same value.
        store(current)
        record = current
        if (attempt === mostTries) return refuse({ ...now, record }, {}, error.message)
      }
    }
  }
  const save = async (now: CellDraft, next: CellPlace | null) => {
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
    said,
    isDirty: draft !== null && !sameValue(draft.record[draft.name], draft.value),
    /** Opens a cell. An open cell is saved first, and remains open if that fails. */
    open: (place: CellPlace) => (draft ? void save(draft, place) : startAt(place)),
    change: (value: unknown, title?: string) => setDraft((old) => old && { ...old, value, title, issue: undefined, failure: undefined }),
    save: (next: CellPlace | null = null) => draft && !draft.newer && void save(draft, next),
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
