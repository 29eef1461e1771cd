import { type ComponentProps, lazy, Suspense } from 'react'
import { loadTexts } from '#src/i18n.ts'

const Loaded = lazy(async () => {
  const [{ ExportDialog }] = await Promise.all([import('./dialog.tsx'), loadTexts('exchange')])
  return { default: ExportDialog }
})

/** The dialog that takes a list, or what is selected in it, out as a file; loaded with its texts when it is first opened. */
export const ExportDialog = (props: ComponentProps<typeof Loaded>) => (
  <Suspense fallback={null}>
    <Loaded {...props} />
  </Suspense>
)
