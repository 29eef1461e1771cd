import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { type Shortcut, usePageShortcuts } from '../../shortcuts/page-shortcuts.ts'

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
export function useListShortcuts({
  page,
  onNew,
  hasSelection,
  hasCells,
  hasHistory,
}: ListShortcutsOptions) {
  const { t } = useTranslation(['shell', 'time'])
  const all = (selector: string) => [
    ...(page.current?.querySelectorAll<HTMLElement>(selector) ?? []),
  ]
  const currentRow = () => document.activeElement?.closest<HTMLElement>('.row, .card') ?? null
  const findInRow = (selector: string) => currentRow()?.querySelector<HTMLElement>(selector)
  const move = (step: number) => {
    const links = all('[data-row]')
    const row = currentRow()
    const index = links.findIndex((link) => row?.contains(link))
    const next =
      links[
        index < 0
          ? step > 0
            ? 0
            : links.length - 1
          : Math.max(0, Math.min(index + step, links.length - 1))
      ]
    next?.focus()
  }
  // Outside the rows, arrow keys scroll.
  const step = ({ key }: KeyboardEvent, by: number) =>
    key.startsWith('Arrow') && !currentRow() ? false : move(by)
  const cells: Shortcut[] = [
    {
      keyLabels: ['F2'],
      description: t('keys.cell'),
      triggers: ['f2'],
      run: () => openCell(currentRow()),
    },
    { keyLabels: ['Tab'], description: t('keys.saveAndNext') },
    { keyLabels: ['Ctrl ↓', 'Ctrl ↑'], description: t('keys.cellBelow') },
  ]
  const selecting: Shortcut[] = [
    { keyLabels: ['X'], description: t('keys.select') },
    { keyLabels: ['Shift X'], description: t('keys.selectRange') },
    { keyLabels: ['Ctrl A'], description: t('keys.selectPage') },
  ]
  usePageShortcuts(t('keys.list'), [
    {
      keyLabels: ['J', '↓'],
      description: t('keys.down'),
      triggers: ['j', 'arrowdown'],
      run: (event) => step(event, 1),
    },
    {
      keyLabels: ['K', '↑'],
      description: t('keys.up'),
      triggers: ['k', 'arrowup'],
      run: (event) => step(event, -1),
    },
    { keyLabels: ['Enter'], description: t('keys.open') },
    {
      keyLabels: ['E'],
      description: t('keys.edit'),
      triggers: ['e'],
      run: () => findInRow('[data-edit]')?.click(),
    },
    ...(hasCells ? cells : []),
    {
      keyLabels: ['.'],
      description: t('keys.rowMenu'),
      triggers: ['.'],
      run: () => findInRow('[data-key="row-menu"]')?.click(),
    },
    ...(hasHistory
      ? [
          {
            keyLabels: ['H'],
            description: t('time:who.key'),
            triggers: ['h'],
            run: () => findInRow('[data-history]')?.click(),
          },
        ]
      : []),
    ...(hasSelection ? selecting : []),
    ...(onNew
      ? [{ keyLabels: ['N'], description: t('keys.new'), triggers: ['n'], run: onNew }]
      : []),
    { keyLabels: ['Shift'], description: t('list.sortHint') },
    {
      keyLabels: ['L'],
      description: t('keys.filter'),
      triggers: ['l'],
      run: () => all('[data-key="filter"]')[0]?.click(),
    },
    { keyLabels: ['V'], description: t('keys.views'), triggers: ['v'], run: () => openViews(all) },
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
  const pencil =
    document.activeElement?.closest<HTMLElement>('[data-cell]') ??
    row?.querySelector<HTMLElement>('[data-cell]')
  pencil?.click()
  return pencil !== null && pencil !== undefined
}
