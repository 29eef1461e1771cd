import { later } from '#src/console/later.tsx'

/** The dialog of an action for pages that need it only once it is asked for: with it come the inputs of every field type. */
export const ActionDialog = later(async () => (await import('./action-dialog.tsx')).ActionDialog)
