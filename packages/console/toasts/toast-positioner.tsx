import { useLayoutEffect } from 'react'
import { useToasts } from './toast-store.ts'

/** Selector of bars with buttons at the bottom of a page or dialog. */
const bottomBars = '.decision-bar, .form-footer, .selection-bar, .ant-modal-footer'
const gapPx = 16

/**
 * Keeps toasts off those bars: below them if there is room, otherwise above. Measures only while
 * toasts are shown.
 */
export function ToastPositioner() {
  const hasToasts = useToasts().length > 0
  useLayoutEffect(() => {
    if (!hasToasts) return
    let frame = 0
    const updateOffset = () => {
      frame = 0
      document.documentElement.style.setProperty('--toasts-foot', `${bottomBarsHeight()}px`)
    }
    const scheduleUpdate = () => {
      frame ||= requestAnimationFrame(updateOffset)
    }
    const changes = new MutationObserver(scheduleUpdate)
    const sizes = new ResizeObserver(scheduleUpdate)
    updateOffset()
    changes.observe(document.body, { childList: true, subtree: true, characterData: true })
    sizes.observe(document.body)
    window.addEventListener('resize', scheduleUpdate)
    window.addEventListener('scroll', scheduleUpdate, { capture: true, passive: true })
    return () => {
      changes.disconnect()
      sizes.disconnect()
      window.removeEventListener('resize', scheduleUpdate)
      window.removeEventListener('scroll', scheduleUpdate, { capture: true })
      cancelAnimationFrame(frame)
    }
  }, [hasToasts])
  return null
}

/** Height in pixels, from the bottom of the window, that toasts must leave free. */
function bottomBarsHeight(): number {
  const toasts = document.querySelector('.toasts')?.getBoundingClientRect()
  if (!toasts) return 0
  const heights = [...document.querySelectorAll(bottomBars)]
    .map((bar) => bar.getBoundingClientRect())
    .filter(
      ({ left, right, top, height }) =>
        height > 0 && right > toasts.left && left < toasts.right && top < window.innerHeight,
    )
    .filter(({ bottom }) => window.innerHeight - bottom < toasts.height + 2 * gapPx)
    .map(({ top }) => window.innerHeight - top)
  return Math.max(0, ...heights)
}
