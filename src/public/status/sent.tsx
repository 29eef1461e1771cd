import { useLanguage, useText } from '../../i18n.ts'
import { Icon } from '../../icons/icon.tsx'
import { romanianTime } from '../apply/times.ts'
import { PublicFrame } from '../frame.tsx'
import { Title } from './title.tsx'
import type { Views } from './views.ts'

/** The office has the answer. */
export function Sent({ views, at, reference }: { views: Views; at: string; reference: string }) {
  const t = useText('status')
  const language = useLanguage()
  return (
    <PublicFrame title={t('sent.title')}>
      <Title>{t('sent.title')}</Title>
      <p className="message message-success">
        <Icon name="success" />
        {t('sent.when', { date: romanianTime(at, language), reference })}
      </p>
      <p>{t('sent.next')}</p>
      <button type="button" className="button" onClick={() => views.reset()}>
        {t('sent.search')}
      </button>
    </PublicFrame>
  )
}
