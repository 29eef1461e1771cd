import { sentenceOf, type Turn, type WireProgress } from '#model/admission/progress.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { type DrawnIcon, Icon } from '../../icons/icon.tsx'
import { handOver } from '../../save-file.ts'
import { entryOf, hasEntry } from './calendar.ts'
import './progress.css'

const icons: { readonly [turn in Turn]: DrawnIcon } = { applicant: 'pencil', office: 'clock', nobody: 'check' }

interface Parts {
  /** Names the calendar entry. Null if no entry is possible. */
  readonly reference: string | null
  readonly progress: WireProgress
}

/** Shows whose turn it is and the next step. Offers a calendar entry if there is a date and scripts are running. */
export function Standing({ reference, progress }: Parts) {
  const t = useText('progress')
  const { key, params } = sentenceOf(progress, useLanguage())
  return (
    <div className="standing" data-turn={progress.turn}>
      <p className="standing-turn">
        <Icon name={icons[progress.turn]} />
        {t(`turns.${progress.turn}`)}
      </p>
      <p>{t(key, params)}</p>
      {reference === null ? null : <AddToCalendar reference={reference} progress={progress} />}
    </div>
  )
}

function AddToCalendar({ reference, progress }: Parts & { readonly reference: string }) {
  const t = useText('progress')
  const language = useLanguage()
  if (!hasEntry(progress)) return null
  const add = () =>
    handOver(new Blob([entryOf(reference, progress, language)], { type: 'text/calendar' }), `${t('calendar.fileName')}-${reference}.ics`)
  return (
    <button type="button" className="button" onClick={add}>
      <Icon name="clock" />
      {t('calendar.add')}
    </button>
  )
}
