import * as healthCalls from '@matricola/schema/calls/health.ts'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useHttp, useProviders } from '../app/console-context.ts'
import { longDateTime } from '../fields/date-text.ts'
import { currentLanguage } from '../i18n.ts'
import { FormDialog } from '../pages/form/form-dialog.tsx'
import { showToast } from '../toasts/toast-store.ts'

/**
 * Asks an administrator to confirm that the server's date is right, before anything depends on it.
 */
export function ClockDialog({
  now,
  onClose,
}: {
  readonly now: string
  readonly onClose: () => void
}) {
  const { session } = useProviders()
  const { makeCall } = useHttp()
  const { t } = useTranslation('alarms')
  const confirm = useMutation({
    mutationFn: () => makeCall(healthCalls.confirmClock, { input: { now } }),
    onSuccess() {
      const { clock: _clock, ...rest } = session.current().user?.alarms ?? {}
      session.updateUser({ alarms: rest })
      showToast({ severity: 'success', summary: t('clock.done') })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('clock.title', { now: longDateTime(now, currentLanguage()) })}
      submit={t('clock.confirm')}
      isDisabled={confirm.isPending}
      cancel={t('clock.cancel')}
      failure={confirm.error?.message ?? null}
      onSubmit={() => {
        if (!confirm.isPending) confirm.mutate()
      }}
      onClose={onClose}
    >
      <p>{t('clock.right')}</p>
      <p>{t('clock.wrong')}</p>
    </FormDialog>
  )
}
