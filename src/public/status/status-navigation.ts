import type { HttpError } from '@matricola/providers/http.ts'
import { useEffect, useState } from 'react'
import type { WireApplication, WirePublicStatus } from '#resources/admission/wire.ts'
import type { PlaceQuestion } from './place/answer-draft.ts'

/** The result of a search by CNP. Kept in memory only, like the CNP itself. */
export interface StatusSearchOutcome {
  readonly cnp: string
  readonly list: readonly WirePublicStatus[]
  readonly failure: HttpError | null
}

export type StatusView =
  | { readonly name: 'search' }
  | { readonly name: 'result'; readonly found: StatusSearchOutcome }
  | { readonly name: 'code'; readonly reference: string; readonly notice?: string }
  | { readonly name: 'application'; readonly application: WireApplication }
  | { readonly name: 'changes'; readonly application: WireApplication }
  | { readonly name: 'check'; readonly application: WireApplication }
  | { readonly name: 'sent'; readonly application: WireApplication }
  | {
      readonly name: 'placeQuestion'
      readonly application: WireApplication
      readonly question: PlaceQuestion
      readonly notice?: string
    }
  | {
      readonly name: 'placeCheck'
      readonly application: WireApplication
      readonly question: PlaceQuestion
    }

export interface StatusNavigation {
  readonly view: StatusView
  /** Whether the user came here from another view, so that the focus has to move. */
  readonly hasMoved: boolean
  /** Shows a view. The browser's Back returns to the previous one. */
  readonly show: (view: StatusView) => void
  /** Shows a view instead of the current one. */
  readonly replace: (view: StatusView) => void
  /** Discards all results. */
  readonly reset: (...views: readonly StatusView[]) => void
}

const searchView: StatusView = { name: 'search' }

/**
 * The views of the page as a stack. The address never changes, because it must not contain personal
 * data.
 */
export function useStatusNavigation(): StatusNavigation {
  const [views, setViews] = useState<readonly StatusView[]>([searchView])
  const [hasMoved, setMoved] = useState(false)
  useEffect(() => {
    const goBack = ({ state }: PopStateEvent) => {
      setMoved(true)
      setViews((current) => current.slice(0, Math.min(depthOf(state), current.length - 1) + 1))
    }
    window.addEventListener('popstate', goBack)
    return () => window.removeEventListener('popstate', goBack)
  }, [])
  const change = (next: readonly StatusView[], addsHistoryEntry: boolean) => {
    if (addsHistoryEntry) window.history.pushState({ depth: next.length - 1 }, '')
    setMoved(true)
    setViews(next)
  }
  return {
    view: views[views.length - 1] ?? searchView,
    hasMoved,
    show: (view) => change([...views, view], true),
    replace: (view) => change([...views.slice(0, -1), view], false),
    reset: (...rest) => change([searchView, ...rest], true),
  }
}

/** Number of views below a history entry. Zero for entries of other pages. */
const depthOf = (state: unknown) =>
  typeof state === 'object' && state !== null && 'depth' in state && typeof state.depth === 'number'
    ? state.depth
    : 0
