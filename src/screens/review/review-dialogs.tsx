import type { WireRegistration } from '#model/admission/wire.ts'
import { useMay } from '#src/console/may.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { titleText } from '#src/fields/title-text.ts'
import { Button } from '#src/kit/button.tsx'
import { Dialog } from '#src/kit/dialog.tsx'
import { ActionDialog } from '#src/pages/show/action-dialog.tsx'
import { ClashDialog } from './clash-dialog.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { stepLabel } from './labels.ts'
import { registrations } from './registration.ts'
import { othersText } from './review-head.tsx'
import type { Review } from './use-review.ts'

/** The dialogs of a transition: its input, confirmations, and conflicts. */
export function ReviewDialogs({ record, review }: { readonly record: WireRegistration; readonly review: Review }) {
  const { t } = usePageText()
  const may = useMay()
  const { asking, steps, close } = review
  const reload = () => {
    // Keep the input if the transition is still possible.
    if (steps.clash && !may(steps.clash.step, registrations, steps.clash.now)) close()
    steps.reload()
  }
  return (
    <>
      {steps.clash && <ClashDialog clash={steps.clash} onReload={reload} onInsist={() => void steps.insist()} />}
      {asking?.kind === 'decline' && (
        <DeclineDialog
          step={stepLabel(t, asking.step)}
          name={titleText(registrations, record, t)}
          isAside={steps.clash !== null}
          language={String(record.language)}
          onDecline={(input) => steps.take(asking.step, input)}
          onClose={close}
        />
      )}
      {asking?.kind === 'words' && (
        <ActionDialog
          resource={registrations}
          record={record}
          action={asking.step}
          isAside={steps.clash !== null}
          run={({ action, input }) => steps.take(action, input)}
          onClose={close}
        />
      )}
      {asking?.kind === 'others' && (
        <Dialog
          title={t('review.stepOf', { step: stepLabel(t, asking.step), name: titleText(registrations, record, t) })}
          isGrave
          onClose={close}
          footer={
            <>
              <Button onClick={close}>{t('form.cancel')}</Button>
              <Button kind="grave" onClick={() => review.begin(asking.step)}>
                {t('review.others.anyway', { step: stepLabel(t, asking.step) })}
              </Button>
            </>
          }
        >
          <p>{othersText(t, record)}</p>
        </Dialog>
      )}
    </>
  )
}
