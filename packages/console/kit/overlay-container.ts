/**
 * Container of popups, dialogs and toasts: one named region, so that they are inside a landmark. It
 * is hidden while empty.
 */
export const overlayContainerId = 'overlays'

/** Returns the container, or the body on pages without one. */
export const getOverlayContainer = (): HTMLElement =>
  document.getElementById(overlayContainerId) ?? document.body
