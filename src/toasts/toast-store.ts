/** State of toasts. It is outside React, so that any code can show one, and uses no library, so that the public pages can load it. */
import { useSyncExternalStore } from 'react'

export type Severity = 'success' | 'info' | 'warn' | 'error'

export interface Toast {
  readonly severity: Severity
  readonly summary: string
  readonly detail?: string
  /** An action such as undo. The toast is removed afterwards. */
  readonly action?: { readonly label: string; readonly run: () => void }
}
export interface ShownToast extends Toast {
  readonly id: number
  /** Number of times it was shown. Each time restarts its timer. */
  readonly times: number
}

/** Oldest first. The host decides how many are visible. */
let shown: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()
const keptKey = 'matricola.toasts'

function change(next: readonly ShownToast[]) {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a toast and returns its id. If the same toast is visible already, its timer restarts instead. */
export function showToast(toast: Toast): number {
  const same = shown.find((each) => isSame(each, toast))
  if (same && !toast.action) {
    change(shown.map((each) => (each === same ? { ...same, times: same.times + 1 } : each)))
    return same.id
  }
  lastId += 1
  change([...shown, { ...toast, id: lastId, times: 1 }])
  return lastId
}

const isSame = (one: Toast, other: Toast) => one.severity === other.severity && one.summary === other.summary && one.detail === other.detail

export const closeToast = (id: number) => change(shown.filter((toast) => toast.id !== id))
export const clearToasts = () => change([])
export const shownToasts = () => shown

/** Keeps a toast for the next page loaded in this tab, without its action. */
export function keepToast({ severity, summary, detail }: Toast) {
  const toast: Toast = { severity, summary, ...(detail === undefined ? {} : { detail }) }
  if (keptToasts().some((kept) => isSame(kept, toast))) return
  try {
    sessionStorage.setItem(keptKey, JSON.stringify([...keptToasts(), toast]))
  } catch {
    showToast(toast)
  }
}

/** Shows the toasts kept by the previous page, once. */
export function showKeptToasts() {
  const kept = keptToasts()
  try {
    sessionStorage.removeItem(keptKey)
  } catch {
    return
  }
  for (const toast of kept) showToast(toast)
}

function keptToasts(): Toast[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keptKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isToast) : []
  } catch {
    return []
  }
}

function isToast(value: unknown): value is Toast {
  return typeof value === 'object' && value !== null && 'summary' in value && typeof value.summary === 'string' && 'severity' in value
}

/** Prerendered pages have no toasts. */
const noToasts: readonly ShownToast[] = []
const prerenderedToasts = () => noToasts

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useToasts(): readonly ShownToast[] {
  return useSyncExternalStore(listen, shownToasts, prerenderedToasts)
}
