import { usePermission } from '@matricola/console/app/use-permission.ts'
import { agoText, dateTimeText } from '@matricola/console/fields/date-text.ts'
import { FieldValue } from '@matricola/console/fields/field-value.tsx'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { Dialog } from '@matricola/console/kit/dialog.tsx'
import { transitionLabel } from './labels.ts'
import { registrationsResource } from './registration.ts'
import type { ReviewConflict } from './use-transitions.ts'

interface ReviewConflictDialogProps {
  readonly conflict: ReviewConflict
  readonly onReload: () => void
  readonly onOverride: () => void
}

/**
 * Shown if another user has changed the application in the meantime and nothing was saved. Shows
 * the old state, the new state and who changed it, with a button to make the transition anyway.
 */
export function ReviewConflictDialog({
  conflict: { transition, seenRecord, currentRecord },
  onReload,
  onOverride,
}: ReviewConflictDialogProps) {
  const { t, language } = usePageText()
  const last =
    currentRecord.timeline.find(({ to }) => to !== null && to === currentRecord.status) ??
    currentRecord.timeline[0]
  const name = last && (last.actor.name || t(`review:timeline.actors.${last.actor.kind}`))
  const isStatusChanged =
    last?.to === currentRecord.status && currentRecord.status !== seenRecord.status
  const canOverride = usePermission()(transition, registrationsResource, currentRecord)
  return (
    <Dialog
      title={t('review:conflict.title')}
      onClose={onReload}
      footer={
        <>
          <Button kind="primary" onClick={onReload}>
            {t('review:conflict.reload')}
          </Button>
          {canOverride && (
            <Button kind="destructive" onClick={onOverride}>
              {t('review:conflict.insist', { step: transitionLabel(t, transition) })}
            </Button>
          )}
        </>
      }
    >
      {last && isStatusChanged && (
        <p>
          {t(`review:conflict.became.${last.to}`, {
            name: name ?? '',
            ago: agoText(last.at, language),
          })}
        </p>
      )}
      <p>{t('review:conflict.text')}</p>
      <dl className="definitions">
        <div className="definition-row">
          <dt>{t('review:conflict.seen')}</dt>
          <dd>
            <FieldValue resource={registrationsResource} name="status" record={seenRecord} />
          </dd>
        </div>
        <div className="definition-row">
          <dt>{t('review:conflict.now')}</dt>
          <dd>
            <FieldValue resource={registrationsResource} name="status" record={currentRecord} />
          </dd>
        </div>
        {last && !isStatusChanged && (
          <div className="definition-row">
            <dt>{t('review:conflict.by')}</dt>
            <dd>
              {name}, {dateTimeText(last.at, language)}
            </dd>
          </div>
        )}
      </dl>
      {!canOverride && (
        <p>{t('review:conflict.notPossible', { step: transitionLabel(t, transition) })}</p>
      )}
    </Dialog>
  )
}
