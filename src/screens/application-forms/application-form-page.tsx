import { useHttp } from '@matricola/console/app/console-context.ts'
import { usePermission } from '@matricola/console/app/use-permission.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { refusalText } from '@matricola/console/pages/form/refusal-text.ts'
import { ShowPage } from '@matricola/console/pages/show/show-page.tsx'
import type { PageProps } from '@matricola/console/screens/page-props.ts'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { getResource } from '#resources/index.ts'
import { useFormEditorText } from './use-form-editor-text.ts'

const versions = getResource('application-form-versions')

/** The page of an application form, which opens the editor of its draft. */
export function ApplicationFormPage({ resource }: PageProps) {
  return <ShowPage resource={resource} more={(record) => <EditQuestions formId={record.id} />} />
}

/** Opens the draft, and creates one if there is none. */
function EditQuestions({ formId }: { readonly formId: string }) {
  const { t } = useFormEditorText()
  const { request } = useHttp()
  const { role } = useUser()
  const can = usePermission()
  const navigate = useNavigate()
  const [isOpening, setOpening] = useState(false)
  if (!can('create', versions)) return null
  const { list, create } = endpointsOf(versions)
  const open = async () => {
    if (isOpening) return
    setOpening(true)
    try {
      const drafts = await request<Page<WireRecord>>(list, {
        params: {
          'filters[formId]': formId,
          'filters[state]': 'draft',
          sort: '-number',
          pageNumber: '1',
          pageSize: '1',
        },
      })
      const draft =
        drafts.data.list[0] ?? (await request<WireRecord>(create, { body: { formId } })).data
      navigate(pagePaths(versions, role).show.replace(':id', draft.id))
    } catch (error) {
      showToast({ severity: 'error', summary: refusalText(error as Error) })
      setOpening(false)
    }
  }
  return (
    <Button kind="primary" aria-disabled={isOpening} onClick={() => void open()}>
      {t('edit')}
    </Button>
  )
}
