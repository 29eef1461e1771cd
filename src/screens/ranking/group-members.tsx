import { useAnnounce } from '@matricola/console/announcements/announcer.tsx'
import { useHttp } from '@matricola/console/app/console-context.ts'
import { downloadAfterReauthentication } from '@matricola/console/app/reauthenticated-download.ts'
import { usePermission } from '@matricola/console/app/use-permission.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { numberDisplay } from '@matricola/console/fields/number-text.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { StateBadge } from '@matricola/console/theme/state-badge.tsx'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { useCall } from '@matricola/console/use-call.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { fillPath } from '@matricola/schema/wire/endpoints.ts'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { causeLines } from '#resources/admission/cause-lines.ts'
import {
  type ReleaseGroup,
  releaseGroupFile,
  releaseGroupMembers,
  type WireCauseSources,
  type WireGroupMember,
} from '#resources/calls/ranking.ts'
import { getResource } from '#resources/index.ts'
import { MailPreview } from './mail-preview.tsx'
import {
  ApplicationLink,
  RankingPager,
  RankingTable,
  usePlaceKindText,
  useRankingText,
} from './ranking-table.tsx'

const registrationsResource = getResource('registrations')
const programmes = getResource('admission-programmes')
const appeals = getResource('admission-appeals')
const rowsPerPage = 50

interface GroupMembersProps {
  readonly id: string
  readonly group: ReleaseGroup
  /** Called once the names are shown. */
  readonly onShown: (group: ReleaseGroup) => void
}

/** The applicants in one group, with their places before and now. */
export function GroupMembers({ id, group, onShown }: GroupMembersProps) {
  const { t, language } = useRankingText()
  const kindText = usePlaceKindText()
  const can = usePermission()
  const [page, setPage] = useState(1)
  const [mailOf, setMailOf] = useState<{ id: string; opened: number } | null>(null)
  const query = { group, pageNumber: String(page), pageSize: String(rowsPerPage) }
  const { data, error, refetch, isPlaceholderData } = useCall(
    releaseGroupMembers,
    { params: { id }, query },
    { keepPreviousResult: true },
  )
  const isShown = data !== undefined && !isPlaceholderData
  useEffect(() => {
    if (isShown) onShown(group)
  }, [isShown, group, onShown])
  const title = data
    ? t('ranking:release.listTitle', {
        group: t(`ranking:release.groups.${group}`),
        total: numberDisplay(data.totalCount, language, 0),
      })
    : ''
  useAnnounce(title)
  if (error) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <FieldsSkeleton rows={6} />
  const placeText = (place: WireGroupMember['now']) =>
    place
      ? t('ranking:place', { programme: place.programme, kind: kindText(place) })
      : t('ranking:noPlace')
  return (
    <section aria-labelledby="release-group">
      <div className="section-head">
        <h2 id="release-group" className="section-title">
          {title}
        </h2>
        {can('export', registrationsResource) && <FileButton id={id} group={group} />}
      </div>
      <RankingTable
        caption={title}
        columns={['applicant', 'before', 'now', 'confirmed', 'why', 'email'].map((name) =>
          t(`ranking:release.columns.${name}`),
        )}
        rows={data.list.map((member) => ({
          key: member.registrationId,
          cells: [
            <span key="applicant">
              <ApplicationLink id={member.registrationId} reference={member.name} />
              <span className="ranking-detail">{member.reference}</span>
            </span>,
            placeText(member.before),
            <strong key="now">{placeText(member.now)}</strong>,
            <StateBadge
              key="confirmed"
              {...(member.isConfirmed ? { color: 'green', icon: 'check' } : {})}
            >
              {t(`shell:${member.isConfirmed ? 'yes' : 'no'}`)}
            </StateBadge>,
            <Cause key="why" member={member} sources={data.sources} />,
            member.mail ? (
              <button
                key="email"
                type="button"
                className="button-link"
                aria-expanded={member.registrationId === mailOf?.id}
                onClick={() =>
                  setMailOf((last) => ({
                    ...{ id: member.registrationId, opened: (last?.opened ?? 0) + 1 },
                  }))
                }
              >
                {t(`ranking:release.mails.${member.mail}`)}
                <span className="visually-hidden">, {member.name}</span>
              </button>
            ) : (
              t('ranking:release.noMail')
            ),
          ],
        }))}
      />
      <RankingPager page={page} pageSize={rowsPerPage} total={data.totalCount} onPage={setPage} />
      {mailOf !== null && (
        <MailPreview
          key={mailOf.opened}
          id={id}
          members={data.list}
          chosen={mailOf.id}
          onChoose={(registrationId) => setMailOf({ ...mailOf, id: registrationId })}
        />
      )}
    </section>
  )
}

interface CauseProps {
  readonly member: WireGroupMember
  /** Null for users who must not read whose data changed. */
  readonly sources: WireCauseSources | null
}

/** Why a place became worse, with the value that changed and links to the data that did. */
function Cause({ member, sources }: CauseProps) {
  const { t, language } = useRankingText()
  const { role } = useUser()
  const [cause, ...details] = causeLines(member, {
    language,
    text: (key, values) => t(key, { ...values }),
  })
  if (cause === undefined) return '–'
  return (
    <div className="release-cause">
      {cause}
      {details.map((line) => (
        <span key={line} className="ranking-detail">
          {line}
        </span>
      ))}
      {member.programmeId && (
        <span className="ranking-detail">
          <Link to={pagePaths(programmes, role).show.replace(':id', member.programmeId)}>
            {t('ranking:release.showProgramme')}
          </Link>
        </span>
      )}
      {sources &&
        sourceGroupsOf(member).map((group) => (
          <Sources key={group} source={sources[group]} ownId={member.registrationId} />
        ))}
    </div>
  )
}

/** The groups of applicants whose data are the cause. */
const sourceGroupsOf = ({
  cause,
  causeDetails,
}: WireGroupMember): readonly (keyof WireCauseSources)[] =>
  (['appealUpheld', 'gradeCorrected', 'applications'] as const).filter(
    (group) =>
      group === (cause === 'applicationAdded' ? 'applications' : cause) ||
      causeDetails?.groups?.includes(group),
  )

interface SourcesProps {
  readonly source: WireCauseSources['applications']
  /** The applicant, who is none of the others. */
  readonly ownId: string
}

/** Links to upheld appeals, or to the applications whose data changed. */
function Sources({ source: { list, total }, ownId }: SourcesProps) {
  const { t } = useRankingText()
  const { role } = useUser()
  const others = list.filter(({ registrationId }) => registrationId !== ownId)
  const more = total - list.length
  return (
    <span className="ranking-detail release-sources">
      {others.map(({ registrationId, reference, appealId }) =>
        appealId ? (
          <Link key={registrationId} to={pagePaths(appeals, role).show.replace(':id', appealId)}>
            {t('ranking:release.appealOf', { reference })}
          </Link>
        ) : (
          <ApplicationLink key={registrationId} id={registrationId} reference={reference} />
        ),
      )}
      {more > 0 && <span>{t('ranking:release.more', { count: more })}</span>}
    </span>
  )
}

interface FileButtonProps {
  readonly id: string
  readonly group: ReleaseGroup
}

/** Downloads the whole group, after the password if it was not entered recently. */
function FileButton({ id, group }: FileButtonProps) {
  const { t, language } = useRankingText()
  const http = useHttp()
  const path = `${fillPath(releaseGroupFile.path, { id })}?group=${group}&lng=${language}`
  return (
    <a
      className="button"
      href={http.apiUrl(path)}
      download
      onClick={(event) => {
        event.preventDefault()
        downloadAfterReauthentication(http, registrationsResource, path).catch((error: Error) =>
          showToast({ severity: 'error', summary: error.message }),
        )
      }}
    >
      <Icon name="download" />
      {t('ranking:release.file')}
    </a>
  )
}
