import { useShow } from '@refinedev/core'
import type { ReactNode } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { asSeenBy, isReadable } from '#model/access.ts'
import { pagesOf } from '#model/paths.ts'
import { type AnyResource, fieldEntries, isKind } from '#model/resource.ts'
import type { Issue, WireRecord } from '#model/wire/wire.ts'
import { HttpError } from '#providers/http.ts'
import { resourceNamed } from '#resources/index.ts'
import { pageKinds } from '#src/console/area.ts'
import { usePageKeys } from '#src/console/keys/page-keys.ts'
import { useMay } from '#src/console/may.ts'
import { NotFound } from '#src/console/not-found.tsx'
import { usePageTitle } from '#src/console/page-title.ts'
import { usePerson } from '#src/console/person.ts'
import { longDateTime } from '#src/fields/date-text.ts'
import { useTitleLanguage } from '#src/fields/own-text.tsx'
import { usePageText } from '#src/fields/page-text.ts'
import { titleText } from '#src/fields/title-text.ts'
import { FieldsSkeleton, LoadFailed } from '#src/pages/form/load-state.tsx'
import { PageHead } from '#src/pages/form/page-head.tsx'
import { readFailure } from '#src/pages/form/saved.ts'
import '#src/pages/form/form.css'
import { RecordPeople } from '#src/live/people.tsx'
import { RecordNotice } from '#src/live/record-notice.tsx'
import { AsOfBand } from '#src/pages/history/as-of.tsx'
import { useAsOf } from '#src/pages/history/use-as-of.ts'
import { usePast } from '#src/pages/history/use-past.ts'
import { useWhoOnPage } from '#src/pages/history/who.tsx'
import { Neighbours, useRecordPlace } from '#src/pages/list/record-place.tsx'
import { factsOf, Summary, saidByHead, Values } from './details.tsx'
import { History } from './history.tsx'
import { RecordActions } from './record-actions.tsx'
import { RecordMark } from './record-mark.tsx'
import { RelatedList } from './related-list.tsx'
import './show.css'
import { useIssueText } from '#src/fields/issue-text.ts'
import { Tabs } from '#src/kit/tabs.tsx'

interface ShowPageProps {
  readonly resource: AnyResource
  /** Tabs that a screen adds. One with the name of a related resource replaces its list. */
  readonly tabs?: readonly { readonly name: string; readonly label: string; readonly content: ReactNode }[]
  /** Actions that a screen adds to those declared. */
  readonly more?: (record: WireRecord) => ReactNode
}

/** The page of a record: its values, actions, related records and history. */
export function ShowPage({ resource: declared, tabs: added = [], more }: ShowPageProps) {
  const { t, language } = usePageText()
  const person = usePerson()
  const { role } = person
  const may = useMay()
  const resource = asSeenBy(declared, role)
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const { query } = useShow<WireRecord>({ resource: resource.name, id, queryOptions: { retry: false }, errorNotification: readFailure })
  const [asOf, showDay] = useAsOf()
  const past = usePast(resource, id, asOf)
  const record = asOf === null ? query.data?.data : past.data
  const { aside, dialog } = useWhoOnPage({ resource, record })
  const title = record ? titleText(resource, record, t) : ''
  const titleLanguage = useTitleLanguage(resource)(record)
  usePageTitle(title)
  const pages = pagesOf(resource, role)
  const place = useRecordPlace(resource, id)
  const back = { to: place.list, label: t(`resources:${resource.name}.many`), shortcut: 'u' }
  const beside = asOf === null && <Neighbours resource={resource} place={place} kind="show" />
  const editPath = place.keeping(pages.edit.replace(':id', id))
  const canEdit = record !== undefined && may('update', resource, record) && pageKinds(resource, role).includes('edit')
  usePageKeys(t('shell:keys.record'), [
    ...(canEdit ? [{ shown: ['E'], what: t('shell:keys.editRecord'), typed: ['e'], run: () => navigate(editPath) }] : []),
    { shown: ['U'], what: t('shell:keys.upToList'), typed: ['u'], run: () => navigate(place.list) },
  ])

  const failed = asOf === null ? query : past
  const error = failed.error instanceof HttpError ? failed.error : null
  const today = query.data?.data
  if (error?.statusCode === 404 && asOf !== null && today)
    return (
      <div className="page">
        <PageHead title={titleText(resource, today, t)} back={back} beside={beside} />
        <AsOfBand asOf={asOf} onToday={() => showDay(null)} />
        <p>{t('time:asOf.notYet')}</p>
      </div>
    )
  // The current record is still loading.
  const isUnsettled = asOf !== null && query.isLoading
  if (error?.statusCode === 404 && !isUnsettled) return <NotFound />
  if (!record)
    return (
      <div className="page">
        <PageHead title="…" back={back} beside={beside} />
        {failed.isError && !isUnsettled ? (
          <LoadFailed message={failed.error.message} reference={error?.requestId} onRetry={() => void failed.refetch()} />
        ) : (
          <FieldsSkeleton />
        )}
      </div>
    )

  const related = fieldEntries(resource).flatMap(([name, spec]) =>
    isKind(spec, 'many') && isReadable(resource, role, name) && may('read', resourceNamed(spec.of)) ? [{ name, spec }] : [],
  )
  const facts = factsOf(resource, record, person)
  // The two texts are equal for a record that was not changed within the same minute.
  const timesOf = ({ createdAt, updatedAt }: WireRecord) => {
    const [created, updated] = [longDateTime(createdAt, language), longDateTime(updatedAt, language)]
    return created === updated ? t('show.created', { created }) : t('show.times', { created, updated })
  }
  const values = { resource, record, ...(aside && { aside }) }
  const tabs = [
    {
      name: 'details',
      label: t('show.details'),
      content: <Values {...values} above={[...saidByHead(resource, person), ...facts]} />,
    },
    ...(asOf === null ? added : []),
    ...(asOf === null ? related : [])
      .filter(({ name }) => !added.some((tab) => tab.name === name))
      .map(({ name, spec }) => ({
        name,
        label: t(`resources:${resource.name}.fields.${name}`),
        content: <RelatedList key={name} resource={resourceNamed(spec.of)} by={spec.by} id={record.id} />,
      })),
    ...(may('history', resource, record)
      ? [
          {
            name: 'history',
            label: t('show.history'),
            content: <History key="history" resource={resource} id={record.id} record={record} />,
          },
        ]
      : []),
  ]
  return (
    <div className="page">
      <PageHead
        title={title}
        titleLanguage={titleLanguage}
        back={back}
        beside={beside}
        mark={<RecordMark resource={resource} record={record} />}
        note={timesOf(record)}
        actions={
          <>
            {asOf === null && more?.(record)}
            <RecordActions resource={resource} record={record} {...(canEdit && { editPath })} />
          </>
        }
      />
      {asOf === null ? (
        <>
          <RecordPeople resource={resource.name} id={record.id} />
          <RecordNotice resource={resource} record={record} onReload={() => void query.refetch()} />
          <Warnings record={record} />
        </>
      ) : (
        <AsOfBand asOf={asOf} onToday={() => showDay(null)} />
      )}
      <Summary {...values} names={facts} />
      <Tabs
        label={title}
        tabs={tabs}
        current={params.get('tab') ?? 'details'}
        onChange={(name) => setParams((now) => withTab(now, name), { replace: true })}
      />
      {dialog}
    </div>
  )
}

/** Returns the URL parameters with another tab. The details are the default and need no parameter. */
function withTab(now: URLSearchParams, name: string): URLSearchParams {
  const next = new URLSearchParams(now)
  if (name === 'details') next.delete('tab')
  else next.set('tab', name)
  return next
}

/** Warnings that the server adds to a record. They do not block anything. */
function Warnings({ record }: { readonly record: WireRecord }) {
  const { t } = usePageText()
  const issueText = useIssueText()
  // Only the server sets this property.
  const warnings = (record.warnings ?? []) as readonly Issue[]
  if (warnings.length === 0) return null
  return (
    <section className="message message-warn" aria-label={t('show.warnings')}>
      <ul>
        {warnings.map((warning) => (
          <li key={JSON.stringify(warning)}>{issueText(warning)}</li>
        ))}
      </ul>
    </section>
  )
}
