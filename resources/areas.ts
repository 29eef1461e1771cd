/** The pages of the university that no resource has, public and in the areas of roles. */
import type { Areas } from '@matricola/schema/menu.ts'
import { formPreviewPath } from './admission/form-preview-path.ts'
import { menus, resourcesOutsideMenu } from './menu.ts'
import {
  formerGradeSheetPath,
  formPreviewFramePath,
  gradeSheetPath,
  publicPaths,
  verificationPath,
} from './paths.ts'
import { universityProcesses } from './processes.ts'

export const areas = {
  menus,
  processes: universityProcesses,
  resourcesOutsideMenu,
  otherPaths: (role) =>
    role === 'student'
      ? []
      : [
          gradeSheetPath(role, ':id'),
          formerGradeSheetPath(role, ':id'),
          ...(role === 'professor' ? [] : [formPreviewPath(role, ':id')]),
        ],
  publicPaths: [...publicPaths, formPreviewFramePath, verificationPath(':code')],
} satisfies Areas
