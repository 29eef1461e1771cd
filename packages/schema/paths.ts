/** Paths of pages in the browser: the area of each role, the public pages and the pages of records. No other code builds paths. */

import type { AnyResource } from './resource.ts'
import { idRegExp } from './values/ids.ts'
import type { Role } from './vocabulary.ts'

/** A role's area is its own name: `/admin`, `/secretary`, `/student`, `/professor`. Source: specification, section 4. */
export const homePath = (role: Role) => `/${role}`
export const accountPath = (role: Role) => `/${role}/account`

/** Bulk jobs and their outcomes. */
export const jobsPath = (role: Role) => `/${role}/jobs`
export const jobPath = (role: Role, id: string) => `${jobsPath(role)}/${id}`

/** The sign-in page. The spelling is from the specification. */
export const signInPath = '/authentification'
export const resetPasswordPath = '/reset'
export const invitationPath = '/invitation'
/** The landing page of the admission. The page of a programme appends its code. */
export const admissionPath = '/admission'
export const programmePath = (code: string) => `${admissionPath}/${code}`
/** Public results of a programme, as a page and as a PDF. */
export const resultsPath = (code: string) => `${programmePath(code)}/results`
export const resultsPdfPath = (code: string) => `${programmePath(code)}/results.pdf`
export const applyPath = '/registration/create'
/** Query parameter of the application form: code of the programme to preselect. */
export const programmeParam = 'programme'
/** Opens an application draft by its access code. The draft's id is in the fragment, so it never appears in server logs. */
export const draftPath = (id: string) => `${applyPath}?step=resume#t=${id}`
/**
 * The page where an applicant who has lost the access code requests a new one, and the page that the emailed link opens to show the
 * code.
 */
export const lostDraftCodePath = (id: string) => `${applyPath}?step=lostcode#t=${id}`
export const newDraftCodePath = (id: string, token: string) => `${applyPath}?step=newcode#t=${token}&draft=${id}`
export const statusPath = '/registration/status'
/** Verification of a certificate, open to everyone. With a code in the path, the result is shown immediately. */
export const verifyPath = '/verify'
export const verificationPath = (code: string) => `${verifyPath}/${code}`
export const testPath = '/test'

/** Paths of public pages. A path that is neither in this list nor in an area returns 404. */
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

/** Path segment of the resource's pages. */
export const pageName = (resource: AnyResource) => resource.page ?? resource.name

/** Paths of a resource's pages inside a role's area. `:id` stands for the record's id. `import` takes the import's id as `?id=`. */
export function pagePaths(resource: AnyResource, role: Role) {
  const list = `/${role}/${pageName(resource)}`
  return { list, create: `${list}/create`, show: `${list}/:id`, edit: `${list}/:id/edit`, import: `${list}/import` } as const
}

/** The grade sheet of an exam. */
export const gradeSheetPath = (role: Role, examId: string) => `/${role}/exams/${examId}/grade-sheet`
/** Path of the grade sheet in version 0.1.0, which emails contain. It redirects. Remove it after the next version. */
export const formerGradeSheetPath = (role: Role, examId: string) => `/${role}/exams/${examId}/marks`

/** An id that no record has and that sorts before all others. */
export const nilId = '00000000-0000-0000-0000-000000000000'
export const isId = (text: string | undefined): text is string => idRegExp.test(text ?? '')

export const isInArea = (path: string, role: Role) => path === homePath(role) || path.startsWith(`${homePath(role)}/`)

/**
 * Where to go after signing in: the remembered location if it is a local path inside the role's area, else the role's home.
 * Prevents open redirects: the path must start with exactly one `/` and contain no backslash or control character.
 */
export function returnPath(storedPath: string | null | undefined, role: Role): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the purpose
  if (!storedPath || !/^\/(?![/\\])[^\\\u0000-\u001F]*$/.test(storedPath)) return homePath(role)
  const path = storedPath.split(/[?#]/)[0] ?? ''
  if (path.includes('..')) return homePath(role)
  return isInArea(path, role) || (role === 'admin' && path === testPath) ? storedPath : homePath(role)
}
