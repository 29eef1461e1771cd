/** Attendance at the page. What asks the server by itself asks first: it must not keep a forgotten session alive. */

/** After so long without a key or a pointer nobody is there. */
const awayMs = 10 * 60_000

let lastSeenAt = Date.now()
const listeners = new Set<() => void>()
for (const sign of ['pointerdown', 'keydown', 'focus'])
  window.addEventListener(
    sign,
    () => {
      lastSeenAt = Date.now()
      for (const listener of listeners) listener()
    },
    true,
  )
document.addEventListener('visibilitychange', () => {
  for (const listener of listeners) listener()
})

export const isAttended = () => Date.now() - lastSeenAt <= awayMs

/** Tells whether somebody is there and the page can be seen. */
export const isWatched = () => isAttended() && document.visibilityState === 'visible'

/** Calls `listener` at every sign of a person, and when the page is shown or hidden. */
export function onAttention(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
