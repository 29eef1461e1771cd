/** Pages that belong to no resource. `resources/areas.ts` lists their paths for the server. */
import type { ConsoleRoute } from '@matricola/console/app/console-context.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { loadNamespaces } from '@matricola/console/i18n.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { lazy } from 'react'
import { Navigate, useParams } from 'react-router'
import { formPreviewPath } from '#resources/admission/form-preview-path.ts'
import { formerGradeSheetPath, gradeSheetPath } from '#resources/paths.ts'

const GradeSheet = lazy(async () => {
  const [{ GradeSheetScreen }] = await Promise.all([
    import('./grade-sheets/grade-sheet-screen.tsx'),
    loadNamespaces('gradeSheets'),
  ])
  return { default: GradeSheetScreen }
})

const FormPreview = lazy(async () => {
  const [{ FormPreviewScreen }] = await Promise.all([
    import('./application-forms/form-preview-screen.tsx'),
    loadNamespaces('formEditor', 'formItems', 'apply', 'conditions'),
  ])
  return { default: FormPreviewScreen }
})

export const routes = (role: Role): ConsoleRoute[] =>
  role === 'student'
    ? []
    : [
        { path: gradeSheetPath(role, ':id'), Page: GradeSheet },
        { path: formerGradeSheetPath(role, ':id'), Page: FormerGradeSheetPath },
        ...(role === 'professor'
          ? []
          : [{ path: formPreviewPath(role, ':id'), Page: FormPreview }]),
      ]

function FormerGradeSheetPath() {
  const { id = '' } = useParams()
  return <Navigate to={gradeSheetPath(useUser().role, id)} replace />
}
