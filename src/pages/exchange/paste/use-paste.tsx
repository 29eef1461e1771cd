import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { later } from '#src/console/later.tsx'
import { useMay } from '#src/console/may.ts'
import { usePerson } from '#src/console/person.ts'
import { loadTexts } from '#src/i18n.ts'
import { mayPaste } from '../access.ts'

const PasteDialog = later(async () => {
  const [{ PasteDialog: Dialog }] = await Promise.all([import('./paste-dialog.tsx'), loadTexts('exchange', 'errors.jobs')])
  return Dialog
})

interface PasteOptions {
  readonly page: RefObject<HTMLElement | null>
  readonly resource: AnyResource
  readonly rows: readonly WireRecord[]
  readonly columns: readonly string[]
}

interface Asked {
  readonly text: string
  /** The row in which the block starts. */
  readonly first: string | null
}

/** Handles paste events while focus is in the table. `ask` opens the dialog with no block yet; null if the role cannot paste. */
export function usePaste({ page, resource, rows, columns }: PasteOptions): {
  readonly ask: (() => void) | null
  readonly dialog: ReactNode
} {
  const { role } = usePerson()
  const may = useMay()
  const [asked, setAsked] = useState<Asked | null>(null)
  const isAllowed = mayPaste(resource, role, may)
  useEffect(() => {
    if (!isAllowed) return
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const at = document.activeElement
      const isHere = at instanceof HTMLElement && page.current?.contains(at) && at.closest('.table-region, .cards') !== null
      if (!isHere || text === '' || at.closest('input:not([type="checkbox"]), select, textarea, [contenteditable]')) return
      event.preventDefault()
      setAsked({ text, first: at.closest('.row, .card')?.querySelector('[data-row]')?.getAttribute('data-row') ?? null })
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [isAllowed, page])
  return {
    ask: isAllowed && rows.length > 0 ? () => setAsked({ text: '', first: null }) : null,
    dialog: asked && rows.length > 0 && (
      <PasteDialog resource={resource} rows={rows} columns={columns} text={asked.text} first={asked.first} onClose={() => setAsked(null)} />
    ),
  }
}
