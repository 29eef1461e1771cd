import { useParams } from 'react-router'
import { CreatePage } from '#packages/console/pages/create/create-page.tsx'
import { EditPage } from '#packages/console/pages/edit/edit-page.tsx'
import type { AnyResource } from '#packages/schema/resource.ts'
import { ExamConflicts } from './exam-conflicts.tsx'

/** The form of an exam, which shows conflicts while it is being filled in. */
export function ExamForm({ resource }: { readonly resource: AnyResource }) {
  const { id } = useParams()
  const Page = id ? EditPage : CreatePage
  return <Page resource={resource} extra={(_, values) => <ExamConflicts id={id ?? null} values={values} />} />
}
