import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { FieldValue } from '../../fields/field-value.tsx'
import { useText } from '../../i18n.ts'

interface Side {
  readonly label: string
  readonly record: WireRecord
}

interface SideBySideProps {
  readonly resource: AnyResource
  /** The fields to show, and the heading of the column with their labels. */
  readonly names: readonly string[]
  readonly field: string
  readonly before: Side
  readonly after: Side
}

/** Two states of a record side by side, field by field. */
export function SideBySide({ resource, names, field, before, after }: SideBySideProps) {
  const t = useText('resources')
  return (
    <div className="table-box">
      <table className="plain-table side-by-side stack-on-narrow">
        <thead>
          <tr>
            <th scope="col">{field}</th>
            <th scope="col">{before.label}</th>
            <th scope="col">{after.label}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{t(fieldKey(resource, name))}</th>
              <td data-label={before.label}>
                <FieldValue resource={resource} name={name} record={before.record} />
              </td>
              <td className="changed" data-label={after.label}>
                <FieldValue resource={resource} name={name} record={after.record} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
