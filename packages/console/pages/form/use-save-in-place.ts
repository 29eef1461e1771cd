import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { type HttpError, useForm } from '@refinedev/core'
import { toSaved, writeNotifications } from './saved.ts'

/** Saves changes to a record that the page already shows. */
export function useSaveInPlace(resource: AnyResource, id: string) {
  const { onFinish, mutation } = useForm<WireRecord, HttpError, object>({
    ...writeNotifications,
    resource: resource.name,
    action: 'edit',
    id,
    redirect: false,
    queryOptions: { enabled: false },
  })
  return {
    save: async (input: object) => toSaved(await onFinish(input)),
    isSaving: mutation.isPending,
  }
}
