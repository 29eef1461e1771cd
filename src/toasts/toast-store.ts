/**
 * Short messages in the corner: shown once, then cleared. Outside React, so that anything may show one, and without any
 * library, so that the public pages can.
 */
import { useSyncExternalStore } from 'react'

export type Severity = 'success' | 'info' | 'warn' | 'error'

export interface Toast {
  readonly severity: Severity
  readonly summary: string
  readonly detail?: string
  /** One thing to do about it, such as undo. The toast goes away once it is done. */
  readonly action?: { readonly label: string; readonly run: () => void }
}
export interface ShownToast extends Toast {
  readonly id: number
  /** Count of showings: each time it stays anew. */
  readonly times: number
}

/** The oldest come first; how many are on the screen at once is the host's affair. */
let shown: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()
const keptKey = 'matricola.toasts'

function change(next: readonly ShownToast[]) {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a toast and answers its id. The same words twice at once are shown once, and stay from the second time on. */
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

/** Keeps a toast for the page that is loaded next in this tab; it can have no action there. */
export function keepToast({ severity, summary, detail }: Toast) {
  const toast: Toast = { severity, summary, ...(detail === undefined ? {} : { detail }) }
  if (keptToasts().some((kept) => isSame(kept, toast))) return
  try {
    sessionStorage.setItem(keptKey, JSON.stringify([...keptToasts(), toast]))
  } catch {
    showToast(toast)
  }
}

/** Shows what the last page left, once. */
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

/** A page that the server has painted begins without any. */
const none: readonly ShownToast[] = []
const paintedToasts = () => none

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useToasts(): readonly ShownToast[] {
  return useSyncExternalStore(listen, shownToasts, paintedToasts)
}
