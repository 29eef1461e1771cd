/** Setting of a person's single keys (WCAG 2.1.4); kept in this browser, on until switched off. */
import { isPageCovered } from '#src/kit/layer.ts'
import { store, useStored } from '../stored.ts'

const keyOf = (personId: string) => `matricola.keys.${personId}`

export function useSingleKeys(personId: string): readonly [isOn: boolean, setOn: (isOn: boolean) => void] {
  const key = keyOf(personId)
  const isOn = useStored(key) !== 'off'
  const setOn = (next: boolean) => store(key, next ? 'on' : 'off')
  return [isOn, setOn]
}

/** Tells whether a key belongs to what has the focus, or to a layer above the page. */
export const isTaken = (event: KeyboardEvent) =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  event.defaultPrevented ||
  isPageCovered() ||
  (event.target instanceof HTMLElement &&
    event.target.closest('input:not([data-select], [data-select-page]), select, textarea, [contenteditable], .popup, .modal-layer') !==
      null)
