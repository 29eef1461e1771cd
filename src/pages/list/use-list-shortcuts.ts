import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { type Shortcut, usePageShortcuts } from '#src/console/shortcuts/page-shortcuts.ts'

interface ListShortcutsOptions {
  readonly page: RefObject<HTMLElement | null>
  readonly onNew?: () => void
  /** Whether rows can be selected. The keys for selecting are handled elsewhere. */
  readonly hasSelection: boolean
  /** Whether the list has editable cells. */
  readonly hasCells: boolean
  /** Whether the user may see the history of records. */
  readonly hasHistory: boolean
}

/** Keyboard shortcuts of a list. */
export function useListShortcuts({ page, onNew, hasSelection, hasCells, hasHistory }: ListShortcutsOptions) {
  const { t } = useTranslation(['shell', 'time'])
  const all = (selector: string) => [...(page.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
  const currentRow = () => document.activeElement?.closest<HTMLElement>('.row, .card') ?? null
  const inRow = (selector: string) => currentRow()?.querySelector<HTMLElement>(selector)
  const move = (step: number) => {
    const links = all('[data-row]')
    const row = currentRow()
    const at = links.findIndex((link) => row?.contains(link))
    const next = links[at < 0 ? (step > 0 ? 0 : links.length - 1) : Math.max(0, Math.min(at + step, links.length - 1))]
    next?.focus()
  }
  // Outside the rows, arrow keys scroll.
  const step = ({ key }: KeyboardEvent, by: number) => (key.startsWith('Arrow') && !currentRow() ? false : move(by))
  const cells: Shortcut[] = [
    { shown: ['F2'], what: t('keys.cell'), typed: ['f2'], run: () => openCell(currentRow()) },
    { shown: ['Tab'], what: t('keys.saveAndNext') },
    { shown: ['Ctrl ↓', 'Ctrl ↑'], what: t('keys.cellBelow') },
  ]
  const selecting: Shortcut[] = [
    { shown: ['X'], what: t('keys.select') },
    { shown: ['Shift X'], what: t('keys.selectRange') },
    { shown: ['Ctrl A'], what: t('keys.selectPage') },
  ]
  usePageShortcuts(t('keys.list'), [
    { shown: ['J', '↓'], what: t('keys.down'), typed: ['j', 'arrowdown'], run: (event) => step(event, 1) },
    { shown: ['K', '↑'], what: t('keys.up'), typed: ['k', 'arrowup'], run: (event) => step(event, -1) },
    { shown: ['Enter'], what: t('keys.open') },
    { shown: ['E'], what: t('keys.edit'), typed: ['e'], run: () => inRow('[data-edit]')?.click() },
    ...(hasCells ? cells : []),
    { shown: ['.'], what: t('keys.rowMenu'), typed: ['.'], run: () => inRow('[data-key="row-menu"]')?.click() },
    ...(hasHistory ? [{ shown: ['H'], what: t('time:who.key'), typed: ['h'], run: () => inRow('[data-history]')?.click() }] : []),
    ...(hasSelection ? selecting : []),
    ...(onNew ? [{ shown: ['N'], what: t('keys.new'), typed: ['n'], run: onNew }] : []),
    { shown: ['Shift'], what: t('list.sortHint') },
    { shown: ['L'], what: t('keys.filter'), typed: ['l'], run: () => all('[data-key="filter"]')[0]?.click() },
    { shown: ['V'], what: t('keys.views'), typed: ['v'], run: () => openViews(all) },
  ])
}

/** Focuses the current view. If the list has only one view, opens the form for saving another. */
function openViews(all: (selector: string) => readonly HTMLElement[]) {
  const current = all('[data-key="views"] [aria-current]')[0] ?? all('[data-key="views"] a')[0]
  if (current) current.focus()
  else all('[data-key="save-view"]')[0]?.click()
}

/** Opens the focused cell, or the first editable cell of the row. */
function openCell(row: HTMLElement | null): boolean {
  const pencil = document.activeElement?.closest<HTMLElement>('[data-cell]') ?? row?.querySelector<HTMLElement>('[data-cell]')
  pencil?.click()
  return pencil !== null && pencil !== undefined
}
