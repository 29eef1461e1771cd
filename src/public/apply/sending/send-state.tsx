import { percentText } from '#model/values/size-text.ts'
import { useLanguage, useText } from '../../../i18n.ts'
import { Status } from '../../../spoken/status.tsx'
import type { Uploads } from '../../documents/uploads.ts'
import { useDelayed } from '../use-delayed.ts'
import type { Sending } from './use-sending.ts'

const slowMs = 8000

/** Wait after the last button: for documents still on their way, in one line, or for the answer. */
export function SendState({ phase, uploads }: { phase: Sending['phase']; uploads: Uploads }) {
  const t = useText('apply')
  const tPublic = useText('public')
  const language = useLanguage()
  const isSlow = useDelayed(phase === 'answers', slowMs)
  const share = shareOf(uploads)
  return (
    <>
      <Status className="public-slow">{phase === 'documents' ? t('sendingDocuments') : isSlow ? tPublic('progress.slow') : ''}</Status>
      {phase === 'documents' ? (
        <p className="apply-share">
          <progress className="document-progress" aria-label={t('sendingDocuments')} max={100} value={Math.round(share * 100)} />
          <span>{percentText(share, language)}</span>
        </p>
      ) : null}
    </>
  )
}

/** Share of all documents that has been sent. */
function shareOf(uploads: Uploads): number {
  const states = Object.values(uploads.all()).filter((state) => state !== undefined && state.step !== 'empty')
  const shares = states.map((state) => {
    return state.step === 'done' ? 1 : state.step === 'sending' ? state.share : 0
  })
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)
}
