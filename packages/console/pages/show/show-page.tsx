import { HttpError } from '@matricola/providers/http.ts'
import { isReadable, resourceForRole } from '@matricola/schema/access.ts'
import { pageTypes } from '@matricola/schema/areas.ts'
import { isFieldType } from '@matricola/schema/field.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldEntries } from '@matricola/schema/resource-fields.ts'
import type { Issue, WireRecord } from '@matricola/schema/wire/wire.ts'
import { useShow } from '@refinedev/core'
import type { ReactNode } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { NotFound } from '../../app/not-found.tsx'
import { usePageTitle } from '../../app/page-title.ts'
import { usePermission } from '../../app/use-permission.ts'
import { useUser } from '../../app/user-context.ts'
import { longDateTime } from '../../fields/date-text.ts'
import { usePageText } from '../../fields/page-text.ts'
import { titleText } from '../../fields/title-text.ts'
import { useTitleLanguage } from '../../fields/university-text.tsx'
import { usePageShortcuts } from '../../shortcuts/page-shortcuts.ts'
import { FieldsSkeleton, LoadFailed } from '../form/load-state.tsx'
import { PageHeader } from '../form/page-header.tsx'
import { readFailureNotification } from '../form/saved.ts'
import '../form/form.css'
import { RecordPresenceMarks } from '../../live/presence-marks.tsx'
import { StaleRecordNotice } from '../../live/stale-record-notice.tsx'
import { AsOfBand } from '../history/as-of.tsx'
import { useAsOf } from '../history/use-as-of.ts'
import { useRecordAsOf } from '../history/use-record-as-of.ts'
import { useValueHistoryButtons } from '../history/use-value-history.tsx'
import { Neighbours, useListPosition } from '../list/list-position.tsx'
import { RecordActions } from './record-actions.tsx'
import { headerFields, RecordSummary, RecordValues, summaryFields } from './record-details.tsx'
import { RecordHistory } from './record-history.tsx'
import { RecordStateBadge } from './record-state-badge.tsx'
import { RelatedList } from './related-list.tsx'
import './show.css'
import { useIssueText } from '../../fields/issue-text.ts'
import { Tabs } from '../../kit/tabs.tsx'

interface ShowPageProps {
  readonly resource: AnyResource
  /** Tabs that a screen adds. One with the name of a related resource replaces its list. */
  readonly tabs?: readonly {
    readonly name: string
    readonly label: string
    readonly content: ReactNode
    /** Before the details, and shown first. */
    readonly isFirst?: true
  }[]
  /** Actions that a screen adds to those declared. */
  readonly more?: (record: WireRecord) => ReactNode
}

/** The page of a record: its values, actions, related records and history. */
export function ShowPage({ resource: declared, tabs: added = [], more }: ShowPageProps) {
  const { t, language } = usePageText()
  const user = useUser()
  const { role } = user
  const can = usePermission()
  const resource = resourceForRole(declared, role)
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const { query } = useShow<WireRecord>({
    resource: resource.name,
    id,
    queryOptions: { retry: false },
    errorNotification: readFailureNotification,
  })
  const [asOf, showDay] = useAsOf()
  const recordAsOf = useRecordAsOf(resource, id, asOf)
  const record = asOf === null ? query.data?.data : recordAsOf.data
  const { aside, dialog } = useValueHistoryButtons({ resource, record })
  const title = record ? titleText(resource, record, t) : ''
  const titleLanguage = useTitleLanguage(resource)(record)
  usePageTitle(title)
  const pages = pagePaths(resource, role)
  const position = useListPosition(resource, id)
  const back = { to: position.list, label: t(`resources:${resource.name}.many`), shortcut: 'u' }
  const neighbours = asOf === null && (
    <Neighbours resource={resource} position={position} kind="show" />
  )
  const editPath = position.withListQuery(pages.edit.replace(':id', id))
  const canEdit =
    record !== undefined &&
    can('update', resource, record) &&
    pageTypes(resource, role).includes('edit')
  usePageShortcuts(t('shell:keys.record'), [
    ...(canEdit
      ? [
          {
            keyLabels: ['E'],
            description: t('shell:keys.editRecord'),
            triggers: ['e'],
            run: () => navigate(editPath),
          },
        ]
      : []),
    {
      keyLabels: ['U'],
      description: t('shell:keys.upToList'),
      triggers: ['u'],
      run: () => navigate(position.list),
    },
  ])

  const failed = asOf === null ? query : recordAsOf
  const error = failed.error instanceof HttpError ? failed.error : null
  const today = query.data?.data
  if (error?.statusCode === 404 && asOf !== null && today)
    return (
      <div className="page">
        <PageHeader title={titleText(resource, today, t)} back={back} extra={neighbours} />
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
        <PageHeader title="…" back={back} extra={neighbours} />
        {failed.isError && !isUnsettled ? (
          <LoadFailed
            message={failed.error.message}
            reference={error?.requestId}
            onRetry={() => void failed.refetch()}
          />
        ) : (
          <FieldsSkeleton />
        )}
      </div>
    )

  const relatedLists = fieldEntries(resource).flatMap(([name, spec]) =>
    isFieldType(spec, 'many') &&
    isReadable(resource, role, name) &&
    can('read', related(resource, spec.of))
      ? [{ name, spec }]
      : [],
  )
  const facts = summaryFields(resource, record, user)
  // The two texts are equal for a record that was not changed within the same minute.
  const timesOf = ({ createdAt, updatedAt }: WireRecord) => {
    const [created, updated] = [
      longDateTime(createdAt, language),
      longDateTime(updatedAt, language),
    ]
    return created === updated
      ? t('show.created', { created })
      : t('show.times', { created, updated })
  }
  const values = { resource, record, ...(aside && { aside }) }
  const currentTabs = asOf === null ? added : []
  const tabs = [
    ...currentTabs.filter(({ isFirst }) => isFirst),
    {
      name: 'details',
      label: t('show.details'),
      content: (
        <RecordValues {...values} excludedFields={[...headerFields(resource, user), ...facts]} />
      ),
    },
    ...currentTabs.filter(({ isFirst }) => !isFirst),
    ...(asOf === null ? relatedLists : [])
      .filter(({ name }) => !added.some((tab) => tab.name === name))
      .map(({ name, spec }) => ({
        name,
        label: t(`resources:${resource.name}.fields.${name}`),
        content: (
          <RelatedList
            key={name}
            resource={related(resource, spec.of)}
            by={spec.by}
            id={record.id}
          />
        ),
      })),
    ...(can('history', resource, record)
      ? [
          {
            name: 'history',
            label: t('show.history'),
            content: (
              <RecordHistory key="history" resource={resource} id={record.id} record={record} />
            ),
          },
        ]
      : []),
  ]
  const firstTab = tabs[0]?.name ?? ''
  return (
    <div className="page">
      <PageHeader
        title={title}
        titleLanguage={titleLanguage}
        back={back}
        extra={neighbours}
        badge={<RecordStateBadge resource={resource} record={record} />}
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
          <RecordPresenceMarks resource={resource.name} id={record.id} />
          <StaleRecordNotice
            resource={resource}
            record={record}
            onReload={() => void query.refetch()}
          />
          <Warnings record={record} />
        </>
      ) : (
        <AsOfBand asOf={asOf} onToday={() => showDay(null)} />
      )}
      <RecordSummary {...values} names={facts} />
      <Tabs
        label={title}
        tabs={tabs}
        current={params.get('tab') ?? firstTab}
        onChange={(name) =>
          setParams((currentParams) => withTab(currentParams, name === firstTab ? null : name), {
            replace: true,
          })
        }
      />
      {dialog}
    </div>
  )
}

/** Returns the URL parameters with another tab; null: the first one, which needs no parameter. */
function withTab(currentParams: URLSearchParams, name: string | null): URLSearchParams {
  const next = new URLSearchParams(currentParams)
  if (name === null) next.delete('tab')
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
