import { type RefObject, useEffect, useRef } from 'react'
import { useUser } from '../../app/user-context.ts'
import {
  isKeyHandledElsewhere,
  useSingleKeyShortcuts,
} from '../../shortcuts/single-key-shortcuts.ts'
import { getSelectionState, type Selectable } from './use-selection.ts'

/**
 * Keyboard shortcuts of a selection. X toggles the focused row, and Shift+X all rows between it and
 * the row toggled last. Ctrl+A toggles the page while focus is in the table. Esc clears the
 * selection.
 */
export function useSelectionShortcuts(
  page: RefObject<HTMLElement | null>,
  selectable: Selectable | null,
) {
  const [hasSingleKeys] = useSingleKeyShortcuts(useUser().id)
  const latest = useRef(selectable)
  useEffect(() => {
    latest.current = selectable
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { current } = latest
      if (!current || !(event.target instanceof HTMLElement)) return
      const key = event.key.toLowerCase()
      if (isPageKey(event)) {
        if (!event.target.closest('.list-table, .table-region, .cards') || isTyping(event.target))
          return
        event.preventDefault()
        current.mark(current.ids, true)
        return
      }
      if (isKeyHandledElsewhere(event)) return
      const { count, clear } = getSelectionState(current)
      if (key === 'escape' && count > 0) {
        clear()
        page.current?.querySelector<HTMLElement>('[data-select-page]')?.focus()
        return
      }
      const checkbox = event.target
        .closest('.row, .card')
        ?.querySelector<HTMLElement>('[data-select]')
      if (key !== 'x' || !hasSingleKeys || !checkbox) return
      event.preventDefault()
      current.rows.toggle(checkbox.dataset.select ?? '', event.shiftKey)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [page, hasSingleKeys])
}

const isPageKey = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  event.key.toLowerCase() === 'a'

const isTyping = (element: HTMLElement) =>
  element.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]')
