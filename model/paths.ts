/** Browser paths: which area a role lives in and where a record's pages are. The only place that spells them. */

import type { AnyResource } from './resource.ts'
import { wholeId } from './values/ids.ts'
import type { Role } from './vocabulary.ts'

/** A role's area is its own name: `/admin`, `/secretary`, `/student`, `/professor`. Source: specification, section 4. */
export const homeOf = (role: Role) => `/${role}`
export const accountPath = (role: Role) => `/${role}/account`

/** Outcomes of work on many records. */
export const jobsPath = (role: Role) => `/${role}/jobs`
export const jobPath = (role: Role, id: string) => `${jobsPath(role)}/${id}`

/** The sign-in page; the specification's spelling. */
export const signInPath = '/authentification'
export const resetPasswordPath = '/reset'
export const invitationPath = '/invitation'
/** The front door of the admission; a programme's page has its code behind it. */
export const admissionPath = '/admission'
export const programmePath = (code: string) => `${admissionPath}/${code}`
/** Public results of a programme: the page, and the paper. */
export const resultsPath = (code: string) => `${programmePath(code)}/results`
export const resultsPaperPath = (code: string) => `${programmePath(code)}/results.pdf`
export const applyPath = '/registration/create'
/** Of the form's address: the code of the programme that it begins with. */
export const programmeParam = 'programme'
/** The page that opens a draft by its access code; the id stays out of the logs of servers. */
export const draftPath = (id: string) => `${applyPath}?step=resume#t=${id}`
export const statusPath = '/registration/status'
/** Where anybody checks a certificate; with its code behind it, the answer comes at once. */
export const verifyPath = '/verify'
export const verifyPathOf = (code: string) => `${verifyPath}/${code}`
export const testPath = '/test'

/** Paths of the pages that are open to everybody; any other is not found. */
export const publicPaths: readonly string[] = [
  '/',
  signInPath,
  resetPasswordPath,
  invitationPath,
  admissionPath,
  applyPath,
  statusPath,
  verifyPath,
]

/** The browser path segment of the resource's pages. */
export const pageOf = (resource: AnyResource) => resource.page ?? resource.name

/** Paths of a resource's pages inside a role's area; `:id` stands for the record. `import` takes the import's id as `?id=`. */
export function pagesOf(resource: AnyResource, role: Role) {
  const list = `/${role}/${pageOf(resource)}`
  return { list, create: `${list}/create`, show: `${list}/:id`, edit: `${list}/:id/edit`, import: `${list}/import` } as const
}

/** The sheet of marks of an exam. */
export const marksPath = (role: Role, examId: string) => `/${role}/exams/${examId}/marks`

/** The id that no record has, and that comes before every other. */
export const nilId = '00000000-0000-0000-0000-000000000000'
export const isId = (text: string | undefined): text is string => wholeId.test(text ?? '')

/** Tells whether a path lies inside a role's area. */
export const isInside = (path: string, role: Role) => path === homeOf(role) || path.startsWith(`${homeOf(role)}/`)

/**
 * Where to go after signing in: the remembered location when it is a path of our own inside the role's area, else the
 * role's home. Never another origin: it must start with one `/` and hold no backslash or control character.
 */
export function returnPath(remembered: string | null | undefined, role: Role): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the purpose
  if (!remembered || !/^\/(?![/\\])[^\\\u0000-\u001F]*$/.test(remembered)) return homeOf(role)
  const path = remembered.split(/[?#]/)[0] ?? ''
  if (path.includes('..')) return homeOf(role)
  return isInside(path, role) || (role === 'admin' && path === testPath) ? remembered : homeOf(role)
}
