import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { type AppIconName, Icon } from '@matricola/console/icons/icon.tsx'
import { saveBlob } from '@matricola/console/save-file.ts'
import { type NextActor, progressMessage, type WireProgress } from '#resources/admission/progress.ts'
import { createCalendarEntry, hasCalendarEntry } from './calendar.ts'
import './progress.css'

const icons: { readonly [actor in NextActor]: AppIconName } = { applicant: 'pencil', staff: 'clock', nobody: 'check' }

interface NextStepPanelProps {
  /** Names the calendar entry. Null if no entry is possible. */
  readonly reference: string | null
  readonly progress: WireProgress
}

/** Shows who acts next and the next step. Offers a calendar entry if there is a date and scripts are running. */
export function NextStepPanel({ reference, progress }: NextStepPanelProps) {
  const t = useText('progress')
  const { key, params } = progressMessage(progress, useLanguage())
  return (
    <div className="next-step" data-next-actor={progress.nextActor}>
      <p className="next-step-actor">
        <Icon name={icons[progress.nextActor]} />
        {t(`nextActors.${progress.nextActor}`)}
      </p>
      <p>{t(key, params)}</p>
      {reference === null ? null : <AddToCalendar reference={reference} progress={progress} />}
    </div>
  )
}

function AddToCalendar({ reference, progress }: NextStepPanelProps & { readonly reference: string }) {
  const t = useText('progress')
  const language = useLanguage()
  if (!hasCalendarEntry(progress)) return null
  const add = () =>
    saveBlob(
      new Blob([createCalendarEntry(reference, progress, language)], { type: 'text/calendar' }),
      `${t('calendar.fileName')}-${reference}.ics`,
    )
  return (
    <button type="button" className="button" onClick={add}>
      <Icon name="clock" />
      {t('calendar.add')}
    </button>
  )
}
