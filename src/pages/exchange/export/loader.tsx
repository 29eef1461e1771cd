import { later } from '#src/console/later.tsx'
import { loadTexts } from '#src/i18n.ts'

/** The dialog that exports a list, or the rows selected in it, as a file. Its texts are loaded with it. */
export const ExportDialog = later(async () => {
  const [{ ExportDialog: Dialog }] = await Promise.all([import('./dialog.tsx'), loadTexts('exchange')])
  return Dialog
})
