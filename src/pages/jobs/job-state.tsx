import type { ChoiceColor, IconName } from '#model/vocabulary.ts'
import type { JobState, WireJob } from '#model/wire/jobs.ts'
import { Stamp } from '#src/theme/stamp.tsx'
import { useBulkText } from '../bulk/words.ts'
import { isFruitless } from './job-words.ts'

const stamps: { readonly [S in JobState]: { readonly color: ChoiceColor; readonly icon: IconName } } = {
  mapping: { color: 'amber', icon: 'pencil' },
  checking: { color: 'blue', icon: 'eye' },
  ready: { color: 'violet', icon: 'eye' },
  running: { color: 'blue', icon: 'clock' },
  paused: { color: 'amber', icon: 'pause' },
  cancelled: { color: 'neutral', icon: 'cross' },
  done: { color: 'green', icon: 'check' },
  failed: { color: 'red', icon: 'cross' },
}

export function JobStateStamp({ job }: { readonly job: WireJob }) {
  const { t } = useBulkText()
  if (isFruitless(job)) return <Stamp {...stamps.cancelled}>{t('states.nothing')}</Stamp>
  return <Stamp {...stamps[job.state]}>{t(`states.${job.state}`)}</Stamp>
}
