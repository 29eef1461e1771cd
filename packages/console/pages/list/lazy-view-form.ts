import { lazyPanel } from '../../app/lazy-panel.tsx'

/** `ViewForm`, loaded when a popup with it is first opened. */
export const LazyViewForm = lazyPanel(async () => (await import('./view-form.tsx')).ViewForm)
