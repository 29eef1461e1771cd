/**
 * State of toasts. It is outside React, so that any code can show one, and uses no library, so that
 * the public pages can load it.
 */
import { useSyncExternalStore } from 'react'

export type Severity = 'success' | 'info' | 'warn' | 'error'

export interface Toast {
  readonly severity: Severity
  readonly summary: string
  readonly detail?: string
  /** An action such as undo. The toast is removed afterwards. */
  readonly action?: { readonly label: string; readonly run: () => void }
}
export interface ActiveToast extends Toast {
  readonly id: number
  /** Number of times it was shown. Each time restarts its timer. */
  readonly times: number
}

/** Oldest first. The host decides how many are visible. */
let activeToasts: readonly ActiveToast[] = []
let lastId = 0
const listeners = new Set<() => void>()
const storageKey = 'matricola.toasts'

function setToasts(next: readonly ActiveToast[]) {
  activeToasts = next
  for (const listener of listeners) listener()
}

/**
 * Shows a toast and returns its id. If the same toast is visible already, its timer restarts
 * instead.
 */
export function showToast(toast: Toast): number {
  const existing = activeToasts.find((activeToast) => isSame(activeToast, toast))
  if (existing && !toast.action) {
    setToasts(
      activeToasts.map((activeToast) =>
        activeToast === existing ? { ...existing, times: existing.times + 1 } : activeToast,
      ),
    )
    return existing.id
  }
  lastId += 1
  setToasts([...activeToasts, { ...toast, id: lastId, times: 1 }])
  return lastId
}

const isSame = (one: Toast, other: Toast) =>
  one.severity === other.severity && one.summary === other.summary && one.detail === other.detail

export const closeToast = (id: number) => setToasts(activeToasts.filter((toast) => toast.id !== id))
export const clearToasts = () => setToasts([])
export const getActiveToasts = () => activeToasts

/** Keeps a toast for the next page loaded in this tab, without its action. */
export function storeToast({ severity, summary, detail }: Toast) {
  const toast: Toast = { severity, summary, ...(detail === undefined ? {} : { detail }) }
  if (readStoredToasts().some((stored) => isSame(stored, toast))) return
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...readStoredToasts(), toast]))
  } catch {
    showToast(toast)
  }
}

/** Shows the toasts kept by the previous page, once. */
export function showStoredToasts() {
  const stored = readStoredToasts()
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    return
  }
  for (const toast of stored) showToast(toast)
}

function readStoredToasts(): Toast[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isToast) : []
  } catch {
    return []
  }
}

function isToast(value: unknown): value is Toast {
  return (
    typeof value === 'object' &&
    value !== null &&
    'summary' in value &&
    typeof value.summary === 'string' &&
    'severity' in value
  )
}

/** Prerendered pages have no toasts. */
const noToasts: readonly ActiveToast[] = []
const prerenderedToasts = () => noToasts

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useToasts(): readonly ActiveToast[] {
  return useSyncExternalStore(listen, getActiveToasts, prerenderedToasts)
}
