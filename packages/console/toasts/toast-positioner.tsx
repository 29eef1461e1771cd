import { useLayoutEffect } from 'react'
import { useToasts } from './toast-store.ts'

/** Selector of bars with buttons at the bottom of a page or dialog. */
const bottomBars = '.decision-bar, .form-footer, .selection-bar, .ant-modal-footer'
/** A bar whose free end can hold toasts, and the content next to which they must not be shown. */
const [barWithSpace, viewer] = ['.decision-bar', '.viewer']
const fields = 'input, select, textarea, [contenteditable]'
const gapPx = 16
const minWidthPx = 320

/**
 * Keeps toasts off those bars and off the focused field: below a bar if there is room, otherwise
 * above. A bar with free space holds them, and is at least as high. Next to a document they are
 * shown at the start of the page. Measures only while toasts are shown.
 */
export function ToastPositioner() {
  const hasToasts = useToasts().length > 0
  useLayoutEffect(() => {
    if (!hasToasts) return
    let frame = 0
    const updateOffset = () => {
      frame = 0
      const { dataset, style } = document.documentElement
      const place = findPlace()
      dataset.toasts = place.name
      for (const name of ['foot', 'width', 'height'] as const)
        style.setProperty(`--toasts-${name}`, `${place[name]}px`)
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
      delete document.documentElement.dataset.toasts
    }
  }, [hasToasts])
  return null
}

interface ToastPlace {
  readonly name: 'bar' | 'start' | 'end'
  /** Space in pixels that toasts leave free below them. */
  readonly foot: number
  readonly width: number
  /** Height of the toasts. */
  readonly height: number
}

function findPlace(): ToastPlace {
  const toasts = document.querySelector('.toasts')?.getBoundingClientRect()
  if (!toasts) return { name: 'end', foot: 0, width: 0, height: 0 }
  const { height } = toasts
  const bar = document.querySelector(barWithSpace)
  const width = bar ? freeWidth(bar) : 0
  if (bar && width >= minWidthPx && !document.querySelector('.ant-modal-footer'))
    return { name: 'bar', foot: 0, width, height }
  const name = document.querySelector(viewer) ? 'start' : 'end'
  const foot = bottomBarsHeight(toasts)
  return { name, foot: Math.max(foot, focusedFieldHeight(toasts, foot)), width, height }
}

/** Width in pixels behind the last control of a bar at the bottom of the window. */
function freeWidth(bar: Element): number {
  const { right, bottom } = bar.getBoundingClientRect()
  if (Math.abs(window.innerHeight - bottom) > 1) return 0
  const ends = [...bar.children].map((child) => child.getBoundingClientRect().right)
  return right - gapPx - Math.max(0, ...ends) - gapPx
}

/** Height in pixels, from the bottom of the window, that toasts must leave free. */
function bottomBarsHeight(toasts: DOMRect): number {
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

/**
 * Height in pixels, from the bottom of the window, of the focused field if toasts above `foot` would
 * cover it and have room above it; otherwise 0.
 */
function focusedFieldHeight(toasts: DOMRect, foot: number): number {
  const field = document.activeElement
  if (!field?.matches(fields)) return 0
  const { left, right, top, bottom } = field.getBoundingClientRect()
  const lower = window.innerHeight - foot - gapPx
  const isCovered =
    right > toasts.left && left < toasts.right && bottom > lower - toasts.height && top < lower
  return isCovered && top > toasts.height + 2 * gapPx ? window.innerHeight - top : 0
}
