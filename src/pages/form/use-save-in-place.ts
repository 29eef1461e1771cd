import { type HttpError, useForm } from '@refinedev/core'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { notifiesOfOutcome, savedOf } from './saved.ts'

/** Saves changes to a record that the page already shows. */
export function useSave(resource: AnyResource, id: string) {
  const { onFinish, mutation } = useForm<WireRecord, HttpError, object>({
    ...notifiesOfOutcome,
    resource: resource.name,
    action: 'edit',
    id,
    redirect: false,
    queryOptions: { enabled: false },
  })
  return { save: async (input: object) => savedOf(await onFinish(input)), isSaving: mutation.isPending }
}
