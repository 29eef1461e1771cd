/** The pages of each role's area: targets of the menu and the top bar, and all valid paths. */
import { isGranted, writableFields } from './access.ts'
import { memoize } from './memoize.ts'
import type { MenuSection } from './menu.ts'
import {
  accountPath,
  accountPaths,
  homePath,
  jobPath,
  jobsPath,
  pagePaths,
  testPath,
} from './paths.ts'
import type { ProcessPage } from './process.ts'
import type { Registry } from './registry.ts'
import type { AnyResource } from './resource.ts'
import { idPattern } from './values/ids.ts'
import type { Role } from './vocabulary.ts'

export type PageType = 'list' | 'show' | 'create' | 'edit'

/** The menu of a role as declared. */
export const menuOf = ({ areas }: Registry, role: Role): readonly MenuSection[] =>
  areas.menus[role] ?? []

/**
 * Resources with pages in the role's area: those in the menu and in the top bar that the role may
 * read.
 */
export const areaResources = (registry: Registry, role: Role): AnyResource[] =>
  [
    ...new Set([
      ...menuOf(registry, role).flatMap(({ entries }) =>
        entries.flatMap((entry) => ('resource' in entry ? [entry.resource] : [])),
      ),
      ...registry.areas.resourcesOutsideMenu,
    ]),
  ]
    .map(registry.get)
    .filter((resource) => isGranted(resource, role, 'read'))

/** The pages of the processes that the role takes part in. */
export const processesOf = ({ areas }: Registry, role: Role): readonly ProcessPage[] =>
  areas.processes?.filter(({ roles }) => roles.includes(role)) ?? []

export const processPath = ({ path }: ProcessPage, role: Role) => `${homePath(role)}/${path}`

/** Whether the role can have jobs. */
export const hasJobs = (registry: Registry, role: Role): boolean =>
  areaResources(registry, role).some((resource) =>
    (['bulk', 'import', 'export'] as const).some((grant) => isGranted(resource, role, grant)),
  )

/** Path of the outbox, which administrators open from the settings. */
export const mailsPath = (registry: Registry) =>
  `${pagePaths(registry.get('settings'), registry.adminRole).list}/mails`

/** Returns the pages that the role has for a resource. */
export function pageTypes(resource: AnyResource, role: Role): PageType[] {
  if (resource.singleton) return ['list']
  const kinds: PageType[] = ['list', 'show']
  if (isGranted(resource, role, 'create')) kinds.push('create')
  if (isGranted(resource, role, 'update') && writableFields(resource, role, 'update').length > 0)
    kinds.push('edit')
  return kinds
}

/** Whether the role may import files. Creating records also requires `create`. */
export const canImportInto = (resource: AnyResource, role: Role) =>
  !resource.singleton &&
  resource.import !== undefined &&
  isGranted(resource, role, 'import') &&
  isGranted(resource, role, 'update')

/** Returns the path of a record's page; null if the role has no such page. */
export function recordPath(
  registry: Registry,
  name: string,
  id: string,
  role: Role,
): string | null {
  const resource = areaResources(registry, role).find((candidate) => candidate.name === name)
  if (!resource || resource.singleton) return null
  return pagePaths(resource, role).show.replace(':id', encodeURIComponent(id))
}

/** Every path in a role's area; `:id` stands for a record's id. */
export const areaPaths = (registry: Registry, role: Role): string[] => [
  homePath(role),
  accountPath(role),
  ...(hasJobs(registry, role) ? [jobsPath(role), jobPath(role, ':id')] : []),
  ...(role === registry.adminRole ? [mailsPath(registry), testPath] : []),
  ...processesOf(registry, role).map((process) => processPath(process, role)),
  ...registry.areas.otherPaths(role),
  ...areaResources(registry, role).flatMap((resource) => {
    const pages = pagePaths(resource, role)
    return [
      ...pageTypes(resource, role).map((kind) => pages[kind]),
      ...(canImportInto(resource, role) ? [pages.import] : []),
    ]
  }),
]

const pagePattern = memoize((registry: Registry) => {
  const paths = [
    ...accountPaths,
    ...registry.areas.publicPaths,
    ...registry.roles.flatMap((role) => areaPaths(registry, role)),
  ]
  const patterns = paths.map((path) =>
    path.replace(/:\w+/g, (parameter) => (parameter === ':id' ? idPattern : '[^/]+')),
  )
  return new RegExp(`^(?:${patterns.join('|')})$`)
})

/** Whether there is a page at the path, public or in any area. */
export const isPagePath = (registry: Registry, path: string): boolean =>
  pagePattern(registry).test(path.replace(/(.)\/+$/, '$1'))
