import { lazyOverlay } from '../../../app/lazy-overlay.tsx'
import { loadNamespaces } from '../../../i18n.ts'

/**
 * The dialog that exports a list or its selected rows. It is loaded on demand, together with its
 * texts.
 */
export const LazyExportDialog = lazyOverlay(async () => {
  const [{ ExportDialog: Dialog }] = await Promise.all([
    import('./export-dialog.tsx'),
    loadNamespaces('exchange'),
  ])
  return Dialog
})
