/** The pages of each role's area: targets of the menu and the top bar, and all valid paths. */
import { isGranted, writableFields } from '@matricola/schema/access.ts'
import {
  accountPath,
  formerGradeSheetPath,
  gradeSheetPath,
  homePath,
  jobPath,
  jobsPath,
  pagePaths,
  testPath,
} from '@matricola/schema/paths.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { idPattern } from '@matricola/schema/values/ids.ts'
import { type Role, roles } from '@matricola/schema/vocabulary.ts'
import { getResource } from './index.ts'
import { menuResources, resourcesOutsideMenu } from './menu.ts'
import { publicPaths, verifyPath } from './paths.ts'

export type PageType = 'list' | 'show' | 'create' | 'edit'

/** Resources with pages in the role's area: those in the menu and in the top bar that the role may read. */
export const areaResources = (role: Role): AnyResource[] =>
  [...menuResources(role), ...resourcesOutsideMenu].map(getResource).filter((resource) => isGranted(resource, role, 'read'))

/** Whether the role can have jobs. */
export const hasJobs = (role: Role): boolean =>
  areaResources(role).some((resource) => (['bulk', 'import', 'export'] as const).some((grant) => isGranted(resource, role, grant)))

/** Path of the outbox, which administrators open from the settings. */
export const mailsPath = `${pagePaths(getResource('settings'), 'admin').list}/mails`

/** Returns the pages that the role has for a resource. */
export function pageTypes(resource: AnyResource, role: Role): PageType[] {
  if (resource.singleton) return ['list']
  const kinds: PageType[] = ['list', 'show']
  if (isGranted(resource, role, 'create')) kinds.push('create')
  if (isGranted(resource, role, 'update') && writableFields(resource, role, 'update').length > 0) kinds.push('edit')
  return kinds
}

/** Whether the role may import files. Creating records also requires `create`. */
export const canImportInto = (resource: AnyResource, role: Role) =>
  !resource.singleton && resource.import !== undefined && isGranted(resource, role, 'import') && isGranted(resource, role, 'update')

/** Every path in a role's area; `:id` stands for a record's id. */
export const areaPaths = (role: Role): string[] => [
  homePath(role),
  accountPath(role),
  ...(hasJobs(role) ? [jobsPath(role), jobPath(role, ':id')] : []),
  ...(role === 'admin' ? [mailsPath, testPath] : []),
  ...(role === 'student' ? [] : [gradeSheetPath(role, ':id'), formerGradeSheetPath(role, ':id')]),
  ...areaResources(role).flatMap((resource) => {
    const pages = pagePaths(resource, role)
    return [...pageTypes(resource, role).map((kind) => pages[kind]), ...(canImportInto(resource, role) ? [pages.import] : [])]
  }),
]

let pagePattern: RegExp | undefined

/** Whether there is a page at the path, public or in any area. */
export function isPagePath(path: string): boolean {
  pagePattern ??= new RegExp(
    `^(?:${[...publicPaths, `${verifyPath}/[^/]+`, ...roles.flatMap(areaPaths)].map((pattern) => pattern.replaceAll(':id', idPattern)).join('|')})$`,
  )
  return pagePattern.test(path.replace(/(.)\/+$/, '$1'))
}
