/** The custom components that `custom/resources/field-components.ts` names. */

import type { FieldComponentsOf } from '@matricola/console/fields/field-type-components.ts'
import type { customFieldComponentUses } from '../resources/field-components.ts'

export const customFieldComponents: FieldComponentsOf<typeof customFieldComponentUses> = {}
