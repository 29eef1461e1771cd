import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { usePageText } from '../../fields/page-text.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'

interface LeaveGuardProps {
  readonly resource: AnyResource
  /** Fields whose values would be lost. */
  readonly changed: readonly string[]
  /**
   * Whether leaving is intended: confirmed or saved. A ref, because it is read at the moment of
   * leaving.
   */
  readonly isLeaving: { readonly current: boolean }
}

/**
 * Asks for confirmation before the user navigates away from a changed form. The browser asks before
 * the tab closes.
 */
export function LeaveGuard({ resource, changed, isLeaving }: LeaveGuardProps) {
  const isDirty = changed.length > 0
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isLeaving.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isDirty) return
    const warnBeforeUnload = (event: BeforeUnloadEvent) =>
      !isLeaving.current && event.preventDefault()
    window.addEventListener('beforeunload', warnBeforeUnload)
    return () => window.removeEventListener('beforeunload', warnBeforeUnload)
  }, [isDirty, isLeaving])
  if (blocker.state !== 'blocked') return null
  return (
    <LeaveDialog
      resource={resource}
      changed={changed}
      onLeave={() => blocker.proceed()}
      onStay={() => blocker.reset()}
    />
  )
}

interface LeaveDialogProps {
  readonly resource: AnyResource
  readonly changed: readonly string[]
  readonly onLeave: () => void
  readonly onStay: () => void
}

/** Lists the changes that would be lost. */
export function LeaveDialog({ resource, changed, onLeave, onStay }: LeaveDialogProps) {
  const { t } = usePageText()
  return (
    <Dialog
      title={t('form.leave.title')}
      onClose={onStay}
      footer={
        <>
          <Button kind="primary" onClick={onStay}>
            {t('form.leave.stay')}
          </Button>
          <Button kind="destructive" onClick={onLeave}>
            {t('form.leave.leave')}
          </Button>
        </>
      }
    >
      <p>{t('form.leave.lost')}</p>
      <ul>
        {changed.map((name) => (
          <li key={name}>{t(`resources:${fieldKey(resource, name)}`)}</li>
        ))}
      </ul>
    </Dialog>
  )
}
