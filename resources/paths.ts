/** Paths of the university's own pages, which no resource has. No other code builds them. */
import type { Role } from '@matricola/schema/vocabulary.ts'

/** The landing page of the admission. The page of a programme appends its code. */
export const admissionPath = '/admission'
export const programmePath = (code: string) => `${admissionPath}/${code}`
/** Public results of a programme, as a page and as a PDF. */
/** The dates of a session, for calendar programs. */
export const calendarPath = `${admissionPath}/calendar.ics`
export const sessionParam = 'session'
export const programmeCalendarPath = (code: string) => `${programmePath(code)}/calendar.ics`
export const resultsPath = (code: string) => `${programmePath(code)}/results`
export const resultsPdfPath = (code: string) => `${programmePath(code)}/results.pdf`
export const applyPath = '/registration/create'
/** Query parameter of the application form: code of the programme to preselect. */
export const programmeParam = 'programme'
/**
 * Opens an application draft by its access code. The draft's id is in the fragment, so it never
 * appears in server logs.
 */
export const draftPath = (id: string) => `${applyPath}?step=resume#t=${id}`
/**
 * The page where an applicant who has lost the access code requests a new one, and the page that
 * the emailed link opens to show the code.
 */
export const lostDraftCodePath = (id: string) => `${applyPath}?step=lostcode#t=${id}`
export const newDraftCodePath = (id: string, token: string) =>
  `${applyPath}?step=newcode#t=${token}&draft=${id}`
/** The application form in a frame of the console, for staff. It stores and sends nothing. */
export const formPreviewFramePath = '/registration/preview'
export const statusPath = '/registration/status'
/**
 * Page of the links in emails about an address. The token is in the fragment, so it never appears in
 * server logs.
 */
export const emailLinkPath = '/registration/email'
export type EmailLinkKind = 'first' | 'change' | 'stop'
export const emailLinkOf = (kind: EmailLinkKind, token: string) =>
  `${emailLinkPath}#${kind}=${token}`
/**
 * Verification of a certificate, open to everyone. With a code in the path, the result is shown
 * immediately.
 */
export const verifyPath = '/verify'
export const verificationPath = (code: string) => `${verifyPath}/${code}`

/** Paths of the university's public pages. */
export const publicPaths: readonly string[] = [
  admissionPath,
  applyPath,
  statusPath,
  emailLinkPath,
  verifyPath,
]

/** The grade sheet of an exam. */
export const gradeSheetPath = (role: Role, examId: string) => `/${role}/exams/${examId}/grade-sheet`
/**
 * Path of the grade sheet in version 0.1.0, which emails contain. It redirects. Remove it after the
 * next version.
 */
export const formerGradeSheetPath = (role: Role, examId: string) => `/${role}/exams/${examId}/marks`
