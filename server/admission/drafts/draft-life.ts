/** How long drafts for another device are kept, and their documents with them. */

/** Nobody comes back to a draft for longer than that without saving it again. Source: ux.md, 1.6. */
export const draftKeptMs = 30 * 86_400_000

/** True of every draft once the admission under way has been over since `$1`. */
export const admissionIsOver =
  'exists (select from settings s join admission_sessions a on a.id = s.admission_session_id where a.closes_at < $1)'

/** Whether a draft holds a file: it is then kept, and can be sent, however old it is. */
export const isOfDraft = (fileId: string) => `exists (select from application_draft_file d where d.file_id = ${fileId})`
