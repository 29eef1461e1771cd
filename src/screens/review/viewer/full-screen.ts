/** Shows the documents on the whole screen, or goes back from there. Refused, as in a frame, nothing happens. */
export function goFullScreen(box: HTMLElement | null) {
  if (document.fullscreenElement) void document.exitFullscreen()
  else box?.requestFullscreen?.().catch(() => {})
}
