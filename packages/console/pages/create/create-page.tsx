import { pagePaths } from '@matricola/schema/paths.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { valueEntries } from '@matricola/schema/resource-fields.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { type HttpError, useForm } from '@refinedev/core'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { usePageTitle } from '../../app/page-title.ts'
import { usePermission } from '../../app/use-permission.ts'
import { useUser } from '../../app/user-context.ts'
import { usePageText } from '../../fields/page-text.ts'
import { defaultValues } from '../form/form-values.ts'
import { PageHeader } from '../form/page-header.tsx'
import { RecordForm, type RecordFormProps } from '../form/record-form.tsx'
import { toSaved, writeNotifications } from '../form/saved.ts'

/**
 * The page for a new record. References and choices in the URL prefill the form, so that a tab of a
 * record can create its child records.
 */
export function CreatePage({
  resource,
  extra,
}: { readonly resource: AnyResource } & Pick<RecordFormProps, 'extra'>) {
  const { t } = usePageText()
  const { role } = useUser()
  const can = usePermission()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [formNumber, setFormNumber] = useState(0)
  const title = t(`resources:${resource.name}.new`)
  usePageTitle(title)
  const pages = pagePaths(resource, role)
  const { onFinish } = useForm<WireRecord, HttpError, object>({
    ...writeNotifications,
    resource: resource.name,
    action: 'create',
    redirect: false,
  })
  const prefilled = valueEntries(resource).flatMap(([name, spec]) => {
    const value = query.get(name) ?? ''
    if (spec.type === 'links') return value === '' ? [] : [[name, [value]]]
    const isKnown =
      spec.type === 'reference'
        ? value !== ''
        : spec.type === 'choice' && Object.hasOwn(spec.choices, value)
    return isKnown ? [[name, value]] : []
  })
  const base = { ...defaultValues(resource), ...Object.fromEntries(prefilled) }
  return (
    <div className="page form-page">
      <PageHeader
        title={title}
        back={{ to: pages.list, label: t(`resources:${resource.name}.many`) }}
      />
      <RecordForm
        key={formNumber}
        resource={resource}
        mode="create"
        initial={{ base, values: base, titles: {} }}
        save={async (input) => toSaved(await onFinish(input))}
        onSaved={({ record }, continues) => {
          if (continues) setFormNumber(formNumber + 1)
          else navigate(can('read', resource) ? pages.show.replace(':id', record.id) : pages.list)
        }}
        onCancel={() => navigate(pages.list)}
        canContinue
        {...(extra && { extra })}
      />
    </div>
  )
}
