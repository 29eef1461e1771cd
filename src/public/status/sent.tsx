import type { WireApplication } from '#model/admission/wire.ts'
import { momentInWords } from '#model/values/dates.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { Icon } from '../../icons/icon.tsx'
import { PublicFrame } from '../frame.tsx'
import { Standing } from '../progress/standing.tsx'
import { Steps } from '../progress/steps.tsx'
import { Answered } from './answered.tsx'
import { forgetOwn } from './own-pictures.tsx'
import { Title } from './title.tsx'
import type { Views } from './views.ts'

/** Confirms that the answer was received: when, its content, and the next steps. */
export function Sent({ views, application }: { views: Views; application: WireApplication }) {
  const t = useText('status')
  const language = useLanguage()
  const { reference, progress, answered, updatedAt } = application
  const leave = () => {
    forgetOwn()
    views.reset()
  }
  return (
    <PublicFrame title={t('sent.title')}>
      <Title>{t('sent.title')}</Title>
      <p className="message message-success">
        <Icon name="success" />
        {t('sent.when', { date: momentInWords(answered?.at ?? updatedAt, language), reference })}
      </p>
      <Standing reference={reference} progress={progress} />
      <Steps progress={progress} />
      <Answered application={application} />
      <p>{t('sent.next')}</p>
      <button type="button" className="button" onClick={leave}>
        {t('sent.search')}
      </button>
    </PublicFrame>
  )
}
