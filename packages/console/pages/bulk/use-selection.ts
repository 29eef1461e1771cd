import type { AnyResource } from '@matricola/schema/resource.ts'
import { maxBulkRows, maxPickedRows } from '@matricola/schema/vocabulary.ts'
import type { ListQuery } from '@matricola/schema/wire/list-query.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Can, usePermission } from '../../app/use-permission.ts'
import { showToast } from '../../toasts/toast-store.ts'
import {
  clearSelection,
  currentSelection,
  getListSelection,
  idsBetween,
  isRowSelected,
  type ListSelection,
  type RowSelection,
  selectedCount,
  setSelection,
  useCurrentSelection,
  withRowsSelected,
} from './selection.ts'

/** The list as shown: its rows, the total number of matches, and the token of the query. */
interface DisplayedList {
  readonly rows: readonly WireRecord[]
  /** Null until the matches have been counted. */
  readonly total: number | null
  /** Null while the page still shows the rows of an older query. */
  readonly token: string | null
}

/**
 * A list with selectable rows. It does not contain the selection itself, so only components that
 * read the selection rerender with it.
 */
export interface Selectable {
  readonly rows: RowSelection
  readonly ids: readonly string[]
  readonly total: number | null
  readonly token: string | null
  /** Checks or unchecks rows. */
  readonly mark: (ids: readonly string[], isOn: boolean) => void
}

/** Returns the conditions of a list as one text. Lists with the same text contain the same rows. */
export const listConditionsKey = ({ filters, search, view }: ListQuery): string =>
  JSON.stringify([
    Object.entries(filters).toSorted(([one], [other]) => one.localeCompare(other)),
    search,
    view,
  ])

/** Whether the user has a permission for bulk operations on the resource. */
const canSelect = (resource: AnyResource, can: Can) =>
  !resource.singleton && (can('bulk', resource) || can('export', resource))

/**
 * Makes the rows of a list selectable. Returns null if the role has no permission for bulk
 * operations.
 */
export function useSelectable(
  resource: AnyResource,
  query: ListQuery,
  { rows, total, token }: DisplayedList,
): Selectable | null {
  const { t } = useTranslation('bulk')
  const can = usePermission()
  const list = resource.name
  const conditionsKey = listConditionsKey(query)
  const ids = useMemo(() => rows.map((row) => row.id), [rows])
  const visibleIds = useRef(ids)
  visibleIds.current = ids
  const anchor = useRef<string | null>(null)

  useEffect(() => {
    const stored = getListSelection(list)
    if (stored.conditionsKey === null || stored.conditionsKey === conditionsKey) return
    const lostCount = selectedCount(stored.chosen)
    clearSelection(list)
    if (lostCount > 0)
      showToast({ severity: 'info', summary: t('select.cleared', { count: lostCount }) })
  }, [list, conditionsKey, t])

  const selectionActions = useMemo(() => {
    const mark = (changed: readonly string[], isOn: boolean) => {
      const current = currentSelection({ list, conditionsKey })
      const next = withRowsSelected(current.chosen, changed, isOn)
      // Also on rejection: the browser has already checked a box, which has to be reset.
      setSelection(list, next ? { ...current, chosen: next, conditionsKey } : current)
      if (!next)
        showToast({ severity: 'warn', summary: t('select.tooMany', { number: maxPickedRows }) })
    }
    const toggle = (id: string, asRange: boolean) => {
      mark(
        asRange ? idsBetween(visibleIds.current, anchor.current, id) : [id],
        !isRowSelected(currentSelection({ list, conditionsKey }).chosen, id),
      )
      anchor.current = id
    }
    return { mark, rows: { list, conditionsKey, toggle } }
  }, [list, conditionsKey, t])
  const selectable = useMemo(
    () => ({ ...selectionActions, ids, total, token }),
    [selectionActions, ids, total, token],
  )
  return canSelect(resource, can) ? selectable : null
}

/** The selection of a list and the operations on it. */
export interface SelectionState {
  readonly selection: ListSelection
  readonly count: number
  /** How much of the page is selected. */
  readonly page: 'none' | 'some' | 'all'
  readonly togglePage: () => void
  /**
   * Selects all `total` matching records. Null if they are selected already or exceed the limit of
   * one job.
   */
  readonly selectAll: { readonly total: number; readonly select: () => void } | null
  readonly clear: () => void
}

export function getSelectionState({ rows, ids, total, token, mark }: Selectable): SelectionState {
  const selection = currentSelection(rows)
  const { chosen } = selection
  const selectedOnPage = ids.filter((id) => isRowSelected(chosen, id)).length
  const page = selectedOnPage === 0 ? 'none' : selectedOnPage === ids.length ? 'all' : 'some'
  const isCounted = token !== null && total !== null
  return {
    selection,
    count: selectedCount(chosen),
    page,
    togglePage: () => mark(ids, page !== 'all'),
    selectAll:
      isCounted && chosen.kind === 'picked' && total > ids.length && total <= maxBulkRows
        ? {
            total,
            select: () =>
              setSelection(rows.list, {
                chosen: { kind: 'all', except: new Set(), total, token },
                conditionsKey: rows.conditionsKey,
                reasons: new Map(),
              }),
          }
        : null,
    clear: () => clearSelection(rows.list),
  }
}

/** Like `getSelectionState`, and rerenders the component with each change of the selection. */
export function useSelection(selectable: Selectable): SelectionState {
  useCurrentSelection(selectable.rows, (selection) => selection)
  return getSelectionState(selectable)
}

/**
 * Whether anything is selected. The value is deferred, so the checkboxes update before the actions.
 */
export const useHasSelection = (selectable: Selectable | null): boolean =>
  useDeferredValue(
    useCurrentSelection(selectable?.rows ?? null, ({ chosen }) => selectedCount(chosen) > 0) ??
      false,
  )
