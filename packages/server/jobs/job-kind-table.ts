import { importJobKind } from '../exchange/import/kind-import.ts'
import { pasteJobKind } from '../exchange/import/kind-paste.ts'
import type { JobKinds } from './job-kinds.ts'
import { actionJobKind } from './kind-action.ts'
import { editJobKind } from './kind-edit.ts'
import { undoJobKind } from './kind-undo.ts'

/** The implementation of each kind of job. */
export const jobKindTable: JobKinds = {
  edit: editJobKind,
  action: actionJobKind,
  undo: undoJobKind,
  import: importJobKind,
  paste: pasteJobKind,
}
