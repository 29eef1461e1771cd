import type { WirePublicEvent } from '#model/admission/wire.ts'
import { momentInWords } from '#model/dates.ts'
import { useLanguage, useText } from '../../i18n.ts'

/** Events, newest first; people of the office have no names here. */
export function Timeline({ events }: { events: readonly WirePublicEvent[] }) {
  const t = useText('status')
  const language = useLanguage()
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">{t('timeline.title')}</h2>
      <ol className="status-timeline">
        {events.map(({ type, at, isOwn }) => (
          <li key={`${at} ${type}`}>
            <strong>{t(`events.${type}`)}</strong>
            <span>{t('timeline.line', { date: momentInWords(at, language), who: t(isOwn ? 'timeline.you' : 'timeline.office') })}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
