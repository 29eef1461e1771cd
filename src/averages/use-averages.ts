import { loadNamespaces, useLanguage } from '@matricola/console/i18n.ts'
import i18next from 'i18next'
import { useEffect, useState } from 'react'

type Averages = typeof import('./averages-bundle.ts')

let loaded: Averages | null = null

async function load(): Promise<void> {
  const [averages] = await Promise.all([
    import('./averages-bundle.ts'),
    loadNamespaces('expression', 'averages'),
  ])
  if (i18next.exists('expression:today') && i18next.exists('averages:average')) loaded = averages
}

/** Loads the texts of averages if `isEnabled`; null while they are loading or if loading fails. */
export function useAverages(isEnabled: boolean): Averages | null {
  const language = useLanguage()
  const [, setLoaded] = useState('')
  useEffect(() => {
    if (!isEnabled) return
    let isMounted = true
    load().then(
      () => isMounted && setLoaded(language),
      // The page is usable without them.
      () => undefined,
    )
    return () => {
      isMounted = false
    }
  }, [isEnabled, language])
  return loaded
}
