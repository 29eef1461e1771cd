/**
 * Selection in a list. It lives outside the table, so it survives paging, sorting and navigation to
 * other pages. The browser only knows the ids of rows that were checked or unchecked one by one,
 * never the ids behind "all matching".
 */

import { maxPickedRows } from '@matricola/schema/vocabulary.ts'
import type { WireSelection } from '@matricola/schema/wire/jobs.ts'
import { type RefObject, useLayoutEffect, useSyncExternalStore } from 'react'

/** Single rows, all matching rows except some, or a set that the server has frozen. */
export type SelectedRows =
  | { readonly kind: 'picked'; readonly ids: ReadonlySet<string> }
  | {
      readonly kind: 'all'
      readonly except: ReadonlySet<string>
      readonly total: number
      readonly token: string
    }
  | { readonly kind: 'frozen'; readonly set: WireSelection }

export interface ListSelection {
  readonly chosen: SelectedRows
  /**
   * Search, filters and view of the list in which the selection was made. Null: the selection
   * applies to the next list shown.
   */
  readonly conditionsKey: string | null
  /** Why the last job did not change a row, by row id. */
  readonly reasons: ReadonlyMap<string, string>
}

const emptyRows = { kind: 'picked', ids: new Set<string>() } as const satisfies SelectedRows
export const noSelection: ListSelection = {
  chosen: emptyRows,
  conditionsKey: null,
  reasons: new Map(),
}

export function selectedCount(chosen: SelectedRows): number {
  if (chosen.kind === 'picked') return chosen.ids.size
  return chosen.kind === 'all' ? chosen.total - chosen.except.size : chosen.set.total
}

/**
 * Whether a row is known to be selected. Always false for a frozen set, whose rows only the server
 * knows.
 */
export function isRowSelected(chosen: SelectedRows, id: string): boolean {
  if (chosen.kind === 'picked') return chosen.ids.has(id)
  return chosen.kind === 'all' && !chosen.except.has(id)
}

/**
 * Returns the selection with some rows checked or unchecked; null if it would store more than
 * `maxPickedRows` ids.
 */
export function withRowsSelected(
  chosen: SelectedRows,
  ids: readonly string[],
  isOn: boolean,
): SelectedRows | null {
  if (chosen.kind === 'all') {
    const except = withIds(chosen.except, ids, !isOn)
    if (except.size >= chosen.total) return emptyRows
    return except.size > maxPickedRows ? null : { ...chosen, except }
  }
  const picked = withIds(chosen.kind === 'picked' ? chosen.ids : emptyRows.ids, ids, isOn)
  return picked.size > maxPickedRows ? null : { kind: 'picked', ids: picked }
}

function withIds(
  set: ReadonlySet<string>,
  ids: readonly string[],
  isIncluded: boolean,
): ReadonlySet<string> {
  const next = new Set(set)
  for (const id of ids) {
    if (isIncluded) next.add(id)
    else next.delete(id)
  }
  return next
}

/**
 * Returns the ids from one row to another in the order shown, or only `to` if `from` is not on the
 * page.
 */
export function idsBetween(
  ids: readonly string[],
  from: string | null,
  to: string,
): readonly string[] {
  const [start, end] = [ids.indexOf(from ?? to), ids.indexOf(to)]
  if (start < 0 || end < 0) return [to]
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}

const selections = new Map<string, ListSelection>()
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the selection of a list, by the name of its resource. */
export const getListSelection = (list: string): ListSelection => selections.get(list) ?? noSelection

export function setSelection(list: string, selection: ListSelection) {
  selections.set(list, selection)
  for (const listener of listeners) listener()
}

export const clearSelection = (list: string) => setSelection(list, noSelection)

/**
 * Clears the selections of all lists. For tests, which show one page after another without a
 * reload.
 */
export function clearSelections() {
  selections.clear()
  for (const listener of listeners) listener()
}

/** The part of a selection that rows need. Its identity is stable while the list stays the same. */
export interface RowSelection {
  readonly list: string
  /** Search, filters and view of the list. */
  readonly conditionsKey: string
  /**
   * Checks or unchecks a row. With `asRange`, does the same for all rows between it and the row
   * toggled last.
   */
  readonly toggle: (id: string, asRange: boolean) => void
}

/** Returns the selection of a list, or an empty one if it was made under other filters. */
export function currentSelection({
  list,
  conditionsKey,
}: Pick<RowSelection, 'list' | 'conditionsKey'>): ListSelection {
  const stored = getListSelection(list)
  return stored.conditionsKey === null || stored.conditionsKey === conditionsKey
    ? stored
    : noSelection
}

/**
 * Returns `selector(selection)` and rerenders the component only when that value changes, so a
 * component should select as little as it needs. Undefined if nothing can be selected.
 */
export const useCurrentSelection = <T>(
  rows: RowSelection | null,
  selector: (selection: ListSelection) => T,
): T | undefined =>
  useSyncExternalStore(subscribe, () =>
    rows === null ? undefined : selector(currentSelection(rows)),
  )

/**
 * Delay before rows out of sight are updated: long enough to render the visible ones on a slow
 * machine.
 */
const offscreenDelayMs = 100

/**
 * Updates the checkboxes and row highlights inside an element from the selection. It writes to the
 * DOM directly: letting React rerender or compare a hundred rows on each click is noticeable on
 * slow machines. Visible rows are updated first, and the other rows after the browser has rendered
 * them.
 */
export function useSelectionMarks(
  container: RefObject<HTMLElement | null>,
  rows: RowSelection | null,
): void {
  useLayoutEffect(() => {
    if (rows === null) return
    const checkboxes = () =>
      container.current?.querySelectorAll<HTMLInputElement>('[data-select]') ?? []
    const markAll = () => {
      for (const checkbox of checkboxes()) updateCheckbox(checkbox, currentSelection(rows))
    }
    let rest: ReturnType<typeof setTimeout> | undefined
    const markVisible = () => {
      // Find all visible boxes before writing to the first: measuring after a write forces a style
      // recalculation.
      for (const checkbox of [...checkboxes()].filter(isInViewport))
        updateCheckbox(checkbox, currentSelection(rows))
      clearTimeout(rest)
      rest = setTimeout(markAll, offscreenDelayMs)
    }
    markAll()
    const unsubscribe = subscribe(markVisible)
    return () => {
      clearTimeout(rest)
      unsubscribe()
    }
  })
}

function updateCheckbox(checkbox: HTMLInputElement, { chosen }: ListSelection): void {
  checkbox.checked = isRowSelected(chosen, checkbox.dataset.select ?? '')
  checkbox.closest('.row, .card')?.toggleAttribute('data-selected', checkbox.checked)
}

function isInViewport(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom >= 0 && top <= window.innerHeight
}

/** Returns why the last job did not change a row. */
export const useRowReason = (rows: RowSelection | null, id: string): string | undefined =>
  useCurrentSelection(rows, ({ reasons }) => reasons.get(id))
