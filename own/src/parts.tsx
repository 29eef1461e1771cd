/** The custom components that `own/resources/parts.ts` names. */

import type { FieldComponentsOf } from '#src/fields/face.ts'
import type { customFieldComponentUses } from '../resources/parts.ts'

export const customFieldComponents: FieldComponentsOf<typeof customFieldComponentUses> = {}
