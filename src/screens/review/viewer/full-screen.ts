/**
 * Switches full screen on or off. Does nothing if the browser does not allow it, for example in
 * some frames.
 */
export function toggleFullScreen(element: HTMLElement | null) {
  if (document.fullscreenElement) void document.exitFullscreen()
  else element?.requestFullscreen?.().catch(() => {})
}
