/**
 * Questions and documents of the office in a change request. Their code and texts are loaded only if
 * there are any.
 */
import { useEffect, useState } from 'react'
import type { FormItem } from '#resources/admission/form-content.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import { isDocumentRequest } from '#resources/application-documents.ts'
import { createItemsBundle } from '../apply/form-items/create-items-bundle.ts'

const bundle = createItemsBundle(() => import('../apply/form-items/item-input-bundle.ts'))

/** The code for questions; null if it is not loaded. */
export const requestedItemsBundle = bundle.current

const changesOf = ({ requestedChanges, answered }: WireApplication) => [
  ...requestedChanges,
  ...(answered?.changes ?? []),
]

/** The item of a change request or its answer; undefined for a field or document. */
export const findRequestedItem = (
  application: WireApplication,
  name: string,
): FormItem | undefined => changesOf(application).find(({ field }) => field === name)?.item

/** Whether the change request asks for a document under this name. */
export const isRequestedDocument = (application: WireApplication, field: string): boolean =>
  isDocumentRequest({ field, item: findRequestedItem(application, field) })

/** The help that the form has for an item, field or document of a change request, if any. */
export const findRequestedHelp = (application: WireApplication, name: string) =>
  findRequestedItem(application, name)?.help ?? application.fieldTexts[name]?.help

/** Loads the code if the application has questions or help texts of the office. Returns whether it can be shown. */
export function useRequestedItems(application: WireApplication): boolean {
  const isNeeded = changesOf(application).some(
    ({ field, item }) => item || application.fieldTexts[field]?.help,
  )
  const [, setLoaded] = useState(false)
  useEffect(() => {
    if (!isNeeded) return
    bundle.load().then(
      () => setLoaded(true),
      // Without a connection, the questions appear once the page is opened again.
      () => {},
    )
  }, [isNeeded])
  return !isNeeded || bundle.current() !== null
}
