/** The custom components that `own/resources/parts.ts` names. */

import type { PartsOf } from '#src/fields/face.ts'
import type { ownParts } from '../resources/parts.ts'

export const ownFieldParts: PartsOf<typeof ownParts> = {}
