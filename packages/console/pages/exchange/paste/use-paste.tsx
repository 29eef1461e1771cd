import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { lazyOverlay } from '../../../app/lazy-overlay.tsx'
import { usePermission } from '../../../app/use-permission.ts'
import { useUser } from '../../../app/user-context.ts'
import { loadNamespaces } from '../../../i18n.ts'
import { isPasteAllowed } from '../access.ts'

const PasteDialog = lazyOverlay(async () => {
  const [{ PasteDialog: Dialog }] = await Promise.all([
    import('./paste-dialog.tsx'),
    loadNamespaces('exchange', 'errors.jobs'),
  ])
  return Dialog
})

interface PasteOptions {
  readonly page: RefObject<HTMLElement | null>
  readonly resource: AnyResource
  readonly rows: readonly WireRecord[]
  readonly columns: readonly string[]
}

interface PasteRequest {
  readonly text: string
  /** The row in which the block starts. */
  readonly first: string | null
}

/**
 * Handles paste events while focus is in the table. `openDialog` opens an empty dialog; null if the
 * role cannot paste.
 */
export function usePaste({ page, resource, rows, columns }: PasteOptions): {
  readonly openDialog: (() => void) | null
  readonly dialog: ReactNode
} {
  const { role } = useUser()
  const can = usePermission()
  const [request, setRequest] = useState<PasteRequest | null>(null)
  const isAllowed = isPasteAllowed(resource, role, can)
  useEffect(() => {
    if (!isAllowed) return
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const activeElement = document.activeElement
      const isInsideList =
        activeElement instanceof HTMLElement &&
        page.current?.contains(activeElement) &&
        activeElement.closest('.table-region, .cards') !== null
      if (
        !isInsideList ||
        text === '' ||
        activeElement.closest('input:not([type="checkbox"]), select, textarea, [contenteditable]')
      )
        return
      event.preventDefault()
      setRequest({
        text,
        first:
          activeElement
            .closest('.row, .card')
            ?.querySelector('[data-row]')
            ?.getAttribute('data-row') ?? null,
      })
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [isAllowed, page])
  return {
    openDialog: isAllowed && rows.length > 0 ? () => setRequest({ text: '', first: null }) : null,
    dialog: request && rows.length > 0 && (
      <PasteDialog
        resource={resource}
        rows={rows}
        columns={columns}
        text={request.text}
        first={request.first}
        onClose={() => setRequest(null)}
      />
    ),
  }
}
