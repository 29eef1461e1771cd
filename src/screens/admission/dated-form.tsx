import { EditPage } from '@matricola/console/pages/edit/edit-page.tsx'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { useCallback, useRef } from 'react'
import { useParams } from 'react-router'
import type { NoticeResource, NotifyApplicants } from '#resources/admission/date-notices.ts'
import { DateNotice } from './date-notice.tsx'

/** The form of an admission session or a round, which asks to notify applicants of moved dates. */
export function DatedForm({ resource }: { readonly resource: AnyResource }) {
  const { id = '' } = useParams()
  const notice = useRef<NotifyApplicants | null>(null)
  const setNotice = useCallback((input: NotifyApplicants | null) => {
    notice.current = input
  }, [])
  return (
    <EditPage
      resource={resource}
      completeInput={(input) =>
        notice.current === null ? input : { ...input, notifyApplicants: notice.current }
      }
      extra={(_, values, base) => (
        <DateNotice
          // The screens of these two resources use this form.
          resource={resource.name as NoticeResource}
          {...{ id, values, base }}
          onChange={setNotice}
        />
      )}
    />
  )
}
