/**
 * Paths of pages in the browser that every application has: the area of each role, the pages of
 * records, and signing in. No other code builds them.
 */

import type { AnyResource } from './resource.ts'
import { idRegExp } from './values/ids.ts'
import type { ByRole, Role } from './vocabulary.ts'

/**
 * A role's area is its own name: `/admin`, `/secretary`, `/student`, `/professor`. Source:
 * specification, section 4.
 */
export const homePath = (role: Role) => `/${role}`
export const accountPath = (role: Role) => `/${role}/account`

/** Bulk jobs and their outcomes. */
export const jobsPath = (role: Role) => `/${role}/jobs`
export const jobPath = (role: Role, id: string) => `${jobsPath(role)}/${id}`

/** The sign-in page. The spelling is from the specification. */
export const signInPath = '/authentification'
export const resetPasswordPath = '/reset'
export const invitationPath = '/invitation'
/** Public pages that every application has. `/` redirects. */
export const accountPaths: readonly string[] = ['/', signInPath, resetPasswordPath, invitationPath]
export const testPath = '/test'

/** Path segment of the resource's pages. */
export const pageName = (resource: AnyResource) => resource.page ?? resource.name

/**
 * Paths of a resource's pages inside a role's area. `:id` stands for the record's id. `import`
 * takes the import's id as `?id=`.
 */
export function pagePaths(resource: AnyResource, role: Role) {
  const list = `/${role}/${pageName(resource)}`
  return {
    list,
    create: `${list}/create`,
    show: `${list}/:id`,
    edit: `${list}/:id/edit`,
    import: `${list}/import`,
  } as const
}

/** An id that no record has and that sorts before all others. */
export const nilId = '00000000-0000-0000-0000-000000000000'
export const isId = (text: string | undefined): text is string => idRegExp.test(text ?? '')

const isAtOrBelow = (path: string, area: string) => path === area || path.startsWith(`${area}/`)

export const isInArea = (path: string, role: Role) => isAtOrBelow(path, homePath(role))

/**
 * Whether the path is in the area of a role, or is the page of all field types. All other paths,
 * including unknown ones, are public.
 */
export const isConsolePath = (path: string, roles: ByRole<unknown>) =>
  // The keys are roles.
  [...(Object.keys(roles) as Role[]).map(homePath), testPath].some((area) =>
    isAtOrBelow(path, area),
  )

/**
 * Where to go after signing in: the remembered location if it is a local path inside the role's
 * area, else the role's home. Prevents open redirects: the path must start with exactly one `/` and
 * contain no backslash or control character.
 */
export function returnPath(storedPath: string | null | undefined, role: Role): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the purpose
  if (!storedPath || !/^\/(?![/\\])[^\\\u0000-\u001F]*$/.test(storedPath)) return homePath(role)
  const path = storedPath.split(/[?#]/)[0] ?? ''
  if (path.includes('..')) return homePath(role)
  return isInArea(path, role) || path === testPath ? storedPath : homePath(role)
}
