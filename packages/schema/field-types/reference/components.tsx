import { Link } from 'react-router'
import { recordPath } from '#packages/console/app/area.ts'
import { useRegistry } from '#packages/console/app/registry-context.ts'
import { useUser } from '#packages/console/app/user-context.ts'
import type { FieldTypeComponents, ValueProps } from '#packages/console/fields/field-type-components.ts'
import { usePageText } from '#packages/console/fields/page-text.ts'
import { formatTitleDates } from '#packages/console/fields/title-text.ts'
import { ReferenceTitle } from '#packages/console/fields/university-text.tsx'
import { hasSeparateNameGrant } from '../../access.ts'
import { ReferenceInput } from './input.tsx'

export const components: FieldTypeComponents<'reference'> = { Input: ReferenceInput, Value: Reference }

/** The title of the record, as a link if the user can open the record. */
function Reference({ name, record, spec, value }: ValueProps<'reference'>) {
  const { t } = usePageText()
  const { role } = useUser()
  const target = useRegistry().get(spec.to)
  const recordTitle = record._titles[name]
  // The user may not read the title, or the record was removed. An id would not help.
  if (recordTitle === undefined) return t('fields.noName')
  const path = hasSeparateNameGrant(target, role) ? null : recordPath(spec.to, String(value), role)
  const title = (
    <ReferenceTitle resource={target} record={record} name={name}>
      {formatTitleDates(recordTitle)}
    </ReferenceTitle>
  )
  return path ? (
    <Link className="reference" to={path}>
      {title}
    </Link>
  ) : (
    title
  )
}
