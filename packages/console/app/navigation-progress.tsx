import { useSyncExternalStore } from 'react'
import { type createBrowserRouter, useLocation } from 'react-router'

export type Router = ReturnType<typeof createBrowserRouter>

/** A progress line below the bar while another page is loading. */
export function NavigationProgress({ router }: { readonly router: Router }) {
  const { key } = useLocation()
  const requestedKey = useSyncExternalStore(router.subscribe, () => router.state.location.key)
  return requestedKey !== key && <div className="progress-line" aria-hidden="true" />
}
