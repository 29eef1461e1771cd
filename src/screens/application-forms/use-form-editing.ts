import { useHttp } from '@matricola/console/app/console-context.ts'
import { usePermission } from '@matricola/console/app/use-permission.ts'
import { useNewerVersion } from '@matricola/console/live/stale-record-notice.tsx'
import { usePresentUsers, useReportPresence } from '@matricola/console/live/use-presence.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { FormContent } from '#resources/admission/form-content.ts'
import { FormDraftStore } from './form-draft-store.ts'

/** After this time alone on the page, the user is its editor. */
const aloneMs = 2_000

/**
 * The content of a version while it is edited, and who edits it. A user who opens the version while
 * another one has it open reads it until they take over.
 */
export function useFormEditing(resource: AnyResource, record: WireRecord) {
  const { request, withIdempotencyKey } = useHttp()
  const can = usePermission()
  const { id } = record
  const [store] = useState(
    () =>
      new FormDraftStore(record, async (content, version) => {
        const body = { version, content }
        const { data } = await withIdempotencyKey([resource.name, id, body], (headers) =>
          request<WireRecord>(endpointsOf(resource).action, {
            path: { id, action: 'arrange' },
            body,
            headers,
            fallback: `resources:${resource.name}.problems.update`,
          }),
        )
        return data
      }),
  )
  const state = useSyncExternalStore(store.subscribe, store.read)
  const canEdit = record.state === 'draft' && can('arrange', resource, record)
  useReportPresence(resource.name, canEdit ? id : '')
  const others = usePresentUsers(resource.name, id)
  const [isEditor, setEditor] = useState(false)
  const hasOthers = others.length > 0
  useEffect(() => {
    if (isEditor || hasOthers) return
    const timer = setTimeout(() => setEditor(true), aloneMs)
    return () => clearTimeout(timer)
  }, [isEditor, hasOthers])
  const newer = useNewerVersion({ resource, record: { ...record, version: state.version } })
  // Another user has taken over and saved. Changes that are not saved yet end in a conflict.
  const isOvertaken = newer !== null && newer.version > state.version && state.save.name === 'saved'
  useEffect(() => () => store.stop(), [store])
  // Saves before the page is left within the console.
  useEffect(
    () => () => {
      void store.saveNow()
    },
    [store],
  )
  const fetchStored = async () =>
    (
      await request<WireRecord>(endpointsOf(resource).single, {
        path: { id },
        fallback: `resources:${resource.name}.problems.get`,
      })
    ).data
  return {
    ...state,
    canEdit,
    isReadOnly:
      !canEdit || isOvertaken || state.save.name === 'conflict' || (hasOthers && !isEditor),
    isOvertaken,
    others,
    /** Whether the user has to take over to edit. */
    isWatching: canEdit && hasOthers && !isEditor,
    hasUnsavedChanges: store.hasUnsavedChanges,
    change: (content: FormContent) => {
      setEditor(true)
      store.change(content)
    },
    /** Changes the content as it is at the time of the call. */
    changeCurrent: (edit: (content: FormContent) => FormContent) =>
      store.change(edit(store.read().content)),
    saveNow: () => store.saveNow(),
    takeOver: async () => {
      setEditor(true)
      // Their changes come first.
      if (!store.hasUnsavedChanges) store.replaceWith(await fetchStored())
    },
    /** Replaces what another user has stored by the content of this page. */
    saveOver: async () => {
      setEditor(true)
      await store.saveOver(await fetchStored())
    },
    takeTheirs: async () => store.replaceWith(await fetchStored()),
  }
}

export type FormEditing = ReturnType<typeof useFormEditing>
