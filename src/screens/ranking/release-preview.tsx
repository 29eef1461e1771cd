import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { useHttp } from '@matricola/console/app/console-context.ts'
import { usePermission } from '@matricola/console/app/use-permission.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { longDate } from '@matricola/console/fields/date-text.ts'
import { numberDisplay } from '@matricola/console/fields/number-text.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { Button } from '@matricola/console/kit/button.tsx'
import { Checkbox } from '@matricola/console/kit/checks.tsx'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { useRecordAction } from '@matricola/console/pages/form/use-record-action.ts'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { useCall } from '@matricola/console/use-call.ts'
import { languageName } from '@matricola/schema/languages.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { today } from '@matricola/schema/values/dates.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useOne } from '@refinedev/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { AllocationReport as CheckReport } from '#resources/admission/allocation/checker.ts'
import {
  type ReleaseEffect,
  type ReleaseGroup,
  releaseChecks,
  releaseGroups,
  resultsDraftState,
  worseGroups,
} from '#resources/calls/ranking.ts'
import { getResource } from '#resources/index.ts'
import { BlockedPlace } from './blocked-place.tsx'
import { CheckFindings } from './check-findings.tsx'
import { GroupMembers } from './group-members.tsx'
import { useRankingText } from './ranking-table.tsx'

const rounds = getResource('admission-rounds')
const programmes = getResource('admission-programmes')
const appealsResource = getResource('admission-appeals')
/** Milliseconds after which the page notices that the data of the draft has changed. */
const pollMs = 10_000

interface ReleasePreviewProps {
  readonly resource: AnyResource
  readonly record: WireRecord
}

/**
 * The effect of releasing a draft: who is better off, worse off or unchanged, by name, and
 * what has to be checked and read before it.
 */
export function ReleasePreview({ resource, record }: ReleasePreviewProps) {
  const { id } = record
  const [group, setGroup] = useState<ReleaseGroup | null>(null)
  const [shown, setShown] = useState<ReadonlySet<ReleaseGroup>>(new Set())
  const onShown = useCallback(
    (one: ReleaseGroup) =>
      setShown((groups) => (groups.has(one) ? groups : new Set([...groups, one]))),
    [],
  )
  const { t } = useRankingText()
  const { data, error, refetch } = useCall(
    resultsDraftState,
    { params: { id } },
    { pollInterval: () => pollMs },
  )
  if (error) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <FieldsSkeleton rows={6} />
  const { effect, isStale, appeals } = data
  return (
    <>
      {effect && <GroupTiles effect={effect} selected={group} onSelect={setGroup} />}
      <div className="release-columns">
        <div>
          {group === null ? (
            <p className="panel ranking-section">{t('ranking:release.choose')}</p>
          ) : (
            <GroupMembers key={group} id={id} group={group} onShown={onShown} />
          )}
        </div>
        <div>
          <Checks
            resource={resource}
            record={record}
            isStale={isStale === true}
            appeals={appeals ?? 0}
          />
          {isStale ? (
            <NewDraft resource={resource} record={record} />
          ) : (
            effect && <Release resource={resource} record={record} effect={effect} shown={shown} />
          )}
        </div>
      </div>
    </>
  )
}

interface GroupTilesProps {
  readonly effect: ReleaseEffect
  readonly selected: ReleaseGroup | null
  readonly onSelect: (group: ReleaseGroup) => void
}

/** The groups with their counts. An empty one cannot be opened. */
function GroupTiles({ effect, selected, onSelect }: GroupTilesProps) {
  const { t, language } = useRankingText()
  return (
    <ul className="bare-list release-groups" aria-label={t('ranking:release.effect')}>
      {releaseGroups.map((group) => {
        const { total, confirmed } = effect[group]
        const content = (
          <>
            <span className="release-count">{numberDisplay(total, language, 0)}</span>
            <span className="release-group-name">{t(`ranking:release.groups.${group}`)}</span>
            {total > 0 && group !== 'first' && group !== 'noPlace' && (
              <span className="ranking-detail">
                {confirmed === 0
                  ? t('ranking:release.noneConfirmed')
                  : t('ranking:release.confirmed', { count: confirmed })}
              </span>
            )}
          </>
        )
        const className = `panel release-tile release-tile-${group}`
        return (
          <li key={group}>
            {total === 0 ? (
              <div className={className}>{content}</div>
            ) : (
              <button
                type="button"
                className={className}
                aria-pressed={group === selected}
                onClick={() => onSelect(group)}
              >
                {content}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface ChecksProps extends ReleasePreviewProps {
  readonly isStale: boolean
  /** Number of open appeals. */
  readonly appeals: number
}

/** Checks before a release. Only the first and the last of them prevent it. */
function Checks({ resource, record, isStale, appeals }: ChecksProps) {
  const { t, language } = useRankingText()
  const { role } = useUser()
  const { query } = useOne<WireRecord>({
    resource: rounds.name,
    id: String(record.admissionRoundId),
    errorNotification: false,
  })
  const round = query.data?.data
  // The declaration gives the field this type.
  const report = record.report as CheckReport | null
  const dates = round && roundDates(round, today(new Date()))
  return (
    <section className="panel ranking-section" aria-labelledby="release-checks">
      <h2 id="release-checks" className="section-title">
        {t('ranking:release.checks.title')}
      </h2>
      <LiveRegion as="div">
        <Check isGood={!isStale}>
          {t(isStale ? 'ranking:report.stale' : 'ranking:release.checks.unchanged')}
        </Check>
      </LiveRegion>
      {dates && (
        <Check isGood={dates === 'dates'}>
          {t(`ranking:release.checks.${dates}`, {
            date: longDate(String(round.confirmBy), language),
          })}{' '}
          {dates !== 'dates' && (
            <Link to={pagePaths(rounds, role).show.replace(':id', round.id)}>
              {t('ranking:release.checks.showRound')}
            </Link>
          )}
        </Check>
      )}
      <Check isGood={appeals === 0}>
        {appeals === 0 ? (
          t('ranking:release.checks.noAppeals')
        ) : (
          <>
            {t('ranking:report.appeals', { count: appeals })}{' '}
            <Link to={`${pagePaths(appealsResource, role).list}?view=open`}>
              {t('ranking:release.checks.showAppeals')}
            </Link>
          </>
        )}
      </Check>
      {report && (
        <Check isGood={report.found === 0}>
          <CheckFindings report={report} />
        </Check>
      )}
      <MoreChecks resource={resource} record={record} isStale={isStale} />
    </section>
  )
}

/**
 * Checks of changed ranking rules, of the emails, and of applicants who would have a place but for
 * a confirmed one.
 */
function MoreChecks({ resource, record, isStale }: Omit<ChecksProps, 'appeals'>) {
  const { t, language } = useRankingText()
  const { role } = useUser()
  const { data, error, refetch } = useCall(
    releaseChecks,
    { params: { id: record.id } },
    // The names are logged, so they are not read again by themselves.
    { staleTime: Number.POSITIVE_INFINITY },
  )
  if (error) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <FieldsSkeleton rows={2} />
  const { changedRules, languages, blocked, blockedCount } = data
  return (
    <>
      {changedRules.map(({ admissionProgrammeId, changedAt, ...rule }) => (
        <Check key={admissionProgrammeId} isGood={false}>
          {t('ranking:release.checks.changedRule', {
            ...rule,
            date: longDate(today(new Date(changedAt)), language),
          })}{' '}
          {rule.reason !== null &&
            `${t('ranking:release.checks.ruleReason', { reason: rule.reason })} `}
          <Link to={pagePaths(programmes, role).show.replace(':id', admissionProgrammeId)}>
            {t('ranking:release.checks.showProgramme')}
          </Link>
        </Check>
      ))}
      {languages.length === 0 ? (
        <Check isGood>{t('ranking:release.checks.mails')}</Check>
      ) : (
        languages.map(({ language: code, mails, lacksRoundName }) => (
          <Check key={code} isGood={false}>
            {mails.length > 0 && (
              <p>
                {t('ranking:release.checks.mailsLack', {
                  language: languageName(code, language),
                  mails: mails.map((mail) => t(`ranking:release.mails.${mail}`)).join(', '),
                })}
              </p>
            )}
            {lacksRoundName && (
              <p>
                {t('ranking:release.checks.roundLacks', { language: languageName(code, language) })}{' '}
                <Link
                  to={pagePaths(rounds, role).show.replace(':id', String(record.admissionRoundId))}
                >
                  {t('ranking:release.checks.showRound')}
                </Link>
              </p>
            )}
          </Check>
        ))
      )}
      {blocked.map((applicant) => (
        <Check key={applicant.registrationId} isGood={false}>
          <BlockedPlace
            resource={resource}
            record={record}
            applicant={applicant}
            isStale={isStale}
          />
        </Check>
      ))}
      {blockedCount > blocked.length && (
        <p className="ranking-detail">
          {t('ranking:release.more', { count: blockedCount - blocked.length })}
        </p>
      )}
    </>
  )
}

function Check({ isGood, children }: { readonly isGood: boolean; readonly children: ReactNode }) {
  return (
    <div className={`release-check${isGood ? '' : ' release-check-open'}`}>
      <Icon name={isGood ? 'check' : 'warning'} />
      <div>{children}</div>
    </div>
  )
}

/** Whether applicants can still confirm their places, and the dates of the round are in order. */
function roundDates(
  { resultsOn, appealUntil, confirmBy }: WireRecord,
  day: string,
): 'dates' | 'noLastDay' | 'lastDayPassed' | 'datesOrder' {
  if (typeof confirmBy !== 'string') return 'noLastDay'
  if (confirmBy < day) return 'lastDayPassed'
  const given = [resultsOn, appealUntil, confirmBy].filter((date) => typeof date === 'string')
  return given.join() === given.toSorted().join() ? 'dates' : 'datesOrder'
}

interface ReleaseProps extends ReleasePreviewProps {
  readonly effect: ReleaseEffect
  /** Groups whose names the user has opened. */
  readonly shown: ReadonlySet<ReleaseGroup>
}

/** The statement that the names were read, and the button that proposes or releases. */
function Release({ resource, record, effect, shown }: ReleaseProps) {
  const { t } = useRankingText()
  const can = usePermission()
  const user = useUser()
  const [read, setRead] = useState<readonly ReleaseGroup[]>([])
  const { isPending, run } = useRecordAction(resource, record)
  const action = record.needsSecond && record.state === 'ready' ? 'propose' : 'release'
  if (!can(action, resource, record)) return null
  if (record.needsSecond && record.proposedById === user.id)
    return <p className="panel ranking-section">{t('ranking:release.anotherPerson')}</p>
  const groups = worseGroups.filter((group) => effect[group].total > 0)
  const isUnread = groups.some((group) => !shown.has(group))
  const isReady = groups.every((group) => read.includes(group)) && record.findings === 0
  return (
    <section className="panel ranking-section" aria-labelledby="release-read">
      <h2 id="release-read" className="section-title">
        {t(groups.length > 0 ? 'ranking:release.read.title' : 'ranking:release.title')}
      </h2>
      {groups.map((group) => (
        <div key={group}>
          <Checkbox
            checked={read.includes(group)}
            disabled={!shown.has(group)}
            onChange={({ target }) =>
              setRead((others) => [
                ...others.filter((other) => other !== group),
                ...(target.checked ? [group] : []),
              ])
            }
          >
            {t(`ranking:release.read.${group}`, { count: effect[group].total })}
          </Checkbox>
        </div>
      ))}
      {isUnread && <p className="field-help">{t('ranking:release.read.openFirst')}</p>}
      <Button
        kind="primary"
        className="release-button"
        disabled={!isReady}
        aria-disabled={isPending}
        onClick={() => {
          if (!isPending) run({ action, input: { readGroups: groups } })
        }}
      >
        {t(`resources:${resource.name}.actions.${action}`)}
      </Button>
      <p className="field-help">{t('ranking:release.hint')}</p>
    </section>
  )
}

/** Starts another draft for the round, since this one can no longer be released. */
function NewDraft({ resource, record }: ReleasePreviewProps) {
  const { t } = useRankingText()
  const can = usePermission()
  const { role } = useUser()
  const { request, withIdempotencyKey } = useHttp()
  const navigate = useNavigate()
  const body = { admissionRoundId: record.admissionRoundId }
  const creation = useMutation({
    mutationFn: () =>
      withIdempotencyKey([resource.name, 'create', record.id], (headers) =>
        request<WireRecord>(endpointsOf(resource).create, { body, headers }),
      ),
    onSuccess: ({ data }) => navigate(pagePaths(resource, role).show.replace(':id', data.id)),
    onError: ({ message }) => showToast({ severity: 'error', summary: message }),
  })
  if (!can('create', resource)) return null
  return (
    <Button kind="primary" disabled={creation.isPending} onClick={() => creation.mutate()}>
      {t('ranking:release.newDraft')}
    </Button>
  )
}
