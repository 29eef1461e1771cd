import { useLayoutEffect } from 'react'
import { useToasts } from './toast-store.ts'

/** Selector of bars with buttons at the bottom of a page or dialog. */
const bottomBars = '.decision-bar, .form-footer, .selection-bar, .ant-modal-footer'
const gapPx = 16

/** Keeps toasts off those bars: below them if there is room, otherwise above. Measures only while toasts are shown. */
export function ToastPositioner() {
  const isShown = useToasts().length > 0
  useLayoutEffect(() => {
    if (!isShown) return
    let frame = 0
    const place = () => {
      frame = 0
      document.documentElement.style.setProperty('--toasts-foot', `${bottomBarsHeight()}px`)
    }
    const soon = () => {
      frame ||= requestAnimationFrame(place)
    }
    const changes = new MutationObserver(soon)
    const sizes = new ResizeObserver(soon)
    place()
    changes.observe(document.body, { childList: true, subtree: true, characterData: true })
    sizes.observe(document.body)
    window.addEventListener('resize', soon)
    window.addEventListener('scroll', soon, { capture: true, passive: true })
    return () => {
      changes.disconnect()
      sizes.disconnect()
      window.removeEventListener('resize', soon)
      window.removeEventListener('scroll', soon, { capture: true })
      cancelAnimationFrame(frame)
    }
  }, [isShown])
  return null
}

/** Height in pixels, from the bottom of the window, that toasts must leave free. */
function bottomBarsHeight(): number {
  const toasts = document.querySelector('.toasts')?.getBoundingClientRect()
  if (!toasts) return 0
  const heights = [...document.querySelectorAll(bottomBars)]
    .map((foot) => foot.getBoundingClientRect())
    .filter(({ left, right, top, height }) => height > 0 && right > toasts.left && left < toasts.right && top < window.innerHeight)
    .filter(({ bottom }) => window.innerHeight - bottom < toasts.height + 2 * gapPx)
    .map(({ top }) => window.innerHeight - top)
  return Math.max(0, ...heights)
}
