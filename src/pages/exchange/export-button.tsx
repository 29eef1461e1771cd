import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePerson } from '#src/console/person.ts'
import { loadTexts } from '#src/i18n.ts'
import { Icon } from '#src/icons/icon.tsx'
import { mayExport } from './access.ts'
import type { ExportDialogProps } from './export-dialog.tsx'

const Loaded = lazy(async () => {
  const [{ ExportDialog }] = await Promise.all([import('./export-dialog.tsx'), loadTexts('exchange')])
  return { default: ExportDialog }
})

/** The dialog with its texts, loaded when it is first opened. */
export const ExportDialog = (props: ComponentProps<typeof Loaded>) => (
  <Suspense fallback={null}>
    <Loaded {...props} />
  </Suspense>
)

/** The button that takes a list, or what is selected in it, out as a file; nothing where the role may not. */
export function ExportButton(props: Omit<ExportDialogProps, 'onClose'>) {
  const { t } = useTranslation('shell')
  const { role } = usePerson()
  const [isOpen, setOpen] = useState(false)
  if (!mayExport(props.resource, role)) return null
  return (
    <>
      <button type="button" className="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="download" />
        {t('list.export')}
      </button>
      {isOpen && <ExportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
