/**
 * Questions of the office in a change request. Their code and texts are loaded only if there are any.
 */
import { loadNamespaces } from '@matricola/console/i18n.ts'
import { useEffect, useState } from 'react'
import type { FormItem } from '#resources/admission/form-content.ts'
import type { WireApplication } from '#resources/admission/wire.ts'

async function loadBundle() {
  const [loaded] = await Promise.all([
    import('../apply/form-items/item-input-bundle.ts'),
    loadNamespaces('formItems'),
  ])
  return loaded
}

let bundle: Awaited<ReturnType<typeof loadBundle>> | null = null

/** The code for questions; null if it is not loaded. */
export const requestedItemsBundle = () => bundle

/** The question of a change request or its answer; undefined for a field or document. */
export const findRequestedItem = (
  { requestedChanges, answered }: WireApplication,
  name: string,
): FormItem | undefined =>
  [...requestedChanges, ...(answered?.changes ?? [])].find(({ field }) => field === name)?.item

/** Loads the code if the application has questions. Returns whether it can be shown. */
export function useRequestedItems(application: WireApplication): boolean {
  const { requestedChanges, answered } = application
  const isNeeded = [...requestedChanges, ...(answered?.changes ?? [])].some(({ item }) => item)
  const [, setLoaded] = useState(false)
  useEffect(() => {
    if (!isNeeded || bundle) return
    loadBundle().then(
      (loaded) => {
        bundle = loaded
        setLoaded(true)
      },
      // Without a connection, the questions appear once the page is opened again.
      () => {},
    )
  }, [isNeeded])
  return !isNeeded || bundle !== null
}
