/**
 * Loads the views that follow the search. They are a separate bundle with its own texts, requested
 * as soon as the applicant starts to type.
 */

import { loadNamespaces } from '@matricola/console/i18n.ts'
import i18next from 'i18next'
import { type ComponentType, useEffect, useState } from 'react'
import type { StatusNavigation } from './status-navigation.ts'

type StatusViews = ComponentType<{ views: StatusNavigation }>

let loaded: StatusViews | null = null

/** Throws if code or texts cannot be loaded, for example without a connection. */
export async function loadStatusViews(): Promise<void> {
  const [views] = await Promise.all([
    import('./status-views.tsx'),
    loadNamespaces('status', 'application', 'apply'),
  ])
  if (!i18next.exists('status:searchAgain'))
    throw new Error('loading the texts of the status page failed')
  loaded = views.StatusViews
}

/** The bundle, requested when `isNeeded`. Null while loading. */
export function useStatusViews(isNeeded: boolean): StatusViews | 'failed' | null {
  const [hasFailed, setFailed] = useState(false)
  const [, setLoaded] = useState(false)
  useEffect(() => {
    if (isNeeded && !loaded)
      loadStatusViews().then(
        () => setLoaded(true),
        () => setFailed(true),
      )
  }, [isNeeded])
  return loaded ?? (hasFailed ? 'failed' : null)
}
