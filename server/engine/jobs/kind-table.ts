import { importKind } from '#server/engine/exchange/kind-import.ts'
import { pasteKind } from '#server/engine/exchange/kind-paste.ts'
import { actionKind } from './kind-action.ts'
import { editKind } from './kind-edit.ts'
import { undoKind } from './kind-undo.ts'
import type { JobKinds } from './kinds.ts'

/** What each kind of job does. */
export const jobKinds: JobKinds = { edit: editKind, action: actionKind, undo: undoKind, import: importKind, paste: pasteKind }
