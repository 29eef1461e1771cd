/**
 * Selection in a list. It lives outside the table, so that it survives paging, sorting and a visit elsewhere; only
 * the ids of rows that were ticked or unticked are known here, never those of "all matching".
 */
import { type RefObject, useLayoutEffect, useSyncExternalStore } from 'react'
import { maxPickedRows } from '#model/vocabulary.ts'
import type { WireSelection } from '#model/wire/jobs.ts'

/** The rows named, everything that matched but the rows named, or a set that the server has frozen already. */
export type Chosen =
  | { readonly kind: 'picked'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<string>; readonly total: number; readonly token: string }
  | { readonly kind: 'frozen'; readonly set: WireSelection }

export interface Selection {
  readonly chosen: Chosen
  /** Search, filters and view of the list that it was made in; null: of whichever list is shown next. */
  readonly of: string | null
  /** Why rows were left as they were by the job before, by id. */
  readonly reasons: ReadonlyMap<string, string>
}

const nothing = { kind: 'picked', ids: new Set<string>() } as const satisfies Chosen
export const noSelection: Selection = { chosen: nothing, of: null, reasons: new Map() }

/** Counts the selected rows, exactly. */
export function countOf(chosen: Chosen): number {
  if (chosen.kind === 'picked') return chosen.ids.size
  return chosen.kind === 'all' ? chosen.total - chosen.except.size : chosen.set.total
}

/** Tells whether a row is known to be selected. Which rows a frozen set holds, only the server knows. */
export function isChosen(chosen: Chosen, id: string): boolean {
  if (chosen.kind === 'picked') return chosen.ids.has(id)
  return chosen.kind === 'all' && !chosen.except.has(id)
}

/** The choice with some rows ticked or unticked; null where more would be picked one by one than the server takes. */
export function withRows(chosen: Chosen, ids: readonly string[], isOn: boolean): Chosen | null {
  if (chosen.kind === 'all') {
    const except = changed(chosen.except, ids, !isOn)
    if (except.size >= chosen.total) return nothing
    return except.size > maxPickedRows ? null : { ...chosen, except }
  }
  const picked = changed(chosen.kind === 'picked' ? chosen.ids : nothing.ids, ids, isOn)
  return picked.size > maxPickedRows ? null : { kind: 'picked', ids: picked }
}

function changed(set: ReadonlySet<string>, ids: readonly string[], isIn: boolean): ReadonlySet<string> {
  const next = new Set(set)
  for (const id of ids) {
    if (isIn) next.add(id)
    else next.delete(id)
  }
  return next
}

/** The ids from one row to another in the order shown; only the second where the first is not there. */
export function rangeOf(ids: readonly string[], from: string | null, to: string): readonly string[] {
  const [start, end] = [ids.indexOf(from ?? to), ids.indexOf(to)]
  if (start < 0 || end < 0) return [to]
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}

const selections = new Map<string, Selection>()
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The selection of a list, by the name of its resource. */
export const selectionIn = (list: string): Selection => selections.get(list) ?? noSelection

export function select(list: string, selection: Selection) {
  selections.set(list, selection)
  for (const listener of listeners) listener()
}

export const clearSelection = (list: string) => select(list, noSelection)

/** Forgets what is selected in every list; for tests, where one page follows another without a load. */
export function clearSelections() {
  selections.clear()
  for (const listener of listeners) listener()
}

/** Part of a selection that concerns its rows, the same for as long as the list is. */
export interface RowSelecting {
  readonly list: string
  /** Search, filters and view of the list. */
  readonly of: string
  /** Ticks or unticks a row; `asRange`: with all rows since the one before. */
  readonly toggle: (id: string, asRange: boolean) => void
}

/** The selection of a list as far as it was made in it: with other conditions nothing is selected. */
export function ownSelection({ list, of }: Pick<RowSelecting, 'list' | 'of'>): Selection {
  const stored = selectionIn(list)
  return stored.of === null || stored.of === of ? stored : noSelection
}

/** Answer of the selection to a component that asks one thing of it and is drawn anew when the answer is another one; undefined where nothing can be selected. */
export const useOwnSelection = <T>(rows: RowSelecting | null, say: (selection: Selection) => T): T | undefined =>
  useSyncExternalStore(subscribe, () => (rows === null ? undefined : say(ownSelection(rows))))

/** Time in which what is in sight is painted, on a slow machine too. */
const paintedMs = 100

/**
 * Ticks the boxes within an element, and marks their rows, as the selection is. Elements are written to, as React would draw
 * each of a hundred rows and boxes anew, or at least go by each, for every press: that is felt on a slow machine. Rows in sight
 * come first, those beyond the window once these are painted.
 */
export function useSelectionMarks(within: RefObject<HTMLElement | null>, rows: RowSelecting | null): void {
  useLayoutEffect(() => {
    if (rows === null) return
    const boxes = () => within.current?.querySelectorAll<HTMLInputElement>('[data-select]') ?? []
    const markAll = () => {
      for (const box of boxes()) mark(box, ownSelection(rows))
    }
    let rest: ReturnType<typeof setTimeout> | undefined
    const markSeen = () => {
      // All are looked for before the first is written to, after which each look would have the styles reckoned anew.
      for (const box of [...boxes()].filter(isInSight)) mark(box, ownSelection(rows))
      clearTimeout(rest)
      rest = setTimeout(markAll, paintedMs)
    }
    markAll()
    const unsubscribe = subscribe(markSeen)
    return () => {
      clearTimeout(rest)
      unsubscribe()
    }
  })
}

function mark(box: HTMLInputElement, { chosen }: Selection): void {
  box.checked = isChosen(chosen, box.dataset.select ?? '')
  box.closest('.row, .card')?.toggleAttribute('data-selected', box.checked)
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom >= 0 && top <= window.innerHeight
}

/** Why a row was left as it was by the job before. */
export const useReason = (rows: RowSelecting | null, id: string): string | undefined =>
  useOwnSelection(rows, ({ reasons }) => reasons.get(id))
