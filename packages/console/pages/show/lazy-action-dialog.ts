import { lazyOverlay } from '../../app/lazy-overlay.tsx'

/**
 * The dialog of an action. It is loaded on demand, because it needs the inputs of every field type.
 */
export const LazyActionDialog = lazyOverlay(
  async () => (await import('./action-dialog.tsx')).ActionDialog,
)
