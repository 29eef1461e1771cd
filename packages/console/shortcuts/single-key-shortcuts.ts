/**
 * Whether a user has single-key shortcuts switched on (WCAG 2.1.4). Stored in this browser; on by
 * default.
 */
import { isPageCovered } from '../kit/overlay-focus.ts'
import { storeValue, useStoredValue } from '../local-storage.ts'

const keyOf = (userId: string) => `matricola.keys.${userId}`

export function useSingleKeyShortcuts(
  userId: string,
): readonly [isOn: boolean, setOn: (isOn: boolean) => void] {
  const key = keyOf(userId)
  const isOn = useStoredValue(key) !== 'off'
  const setOn = (next: boolean) => storeValue(key, next ? 'on' : 'off')
  return [isOn, setOn]
}

/** Whether a key press belongs to the focused control, a browser shortcut, or an overlay. */
export const isKeyHandledElsewhere = (event: KeyboardEvent) =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  event.defaultPrevented ||
  isPageCovered() ||
  (event.target instanceof HTMLElement &&
    event.target.closest(
      'input:not([data-select], [data-select-page]), select, textarea, [contenteditable], .popup, .modal-layer',
    ) !== null)
