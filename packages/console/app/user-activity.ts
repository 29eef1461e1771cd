/**
 * Whether a user is active on the page. Automatic requests check this first, so that they do not
 * keep an abandoned session alive.
 */

/** The user counts as away after this time without a key press, pointer press or focus. */
const awayMs = 10 * 60_000

let lastActiveAt = Date.now()
const listeners = new Set<() => void>()
for (const eventType of ['pointerdown', 'keydown', 'focus'])
  window.addEventListener(
    eventType,
    () => {
      lastActiveAt = Date.now()
      for (const listener of listeners) listener()
    },
    true,
  )
document.addEventListener('visibilitychange', () => {
  for (const listener of listeners) listener()
})

export const isUserActive = () => Date.now() - lastActiveAt <= awayMs

/** Whether the user is active and the page is visible. */
export const isUserWatching = () => isUserActive() && document.visibilityState === 'visible'

/**
 * Calls `listener` on each user activity and when the page is shown or hidden. Returns a function
 * that stops it.
 */
export function onUserActivity(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
