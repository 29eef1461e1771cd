import { HttpError } from '@matricola/providers/http.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { sectionFields } from '@matricola/schema/resource-fields.ts'
import type { FieldIssues, WireRecord } from '@matricola/schema/wire/wire.ts'
import { type HttpError as RefineError, useUpdate } from '@refinedev/core'
import { useRef, useState } from 'react'
import { useUser } from '../../app/user-context.ts'
import { type FormValues, formInput, formIssues } from '../../pages/form/form-values.ts'
import { writeNotifications } from '../../pages/form/saved.ts'
import { createFormState, useFormState } from '../../pages/form/use-form-state.ts'
import type { SettingsSections } from './settings-section.ts'

/** Unsaved changes of the settings: values, review, saving, and conflicts with other users. */
export function useSettingsFormState(
  resource: AnyResource,
  record: WireRecord,
  sections: SettingsSections,
) {
  const user = useUser()
  const { draft, setDraft, setValue, changed } = useFormState(
    resource,
    createFormState(resource, record),
  )
  const [issues, setIssues] = useState<FieldIssues>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [newer, setNewer] = useState<WireRecord | null>(null)
  const [isReviewing, review] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const isSending = useRef(false)
  const { mutateAsync } = useUpdate<WireRecord, RefineError, object>({
    ...writeNotifications,
    resource: resource.name,
    id: resource.name,
  })
  const fieldsWithReason = Object.entries(resource.sections).flatMap(([name, rows]) =>
    sections[name]?.requiresReason ? sectionFields(rows) : [],
  )

  const send = async (submitted: typeof draft, reason: string) => {
    if (isSending.current) return
    const found = formIssues(resource, submitted.base, submitted.values, user, 'edit')
    setIssues(found)
    if (Object.keys(found).length > 0) return review(false)
    isSending.current = true
    setSaving(true)
    setFailure(null)
    try {
      const values = {
        version: submitted.version,
        ...(reason.trim() ? { reason } : {}),
        ...formInput(resource, submitted.base, submitted.values, user, 'edit'),
      }
      const answer = await mutateAsync({ values })
      setDraft(createFormState(resource, answer.data))
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
      isSending.current = false
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
    /** Whether a changed field is in a section that requires a reason. */
    needsReason: changed.some((name) => fieldsWithReason.includes(name)),
    save: (reason = '') => send(draft, reason),
    discard: () => {
      setDraft({ ...draft, values: draft.base })
      setIssues({})
      setFailure(null)
    },
    merge: (values: FormValues) => {
      if (!newer) return
      setDraft({ ...createFormState(resource, newer), values })
      setNewer(null)
      review(true)
    },
    takeNewer: () => {
      if (!newer) return
      setDraft(createFormState(resource, newer))
      setNewer(null)
    },
  }
}

export type SettingsFormState = ReturnType<typeof useSettingsFormState>
