import type { ChoiceColor, IconName } from '@matricola/schema/vocabulary.ts'
import type { JobState, WireJob } from '@matricola/schema/wire/jobs.ts'
import { StateBadge } from '../../theme/state-badge.tsx'
import { useBulkText } from '../bulk/bulk-text.ts'
import { hasNoEffect } from './job-text.ts'

const badges: {
  readonly [S in JobState]: { readonly color: ChoiceColor; readonly icon: IconName }
} = {
  mapping: { color: 'amber', icon: 'pencil' },
  checking: { color: 'blue', icon: 'eye' },
  ready: { color: 'violet', icon: 'eye' },
  running: { color: 'blue', icon: 'clock' },
  paused: { color: 'amber', icon: 'pause' },
  cancelled: { color: 'neutral', icon: 'cross' },
  done: { color: 'green', icon: 'check' },
  failed: { color: 'red', icon: 'cross' },
}

export function JobStateBadge({ job }: { readonly job: WireJob }) {
  const { t } = useBulkText()
  if (hasNoEffect(job)) return <StateBadge {...badges.cancelled}>{t('states.nothing')}</StateBadge>
  return <StateBadge {...badges[job.state]}>{t(`states.${job.state}`)}</StateBadge>
}
