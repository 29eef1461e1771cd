import { dateTimeText } from '@matricola/console/fields/date-text.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import type { RequestedChange } from '#resources/admission/wire.ts'

interface ChangeNoteProps {
  readonly change: RequestedChange
  /** The previous value, as shown to the user. */
  readonly before: string
}

/** A requested change, and the applicant's answer to it. */
export function ChangeNote({ change, before }: ChangeNoteProps) {
  const { t, language } = usePageText()
  return (
    <span className="review-change">
      {change.answeredAt === null ? (
        <span>{t('review:requested')}</span>
      ) : change.keptReason !== null ? (
        <span>{t('review:unchanged', { reason: change.keptReason })}</span>
      ) : (
        <span>
          {t('review:changedOn', { date: dateTimeText(change.answeredAt, language), before })}
        </span>
      )}
      {change.message && <q>{change.message}</q>}
    </span>
  )
}
