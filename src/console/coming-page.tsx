import { useSyncExternalStore } from 'react'
import { type createBrowserRouter, useLocation } from 'react-router'

export type Router = ReturnType<typeof createBrowserRouter>

/** A line below the bar from when another page is asked for until it has taken the place of the one before. */
export function ComingPage({ router }: { readonly router: Router }) {
  const { key } = useLocation()
  const asked = useSyncExternalStore(router.subscribe, () => router.state.location.key)
  return asked !== key && <div className="progress-line" aria-hidden="true" />
}
