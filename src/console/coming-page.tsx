import { useSyncExternalStore } from 'react'
import { type createBrowserRouter, useLocation } from 'react-router'

export type Router = ReturnType<typeof createBrowserRouter>

/** A progress line below the bar while another page is loading. */
export function ComingPage({ router }: { readonly router: Router }) {
  const { key } = useLocation()
  const asked = useSyncExternalStore(router.subscribe, () => router.state.location.key)
  return asked !== key && <div className="progress-line" aria-hidden="true" />
}
