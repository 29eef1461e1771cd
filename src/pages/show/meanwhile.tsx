import { fieldKey } from '#model/message-keys.ts'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'
import { usePerson } from '#src/console/person.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { FieldValue } from '#src/fields/values.tsx'
import { differing } from '#src/pages/history/versions.ts'

interface MeanwhileProps {
  readonly resource: AnyResource
  /** The record as the person had it on the screen. */
  readonly seen: WireRecord
  readonly now: WireRecord
}

/** What somebody else has changed since a person looked, field by field. */
export function Meanwhile({ resource, seen, now }: MeanwhileProps) {
  const { t } = usePageText()
  const { role } = usePerson()
  const names = differing(resource, role, seen, now)
  if (names.length === 0) return null
  return (
    <div className="table-box">
      <table className="plain-table sides stacks">
        <thead>
          <tr>
            <th scope="col">{t('form.conflict.field')}</th>
            <th scope="col">{t('form.conflict.base')}</th>
            <th scope="col">{t('form.conflict.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{t(`resources:${fieldKey(resource, name)}`)}</th>
              <td data-label={t('form.conflict.base')}>
                <FieldValue resource={resource} name={name} record={seen} />
              </td>
              <td className="changed" data-label={t('form.conflict.theirs')}>
                <FieldValue resource={resource} name={name} record={now} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
