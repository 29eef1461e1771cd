import { importKind } from '#server/engine/exchange/import/kind-import.ts'
import { pasteKind } from '#server/engine/exchange/import/kind-paste.ts'
import type { JobKinds } from './job-kinds.ts'
import { actionKind } from './kind-action.ts'
import { editKind } from './kind-edit.ts'
import { undoKind } from './kind-undo.ts'

/** The implementation of each kind of job. */
export const jobKinds: JobKinds = { edit: editKind, action: actionKind, undo: undoKind, import: importKind, paste: pasteKind }
