import { lazyOverlay } from '@matricola/console/app/lazy-overlay.tsx'
import { usePermission } from '@matricola/console/app/use-permission.ts'
import { loadNamespaces } from '@matricola/console/i18n.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { KeyHint } from '@matricola/console/screens/key-hint.tsx'
import { usePageShortcuts } from '@matricola/console/shortcuts/page-shortcuts.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { useState } from 'react'
import { finances } from '#resources/finances.ts'
import { useStudyText } from '../use-study-text.ts'

const PaymentDialog = lazyOverlay(async () => {
  const [{ PaymentDialog: Loaded }] = await Promise.all([
    import('./payment-dialog.tsx'),
    loadNamespaces('payment'),
  ])
  return Loaded
})

interface RecordPaymentProps {
  readonly studentId: string
  /** The name of the student. */
  readonly name: string
}

/** Records a payment of a student at the counter, with a button or the key B. */
export function RecordPayment(props: RecordPaymentProps) {
  const can = usePermission()
  return can('create', asAnyResource(finances)) ? <PaymentButton {...props} /> : null
}

function PaymentButton(props: RecordPaymentProps) {
  const { t } = useStudyText()
  const [isOpen, setOpen] = useState(false)
  const label = t('study:recordPayment')
  usePageShortcuts(t('resources:students.one'), [
    { keyLabels: ['B'], description: label, triggers: ['b'], run: () => setOpen(true) },
  ])
  return (
    <>
      <Button aria-keyshortcuts="B" onClick={() => setOpen(true)}>
        {label} <KeyHint name="B" />
      </Button>
      {isOpen && <PaymentDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
