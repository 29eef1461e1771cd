import { useOne } from '@refinedev/core'
import { useParams, useSearchParams } from 'react-router'
import { isGranted, isReadable } from '#model/access.ts'
import { pagesOf } from '#model/paths.ts'
import { type AnyResource, fieldEntries, isKind } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'
import { HttpError } from '#providers/http.ts'
import { resourceNamed } from '#resources/index.ts'
import { NotFound } from '#src/console/not-found.tsx'
import { usePageTitle } from '#src/console/page-title.ts'
import { usePerson } from '#src/console/person.ts'
import { longDateTime } from '#src/fields/date-text.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { titleText } from '#src/fields/title-text.ts'
import { FieldsSkeleton, LoadFailed } from '#src/pages/form/load-state.tsx'
import { PageHead } from '#src/pages/form/page-head.tsx'
import '#src/pages/form/form.css'
import { Details } from './details.tsx'
import { History } from './history.tsx'
import { RecordActions } from './record-actions.tsx'
import { RecordMark } from './record-mark.tsx'
import { RelatedList } from './related-list.tsx'
import './show.css'
import { Tabs } from './tabs.tsx'

/** The page of one record: what it holds, what can be done with it, what refers to it and what became of it. */
export function ShowPage({ resource }: { readonly resource: AnyResource }) {
  const { t, language } = usePageText()
  const { role } = usePerson()
  const { id = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const { query } = useOne<WireRecord>({ resource: resource.name, id, queryOptions: { retry: false }, errorNotification: false })
  const record = query.data?.data
  const title = record ? titleText(resource, record, t) : ''
  usePageTitle(title)
  const pages = pagesOf(resource, role)
  const back = { to: pages.list, label: t(`resources:${resource.name}.many`) }

  const error = query.error instanceof HttpError ? query.error : null
  if (error?.statusCode === 404) return <NotFound />
  if (!record)
    return (
      <div className="page">
        <PageHead title="…" back={back} />
        {query.isError ? (
          <LoadFailed message={query.error.message} reference={error?.requestId} onRetry={() => void query.refetch()} />
        ) : (
          <FieldsSkeleton />
        )}
      </div>
    )

  const related = fieldEntries(resource).flatMap(([name, spec]) =>
    isKind(spec, 'many') && isReadable(resource, role, name) && isGranted(resourceNamed(spec.of), role, 'read') ? [{ name, spec }] : [],
  )
  const tabs = [
    { name: 'details', label: t('show.details'), content: <Details resource={resource} record={record} /> },
    ...related.map(({ name, spec }) => ({
      name,
      label: t(`resources:${resource.name}.fields.${name}`),
      content: <RelatedList key={name} resource={resourceNamed(spec.of)} by={spec.by} id={record.id} />,
    })),
    ...(record._can.includes('history')
      ? [{ name: 'history', label: t('show.history'), content: <History key="history" resource={resource} id={record.id} /> }]
      : []),
  ]
  return (
    <div className="page">
      <PageHead
        title={title}
        back={back}
        mark={<RecordMark resource={resource} record={record} />}
        note={t('show.times', { created: longDateTime(record.createdAt, language), updated: longDateTime(record.updatedAt, language) })}
        actions={<RecordActions resource={resource} record={record} editPath={pages.edit.replace(':id', record.id)} />}
      />
      <Tabs
        label={title}
        tabs={tabs}
        current={params.get('tab') ?? 'details'}
        onChange={(name) => setParams(name === 'details' ? {} : { tab: name }, { replace: true })}
      />
    </div>
  )
}
