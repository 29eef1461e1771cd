import { useRegistry } from '@matricola/console/app/console-context.ts'
import { useRecordPath } from '@matricola/console/app/use-record-path.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import type {
  FieldTypeComponents,
  ValueProps,
} from '@matricola/console/fields/field-type-components.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { formatTitleDates } from '@matricola/console/fields/title-text.ts'
import { ReferenceTitle } from '@matricola/console/fields/university-text.tsx'
import { Link } from 'react-router'
import { hasSeparateNameGrant } from '../../access.ts'
import { ReferenceInput } from './input.tsx'

export const components: FieldTypeComponents<'reference'> = {
  Input: ReferenceInput,
  Value: Reference,
}

/** The title of the record, as a link if the user can open the record. */
function Reference({ name, record, spec, value }: ValueProps<'reference'>) {
  const { t } = usePageText()
  const { role } = useUser()
  const recordPath = useRecordPath()
  const target = useRegistry().get(spec.to)
  const recordTitle = record._titles[name]
  // The user may not read the title, or the record was removed. An id would not help.
  if (recordTitle === undefined) return t('fields.noName')
  const path = hasSeparateNameGrant(target, role) ? null : recordPath(spec.to, String(value))
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
