import type { JobState } from '#model/jobs.ts'
import type { ChoiceColor, IconName } from '#model/vocabulary.ts'
import { Stamp } from '#src/theme/stamp.tsx'
import { useBulkText } from './words.ts'

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

/** How a job stands, as a stamp. */
export function JobStateStamp({ state }: { readonly state: JobState }) {
  const { t } = useBulkText()
  return <Stamp {...stamps[state]}>{t(`states.${state}`)}</Stamp>
}
