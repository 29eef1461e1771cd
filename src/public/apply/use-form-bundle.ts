/** The bundle of the form's steps: code and texts, loaded together. */

import { loadNamespaces } from '@matricola/console/i18n.ts'
import i18next from 'i18next'
import { useEffect, useSyncExternalStore } from 'react'

type FormBundle = typeof import('./form-bundle.ts')

/** Null while loading, `failed` if loading failed. */
type Loaded = FormBundle | 'failed' | null

let loaded: Loaded = null
let loading: Promise<void> | null = null
const listeners = new Set<() => void>()

export const isFormLoaded = (form: Loaded): form is FormBundle => form !== null && form !== 'failed'

/** Loads the bundle if necessary. Retries after a failure. */
export function loadFormBundle(): Promise<void> {
  if (isFormLoaded(loaded)) return Promise.resolve()
  loading ??= load().finally(() => {
    loading = null
  })
  return loading
}

async function load() {
  show(null)
  const [bundle] = await Promise.all([
    import('./form-bundle.ts')
      .then(async (loadedBundle) => {
        await loadedBundle.loadRest()
        return loadedBundle
      })
      .catch(() => null),
    loadNamespaces('apply'),
  ])
  show(bundle && i18next.exists('apply:continue') ? bundle : 'failed')
}

function show(next: Loaded) {
  loaded = next
  for (const listener of listeners) listener()
}

const currentBundle = () => loaded

/** The bundle. Starts loading it if `isNeeded`. */
export function useFormBundle(isNeeded: boolean): Loaded {
  const form = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    currentBundle,
    currentBundle,
  )
  useEffect(() => {
    if (isNeeded) loadFormBundle()
  }, [isNeeded])
  return form
}
