/** Where popups, dialogs and toasts are rendered: one named region, so that nothing floats outside the landmarks; it is none while it is empty. */
export const overlaysId = 'overlays'

/** The region, or the body in a page without one. */
export const overlays = (): HTMLElement => document.getElementById(overlaysId) ?? document.body
