import { type HttpError, useForm } from '@refinedev/core'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { pagesOf } from '#model/paths.ts'
import { type AnyResource, valueEntries } from '#model/resource.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { useMay } from '#src/console/may.ts'
import { usePageTitle } from '#src/console/page-title.ts'
import { usePerson } from '#src/console/person.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { defaultValues } from '#src/pages/form/draft.ts'
import { PageHead } from '#src/pages/form/page-head.tsx'
import { RecordForm, type RecordFormProps } from '#src/pages/form/record-form.tsx'
import { notifiesOfOutcome, savedOf } from '#src/pages/form/saved.ts'

/**
 * The page for a new record. References and choices in the URL prefill the form, so that a tab of a record can create its child
 * records.
 */
export function CreatePage({ resource, extra }: { readonly resource: AnyResource } & Pick<RecordFormProps, 'extra'>) {
  const { t } = usePageText()
  const { role } = usePerson()
  const may = useMay()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [round, setRound] = useState(0)
  const title = t(`resources:${resource.name}.new`)
  usePageTitle(title)
  const pages = pagesOf(resource, role)
  const { onFinish } = useForm<WireRecord, HttpError, object>({
    ...notifiesOfOutcome,
    resource: resource.name,
    action: 'create',
    redirect: false,
  })
  const given = valueEntries(resource).flatMap(([name, spec]) => {
    const value = query.get(name) ?? ''
    if (spec.kind === 'links') return value === '' ? [] : [[name, [value]]]
    const isKnown = spec.kind === 'reference' ? value !== '' : spec.kind === 'choice' && Object.hasOwn(spec.choices, value)
    return isKnown ? [[name, value]] : []
  })
  const base = { ...defaultValues(resource), ...Object.fromEntries(given) }
  return (
    <div className="page form-page">
      <PageHead title={title} back={{ to: pages.list, label: t(`resources:${resource.name}.many`) }} />
      <RecordForm
        key={round}
        resource={resource}
        mode="create"
        initial={{ base, values: base, titles: {} }}
        save={async (input) => savedOf(await onFinish(input))}
        onSaved={({ record }, goesOn) => {
          if (goesOn) setRound(round + 1)
          else navigate(may('read', resource) ? pages.show.replace(':id', record.id) : pages.list)
        }}
        onCancel={() => navigate(pages.list)}
        canGoOn
        {...(extra && { extra })}
      />
    </div>
  )
}
