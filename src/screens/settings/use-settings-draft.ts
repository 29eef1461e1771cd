import { type HttpError as RefineError, useUpdate } from '@refinedev/core'
import { useRef, useState } from 'react'
import { type AnyResource, sectionFields } from '#model/resource.ts'
import type { FieldIssues, WireRecord } from '#model/wire/wire.ts'
import { HttpError } from '#providers/http.ts'
import { usePerson } from '#src/console/person.ts'
import { draftIssues, inputOf, type Values } from '#src/pages/form/draft.ts'
import { notifiesOfOutcome } from '#src/pages/form/saved.ts'
import { draftOf, useDraft } from '#src/pages/form/use-draft.ts'

/** Unsaved changes of the settings: values, review, saving, and conflicts with other users. */
export function useSettingsDraft(resource: AnyResource, record: WireRecord) {
  const asker = usePerson()
  const { draft, setDraft, setValue, changed } = useDraft(resource, draftOf(resource, record))
  const [issues, setIssues] = useState<FieldIssues>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [newer, setNewer] = useState<WireRecord | null>(null)
  const [isReviewing, review] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const lock = useRef(false)
  const { mutateAsync } = useUpdate<WireRecord, RefineError, object>({
    ...notifiesOfOutcome,
    resource: resource.name,
    id: resource.name,
  })
  const admission = [...sectionFields(resource.sections.admission ?? []), ...sectionFields(resource.sections.review ?? [])]

  const send = async (now: typeof draft, reason: string) => {
    if (lock.current) return
    const found = draftIssues(resource, now.base, now.values, asker, 'edit')
    setIssues(found)
    if (Object.keys(found).length > 0) return review(false)
    lock.current = true
    setSaving(true)
    setFailure(null)
    try {
      const values = {
        version: now.version,
        ...(reason.trim() ? { reason } : {}),
        ...inputOf(resource, now.base, now.values, asker, 'edit'),
      }
      const answer = await mutateAsync({ values })
      setDraft(draftOf(resource, answer.data))
      review(false)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      if (error.code === 'record.stale' && error.current) setNewer(error.current)
      else {
        setIssues(error.fields)
        setFailure(error.message)
      }
      review(false)
    } finally {
      lock.current = false
      setSaving(false)
    }
  }

  return {
    draft,
    setValue,
    changed,
    issues,
    failure,
    newer,
    isReviewing,
    isSaving,
    review,
    /** Whether a reason is required. Changes that affect applicants need one, which the history records. */
    needsReason: changed.some((name) => admission.includes(name)),
    save: (reason = '') => send(draft, reason),
    discard: () => {
      setDraft({ ...draft, values: draft.base })
      setIssues({})
      setFailure(null)
    },
    merge: (values: Values) => {
      if (!newer) return
      setDraft({ ...draftOf(resource, newer), values })
      setNewer(null)
      review(true)
    },
    takeNewer: () => {
      if (!newer) return
      setDraft(draftOf(resource, newer))
      setNewer(null)
    },
  }
}

export type SettingsDraft = ReturnType<typeof useSettingsDraft>
