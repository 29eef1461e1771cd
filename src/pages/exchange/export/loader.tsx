import { later } from '#src/console/later.tsx'
import { loadTexts } from '#src/i18n.ts'

/** The dialog that exports a list or its selected rows. It is loaded on demand, together with its texts. */
export const ExportDialog = later(async () => {
  const [{ ExportDialog: Dialog }] = await Promise.all([import('./dialog.tsx'), loadTexts('exchange')])
  return Dialog
})
