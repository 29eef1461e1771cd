import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import type { FieldEdit } from '@matricola/schema/wire/bulk.ts'
import { useRegistry } from '../../app/console-context.ts'
import { FieldValue } from '../../fields/field-value.tsx'
import { useBulkText } from './bulk-text.ts'

/** Lists the changes that a bulk edit makes to each row, field by field. */
export function EditList({
  resource: name,
  edits,
}: {
  readonly resource: string
  readonly edits: readonly FieldEdit[]
}) {
  const { t } = useBulkText()
  const resource = useRegistry().get(name)
  return (
    <dl className="job-changes">
      {edits
        .filter(({ field }) => Object.hasOwn(resource.fields, field))
        .map((edit) => (
          <div key={edit.field}>
            <dt>{t(`resources:${fieldKey(resource, edit.field)}`)}</dt>
            <dd>
              {t(`operators.${edit.operator}`)} <EditValue resource={resource} edit={edit} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

/**
 * The value that an edit sets. A reference is not shown here, because the rows of the preview show
 * its title.
 */
function EditValue({
  resource,
  edit,
}: {
  readonly resource: AnyResource
  readonly edit: FieldEdit
}) {
  const { t } = useBulkText()
  if (edit.operator === 'clear' || fieldOf(resource, edit.field).type === 'reference') return null
  if (edit.operator === 'replace')
    return t('edit.replaced', { find: edit.find ?? '', value: String(edit.value) })
  return (
    <FieldValue
      resource={resource}
      name={edit.field}
      record={{ ...blank, [edit.field]: edit.value }}
    />
  )
}

const blank = {
  id: '',
  version: 0,
  createdAt: '',
  updatedAt: '',
  _title: '',
  _titles: {},
  _can: [],
}
