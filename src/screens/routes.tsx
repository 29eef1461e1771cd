/** Pages that belong to no resource. `resources/areas.ts` lists their paths for the server. */
import type { ConsoleRoute } from '@matricola/console/app/console-context.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { loadNamespaces } from '@matricola/console/i18n.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { lazy } from 'react'
import { Navigate, useParams } from 'react-router'
import { formerGradeSheetPath, gradeSheetPath } from '#resources/paths.ts'

const GradeSheet = lazy(async () => {
  const [{ GradeSheetScreen }] = await Promise.all([
    import('./grade-sheets/grade-sheet-screen.tsx'),
    loadNamespaces('gradeSheets'),
  ])
  return { default: GradeSheetScreen }
})

export const routes = (role: Role): ConsoleRoute[] =>
  role === 'student'
    ? []
    : [
        { path: gradeSheetPath(role, ':id'), Page: GradeSheet },
        { path: formerGradeSheetPath(role, ':id'), Page: FormerGradeSheetPath },
      ]

function FormerGradeSheetPath() {
  const { id = '' } = useParams()
  return <Navigate to={gradeSheetPath(useUser().role, id)} replace />
}
