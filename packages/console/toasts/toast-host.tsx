import { actionToastMs, toastFadeMs, toastMs } from '@matricola/schema/vocabulary.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../i18n.ts'
import { Icon } from '../icons/icon.tsx'
import { useMedia } from '../media.ts'
import { type ActiveToast, closeToast, useToasts } from './toast-store.ts'
import './toasts.css'

const maxVisible = 3
/** Small screens, on which three toasts would cover the page. */
const smallScreen = '(max-width: 40rem), (max-height: 30rem)'
const icons = { success: 'success', info: 'info', warn: 'warning', error: 'error' } as const

/**
 * Shows up to three toasts, the newest last, and the number of waiting toasts. On small screens
 * only the newest is visible, while the timers of the others keep running. The container is a live
 * region that exists before its toasts, so that they are announced. Warnings and errors interrupt
 * other announcements.
 */
export function ToastHost() {
  const toasts = useToasts()
  const t = useText('errors')
  const isSmall = useMedia(smallScreen)
  // A focused toast stays visible, so that its buttons do not disappear.
  const [focused, setFocused] = useState<number | null>(null)
  const visibleToasts = isSmall
    ? toasts.filter((toast) => toast === toasts.at(-1) || toast.id === focused)
    : toasts.slice(0, maxVisible)
  const more = toasts.length - visibleToasts.length
  return (
    <div className="toasts" role="status" aria-atomic="false">
      {(isSmall ? toasts : visibleToasts).map((toast) => (
        <ToastView
          key={toast.id}
          toast={toast}
          isHidden={!visibleToasts.includes(toast)}
          onFocus={(isFocused) => setFocused(isFocused ? toast.id : null)}
        />
      ))}
      {more > 0 ? <p className="toasts-more">{t('toasts.more', { count: more })}</p> : null}
    </div>
  )
}

interface ToastViewProps {
  readonly toast: ActiveToast
  readonly isHidden: boolean
  readonly onFocus: (isFocused: boolean) => void
}

/**
 * Visible for `toastMs`, or longer if it has an action, so that it can be reached by keyboard.
 * Hovering, focus and a hidden tab pause the timer.
 */
function ToastView({ toast, isHidden, onFocus }: ToastViewProps) {
  const t = useText('errors')
  const [isPaused, setPaused] = useState(false)
  // The value of `times` that is fading out. If the same toast is shown again, it stays visible.
  const [leaving, setLeaving] = useState(0)
  const isLeaving = leaving === toast.times
  const startLeaving = () => setLeaving(toast.times)
  const isTabHidden = useHiddenTab()
  const durationMs = toast.action ? actionToastMs : toastMs
  const remainingMs = useRef(durationMs)
  const container = useRef<HTMLDivElement>(null)
  const previousFocus = useRef<Element | null>(null)

  // If the toast has focus when it is removed, focus returns to where it came from.
  useLayoutEffect(() => {
    const element = container.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const focusTarget = previousFocus.current?.isConnected
        ? previousFocus.current
        : document.getElementById('main')
      if (focusTarget instanceof HTMLElement) focusTarget.focus()
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it is shown, the timer restarts
  useEffect(() => {
    remainingMs.current = durationMs
  }, [toast.times])

  useEffect(() => {
    if (isPaused || isTabHidden || isLeaving) return
    const from = performance.now()
    const timer = setTimeout(() => setLeaving(toast.times), remainingMs.current)
    return () => {
      clearTimeout(timer)
      remainingMs.current = Math.max(0, remainingMs.current - (performance.now() - from))
    }
  }, [isPaused, isTabHidden, isLeaving, toast.times])

  useEffect(() => {
    if (!isLeaving) return
    const timer = setTimeout(() => closeToast(toast.id), toastFadeMs)
    return () => clearTimeout(timer)
  }, [isLeaving, toast.id])

  const isUrgent = toast.severity === 'warn' || toast.severity === 'error'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focus only pause the timer
    <div
      ref={container}
      hidden={isHidden}
      className={`toast toast-${toast.severity}${isLeaving ? ' toast-leaving' : ''}`}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={({ relatedTarget }) => {
        setPaused(true)
        onFocus(true)
        if (relatedTarget instanceof Element && !relatedTarget.closest('.toasts'))
          previousFocus.current = relatedTarget
      }}
      onBlur={() => {
        setPaused(false)
        onFocus(false)
      }}
    >
      <Icon name={icons[toast.severity]} className="toast-icon" />
      <div className="toast-text" role={isUrgent ? 'alert' : undefined}>
        <strong>{toast.summary}</strong>
        {toast.detail ? <span>{toast.detail}</span> : null}
      </div>
      {toast.action ? (
        <button
          type="button"
          className="button"
          onClick={() => {
            toast.action?.run()
            closeToast(toast.id)
          }}
        >
          {toast.action.label}
        </button>
      ) : null}
      <button
        type="button"
        className="button-icon"
        aria-label={t('toasts.close')}
        onClick={startLeaving}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}

function useHiddenTab() {
  const [isHidden, setHidden] = useState(document.visibilityState === 'hidden')
  useEffect(() => {
    const listen = () => setHidden(document.visibilityState === 'hidden')
    document.addEventListener('visibilitychange', listen)
    return () => document.removeEventListener('visibilitychange', listen)
  }, [])
  return isHidden
}
