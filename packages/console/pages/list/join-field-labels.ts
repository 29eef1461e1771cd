import { fieldKey, headingKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { TFunction } from 'i18next'

/**
 * Joins the labels of fields, as short headings if `isShort`. First and last name together become
 * "name".
 */
export function joinFieldLabels(
  resource: AnyResource,
  fields: readonly string[],
  t: TFunction,
  isShort = false,
): string {
  const key = isShort ? headingKey : fieldKey
  const hasFullName = fields.includes('lastName') && fields.includes('firstName')
  return fields
    .filter((name) => !(hasFullName && name === 'firstName'))
    .map((name) =>
      hasFullName && name === 'lastName'
        ? t('shell:list.fullName')
        : t(`resources:${key(resource, name)}`),
    )
    .join(', ')
}
