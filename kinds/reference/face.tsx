import { Link } from 'react-router'
import { namesApart } from '#model/access.ts'
import { resourceNamed } from '#resources/index.ts'
import { recordPath } from '#src/console/area.ts'
import { usePerson } from '#src/console/person.ts'
import type { Face, ValueProps } from '#src/fields/face.ts'
import { ReferenceTitle } from '#src/fields/own-text.tsx'
import { datedTitle } from '#src/fields/title-text.ts'
import { ReferenceInput } from './input.tsx'

export const face: Face<'reference'> = { Input: ReferenceInput, Value: Reference }

/** The title of the record, as a link if the user can open the record. */
function Reference({ name, record, spec, value }: ValueProps<'reference'>) {
  const { role } = usePerson()
  const target = resourceNamed(spec.to)
  const path = namesApart(target, role) ? null : recordPath(spec.to, String(value), role)
  const title = (
    <ReferenceTitle resource={target} record={record} name={name}>
      {datedTitle(record._titles[name] ?? String(value))}
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
