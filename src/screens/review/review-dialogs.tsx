import { usePermission } from '@matricola/console/app/use-permission.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { titleText } from '@matricola/console/fields/title-text.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { Dialog } from '@matricola/console/kit/dialog.tsx'
import { ActionDialog } from '@matricola/console/pages/show/action-dialog.tsx'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { DeclineDialog } from './decline-dialog.tsx'
import { transitionLabel } from './labels.ts'
import { registrationsResource } from './registration.ts'
import { ReviewConflictDialog } from './review-conflict-dialog.tsx'
import { assignmentText } from './review-head.tsx'
import type { Review } from './use-review.ts'

/** The dialogs of a transition: its input, confirmations, and conflicts. */
export function ReviewDialogs({
  record,
  review,
}: {
  readonly record: WireRegistration
  readonly review: Review
}) {
  const { t } = usePageText()
  const can = usePermission()
  const { openDialog, transitions, close } = review
  const reload = () => {
    // Keep the input if the transition is still possible.
    if (
      transitions.conflict &&
      !can(
        transitions.conflict.transition,
        registrationsResource,
        transitions.conflict.currentRecord,
      )
    )
      close()
    transitions.reload()
  }
  return (
    <>
      {transitions.conflict && (
        <ReviewConflictDialog
          conflict={transitions.conflict}
          onReload={reload}
          onOverride={() => void transitions.override()}
        />
      )}
      {openDialog?.kind === 'decline' && (
        <DeclineDialog
          transitionLabel={transitionLabel(t, openDialog.transition)}
          name={titleText(registrationsResource, record, t)}
          isHidden={transitions.conflict !== null}
          language={String(record.language)}
          onDecline={(input) => transitions.take(openDialog.transition, input)}
          onClose={close}
        />
      )}
      {openDialog?.kind === 'words' && (
        <ActionDialog
          resource={registrationsResource}
          record={record}
          action={openDialog.transition}
          isHidden={transitions.conflict !== null}
          run={({ action, input }) => transitions.take(action, input)}
          onClose={close}
        />
      )}
      {openDialog?.kind === 'others' && (
        <Dialog
          title={t('review:stepOf', {
            step: transitionLabel(t, openDialog.transition),
            name: titleText(registrationsResource, record, t),
          })}
          isDestructive
          onClose={close}
          footer={
            <>
              <Button onClick={close}>{t('form.cancel')}</Button>
              <Button kind="destructive" onClick={() => review.begin(openDialog.transition)}>
                {t('review:otherReviewer.anyway', {
                  step: transitionLabel(t, openDialog.transition),
                })}
              </Button>
            </>
          }
        >
          <p>{assignmentText(t, record)}</p>
        </Dialog>
      )}
    </>
  )
}
