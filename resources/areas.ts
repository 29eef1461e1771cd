/** The pages of the university that no resource has, public and in the areas of roles. */
import type { Areas } from '@matricola/schema/menu.ts'
import { menus, resourcesOutsideMenu } from './menu.ts'
import { formerGradeSheetPath, gradeSheetPath, publicPaths, verificationPath } from './paths.ts'

export const areas = {
  menus,
  resourcesOutsideMenu,
  otherPaths: (role) =>
    role === 'student' ? [] : [gradeSheetPath(role, ':id'), formerGradeSheetPath(role, ':id')],
  publicPaths: [...publicPaths, verificationPath(':code')],
} satisfies Areas
