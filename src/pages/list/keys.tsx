import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { overlays } from '#src/console/overlays.ts'

interface ListKeysOptions {
  readonly page: RefObject<HTMLElement | null>
  readonly onNew?: () => void
}

/** Whether a key belongs to what has the focus, or to a layer above the page. */
const isTaken = (event: KeyboardEvent) =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  event.defaultPrevented ||
  (event.target instanceof HTMLElement && event.target.closest('input, select, textarea, [contenteditable], .popup, dialog') !== null)

/** The keys of a list, listed with `?`. Letters are matched as typed, so every keyboard layout works. Answers the sheet. */
export function useListKeys({ page, onNew }: ListKeysOptions): ReactNode {
  const [isSheetOpen, setSheetOpen] = useState(false)
  useEffect(() => {
    const all = (selector: string) => [...(page.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
    const currentRow = () => document.activeElement?.closest<HTMLElement>('.row, .card') ?? null
    const move = (step: number) => {
      const links = all('[data-row]')
      const row = currentRow()
      const at = links.findIndex((link) => row?.contains(link))
      const next = links[at < 0 ? (step > 0 ? 0 : links.length - 1) : Math.max(0, Math.min(at + step, links.length - 1))]
      next?.focus()
    }
    const actions: { readonly [key: string]: () => void } = {
      '/': () => all('[data-key="search"]')[0]?.focus(),
      j: () => move(1),
      k: () => move(-1),
      n: () => onNew?.(),
      e: () => currentRow()?.querySelector<HTMLElement>('[data-edit]')?.click(),
      l: () => all('[data-key="filter"]')[0]?.click(),
      '?': () => setSheetOpen(true),
    }
    const onKey = (event: KeyboardEvent) => {
      if (isTaken(event)) return
      const arrow = currentRow() ? { ArrowDown: 1, ArrowUp: -1 }[event.key] : undefined
      const action = arrow ? () => move(arrow) : actions[event.key.toLowerCase()]
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [page, onNew])
  return isSheetOpen ? <KeySheet canCreate={onNew !== undefined} onClose={() => setSheetOpen(false)} /> : null
}

function KeySheet({ canCreate, onClose }: { canCreate: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const list: [keys: string, what: string][] = [
    ['/', 'search'],
    ['L', 'filter'],
    ['J  ↓', 'down'],
    ['K  ↑', 'up'],
    ['Enter', 'open'],
    ['E', 'edit'],
    ...(canCreate ? [['N', 'new'] as [string, string]] : []),
    ['?', 'sheet'],
  ]
  return createPortal(
    <dialog ref={dialog} className="confirm key-sheet" aria-label={t('keys.title')} onClose={onClose}>
      <h2>{t('keys.title')}</h2>
      <h3>{t('keys.everywhere')}</h3>
      <dl>
        <KeyLine keys="Ctrl K" what={t('keys.palette')} />
      </dl>
      <h3>{t('keys.list')}</h3>
      <dl>
        {list.map(([keys, what]) => (
          <KeyLine key={what} keys={keys} what={t(`keys.${what}`)} />
        ))}
      </dl>
      <div className="confirm-buttons">
        <button type="button" className="button" onClick={onClose}>
          {t('close')}
        </button>
      </div>
    </dialog>,
    overlays(),
  )
}

function KeyLine({ keys, what }: { keys: string; what: string }) {
  return (
    <div>
      <dt>
        {keys.split('  ').map((key) => (
          <kbd key={key} className="key">
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{what}</dd>
    </div>
  )
}
