/** Everything after the search: a bundle of its own, with its texts, asked for as soon as somebody starts to type. */
import i18next from 'i18next'
import { type ComponentType, useEffect, useState } from 'react'
import { loadTexts } from '../../i18n.ts'
import type { Views } from './views.ts'

type StatusViews = ComponentType<{ views: Views }>

let loaded: StatusViews | null = null

/** Throws where code or texts do not come, such as without a connection. */
export async function loadStatusViews(): Promise<void> {
  const [views] = await Promise.all([import('./status-views.tsx'), loadTexts('status', 'progress', 'apply')])
  if (!i18next.exists('status:searchAgain')) throw new Error('the texts of the status did not come')
  loaded = views.StatusViews
}

/** The bundle, asked for where it `isNeeded` now; null while it is on its way. */
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
