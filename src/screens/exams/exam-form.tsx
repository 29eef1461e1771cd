import { CreatePage } from '@matricola/console/pages/create/create-page.tsx'
import { EditPage } from '@matricola/console/pages/edit/edit-page.tsx'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { useParams } from 'react-router'
import { ExamConflicts } from './exam-conflicts.tsx'

/** The form of an exam, which shows conflicts while it is being filled in. */
export function ExamForm({ resource }: { readonly resource: AnyResource }) {
  const { id } = useParams()
  const Page = id ? EditPage : CreatePage
  return (
    <Page
      resource={resource}
      extra={(_, values) => <ExamConflicts id={id ?? null} values={values} />}
    />
  )
}
