import { useAnnounce } from '@matricola/console/announcements/announcer.tsx'
import { numberDisplay } from '@matricola/console/fields/number-text.ts'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { StateBadge } from '@matricola/console/theme/state-badge.tsx'
import { useCall } from '@matricola/console/use-call.ts'
import { useEffect, useState } from 'react'
import {
  type ReleaseGroup,
  releaseGroupMembers,
  type WireGroupMember,
} from '#resources/calls/ranking.ts'
import {
  ApplicationLink,
  RankingPager,
  RankingTable,
  usePlaceKindText,
  useRankingText,
} from './ranking-table.tsx'

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
  const [page, setPage] = useState(1)
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
      <h2 id="release-group" className="section-title">
        {title}
      </h2>
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
            <Cause key="why" member={member} />,
            member.mail ? t(`ranking:release.mails.${member.mail}`) : t('ranking:release.noMail'),
          ],
        }))}
      />
      <RankingPager page={page} pageSize={rowsPerPage} total={data.totalCount} onPage={setPage} />
    </section>
  )
}

/** Why a place became worse, with the value that changed or the groups of data that did. */
function Cause({ member: { cause, causeDetails } }: { readonly member: WireGroupMember }) {
  const { t, language } = useRankingText()
  if (!cause) return '–'
  const { grade, old, new: current, groups = [] } = causeDetails ?? {}
  const number = (value: number) => numberDisplay(value, language)
  return (
    <div className="release-cause">
      {t(`ranking:release.causes.${cause}`)}
      {old !== undefined && current !== undefined && (
        <span className="ranking-detail">
          {grade && `${t(`resources:registrations.fields.${grade}`)}: `}
          {t('ranking:release.changed', { old: number(old), new: number(current) })}
        </span>
      )}
      {groups.length > 0 && (
        <span className="ranking-detail">
          {groups.map((one) => t(`ranking:release.causes.${one}`)).join('; ')}
        </span>
      )}
    </div>
  )
}
