import { useEffect, useState } from 'react'
import type { ApplicationDraft } from './application-draft.ts'
import { draftFiles } from './draft-files.ts'

/** Whether the files of the last visit have been restored. */
export function useFilesRestored({ draft }: { readonly draft: ApplicationDraft }): boolean {
  const { restored: promise, isRestored: hasRestored } = draftFiles(draft)
  const [isRestored, setRestored] = useState(hasRestored)
  useEffect(() => {
    let isMounted = true
    promise.then(() => isMounted && setRestored(true))
    return () => {
      isMounted = false
    }
  }, [promise])
  return isRestored
}
