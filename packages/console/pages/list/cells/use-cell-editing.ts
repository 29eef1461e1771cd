import { HttpError } from '@matricola/providers/http.ts'
import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { FieldIssues, Issue, WireRecord } from '@matricola/schema/wire/wire.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHttp } from '../../../app/console-context.ts'
import { useUser } from '../../../app/user-context.ts'
import { titleText } from '../../../fields/title-text.ts'
import { translateIssue, withLabel } from '../../../i18n.ts'
import { formInput, formIssues, isSameValue, valuesOf } from '../../form/form-values.ts'
import { type CellAddress, cellKey } from './editable.ts'
import { useReplaceRecord } from './use-replace-record.ts'

/** A cell that is being edited. */
export interface CellDraft extends CellAddress {
  readonly value: unknown
  readonly title?: string | undefined
  /** The issue for which the value was rejected, and the message of any other failure. */
  readonly issue?: Issue | undefined
  readonly failure?: string | undefined
  /**
   * The record as another user has saved it in the meantime, with a different value in this field.
   */
  readonly newer?: WireRecord | undefined
}

/**
 * Maximum number of attempts to save while other users keep changing other fields of the record.
 */
const maxAttempts = 3

/**
 * Edits single cells of a list, one at a time. Each is saved on its own, and stays open until the
 * server has accepted it.
 */
export function useCellEditing(resource: AnyResource) {
  const { withIdempotencyKey, request } = useHttp()
  const { t } = useTranslation(['shell', 'resources'])
  const caller = useUser()
  const store = useReplaceRecord(resource)
  const [draft, setDraft] = useState<CellDraft | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const lock = useRef(false)

  const labelOf = (name: string) => t(`resources:${fieldKey(resource, name)}`)
  const openAt = (cell: CellAddress | null) => {
    setDraft(
      cell && {
        ...cell,
        value: cell.record[cell.name] ?? null,
        title: cell.record._titles[cell.name],
      },
    )
  }
  const close = ({ record, name }: CellAddress, next: CellAddress | null) => {
    openAt(next)
    if (!next) focusPencil(record.id, name)
  }
  const refuse = (cellDraft: CellDraft, fields: FieldIssues, failure: string) => {
    const otherIssues = Object.entries(fields).filter(([field]) => field !== cellDraft.name)
    const messages = otherIssues.flatMap(([field, issues]) =>
      issues.map((issue) =>
        Object.hasOwn(resource.fields, field)
          ? withLabel(labelOf(field), translateIssue(issue))
          : translateIssue(issue),
      ),
    )
    const [issue] = fields[cellDraft.name] ?? []
    setDraft({
      ...cellDraft,
      issue,
      failure: issue && messages.length === 0 ? undefined : messages.join(' ') || failure,
    })
  }

  /**
   * Saves the value against the version that was edited. If only other fields have changed since,
   * retries with the new version.
   */
  const send = async (cellDraft: CellDraft, next: CellAddress | null): Promise<void> => {
    let { record } = cellDraft
    for (let attempt = 1; ; attempt++) {
      const base = valuesOf(resource, record)
      const values = { ...base, [cellDraft.name]: cellDraft.value }
      if (isSameValue(base[cellDraft.name], cellDraft.value)) return close(cellDraft, next)
      const issues = formIssues(resource, base, values, caller, 'edit')
      if (Object.keys(issues).length > 0) return refuse({ ...cellDraft, record }, issues, '')
      try {
        const body = {
          id: record.id,
          version: record.version,
          ...formInput(resource, base, values, caller, 'edit'),
        }
        const fallback = `resources:${resource.name}.problems.update`
        const { data } = await withIdempotencyKey(['cell', resource.name, body], (headers) =>
          request<WireRecord>(endpointsOf(resource).update, { body, headers, fallback }),
        )
        store(data)
        setAnnouncement(
          t('shell:list.cell.saved', {
            field: labelOf(cellDraft.name),
            name: titleText(resource, data, t),
          }),
        )
        return close(cellDraft, next)
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        const { current } = error
        if (error.code !== 'record.stale' || !current)
          return refuse({ ...cellDraft, record }, error.fields, error.message)
        if (
          !isSameValue(current[cellDraft.name], record[cellDraft.name]) &&
          !isSameValue(current[cellDraft.name], cellDraft.value)
        )
          return setDraft({
            ...cellDraft,
            record,
            newer: current,
            issue: undefined,
            failure: undefined,
          })
        // Another user has changed only other fields, or this field to the same value.
        store(current)
        record = current
        if (attempt === maxAttempts) return refuse({ ...cellDraft, record }, {}, error.message)
      }
    }
  }
  const save = async (cellDraft: CellDraft, next: CellAddress | null) => {
    if (lock.current) return
    lock.current = true
    setSaving(true)
    try {
      await send(cellDraft, next)
    } finally {
      lock.current = false
      setSaving(false)
    }
  }

  return {
    draft,
    isSaving,
    /** Announcement for screen readers after a change was saved. */
    announcement: announcement,
    isDirty: draft !== null && !isSameValue(draft.record[draft.name], draft.value),
    /** Opens a cell. An open cell is saved first, and remains open if that fails. */
    open: (cell: CellAddress) => (draft ? void save(draft, cell) : openAt(cell)),
    change: (value: unknown, title?: string) =>
      setDraft((old) => old && { ...old, value, title, issue: undefined, failure: undefined }),
    save: (next: CellAddress | null = null) => draft && !draft.newer && void save(draft, next),
    cancel: () => draft && close(draft, null),
    /** Saves the user's value over the newer one. */
    keepMine: () =>
      draft?.newer && void save({ ...draft, record: draft.newer, newer: undefined }, null),
    keepTheirs: () => {
      if (!draft?.newer) return
      store(draft.newer)
      close(draft, null)
    },
  }
}

export type CellEditing = ReturnType<typeof useCellEditing>

/**
 * Focuses the pencil once it is rendered again. The row is focused first, because the pencil is
 * hidden in rows without focus.
 */
const focusPencil = (id: string, name: string) =>
  requestAnimationFrame(() => {
    const pencil = document.querySelector<HTMLElement>(`[data-cell="${cellKey(id, name)}"]`)
    pencil
      ?.closest('.row')
      ?.querySelector<HTMLElement>('[data-row]')
      ?.focus({ preventScroll: true })
    pencil?.focus()
  })
