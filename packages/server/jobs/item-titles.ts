/**
 * The titles of a job's items: of records in the reader's language, and of records that the job has
 * not created yet.
 */

import { isFieldType } from '@matricola/schema/field.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf, titleSeparator } from '@matricola/schema/resource-fields.ts'
import { localizedValue } from '@matricola/schema/translations.ts'
import type { FieldChange } from '@matricola/schema/wire/wire.ts'
import { choiceLabel, type Localization, textLabel } from '../exchange/labels.ts'
import type { Permit } from '../policy/permit.ts'
import { partText, readableTitleFields } from '../records/reading/reading.ts'
import type { TitleWord } from '../records/reading/titles.ts'

/** Returns the texts of choices and weekly hours in titles of a resource. */
export const titleWordIn =
  (resource: AnyResource, localization: Localization): TitleWord =>
  (name, value) => {
    const spec = fieldOf(resource, name)
    return spec.type === 'choice'
      ? choiceLabel(resource, name, value, localization)
      : textLabel(spec, value, localization)
  }

/**
 * Returns the title that a new record will have, from the values it will be created with. Empty if
 * none of them is in its title.
 */
export function titleOfNew(
  { resource, role, language }: Permit,
  changes: readonly FieldChange[],
  word: TitleWord,
): string {
  const values = Object.fromEntries(changes.map(({ field, after }) => [field, after]))
  const parts = readableTitleFields(resource, role).map((name) => {
    if (isFieldType(fieldOf(resource, name), 'reference'))
      return changes.find(({ field }) => field === name)?.afterTitle
    const { value } = localizedValue(resource, values, name, language)
    return value === null || value === undefined || value === ''
      ? undefined
      : word(name, String(partText(resource, name, value)))
  })
  return parts.filter((part) => part !== undefined).join(titleSeparator(resource))
}
