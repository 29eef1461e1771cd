import { Link } from 'react-router'
import { hasSeparateNameGrant } from '#model/access.ts'
import { getResource } from '#resources/index.ts'
import { recordPath } from '#src/console/area.ts'
import { useUser } from '#src/console/user-context.ts'
import type { FieldTypeComponents, ValueProps } from '#src/fields/field-type-components.ts'
import { formatTitleDates } from '#src/fields/title-text.ts'
import { ReferenceTitle } from '#src/fields/university-text.tsx'
import { ReferenceInput } from './input.tsx'

export const components: FieldTypeComponents<'reference'> = { Input: ReferenceInput, Value: Reference }

/** The title of the record, as a link if the user can open the record. */
function Reference({ name, record, spec, value }: ValueProps<'reference'>) {
  const { role } = useUser()
  const target = getResource(spec.to)
  const path = hasSeparateNameGrant(target, role) ? null : recordPath(spec.to, String(value), role)
  const title = (
    <ReferenceTitle resource={target} record={record} name={name}>
      {formatTitleDates(record._titles[name] ?? String(value))}
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
