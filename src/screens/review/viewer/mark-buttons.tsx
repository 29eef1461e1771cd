import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { Button } from '@matricola/console/kit/button.tsx'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { useState } from 'react'
import type { WireDocument } from '#resources/admission/wire.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import type { MarkDocument } from './use-mark-document.ts'

interface MarkButtonsProps {
  readonly document: WireDocument
  readonly label: string
  /** Note of the flag, which is suggested as the reason for a rejection. */
  readonly note: string | undefined
  readonly onMark: MarkDocument
}

const marks = ['verified', 'rejected'] as const

/** Marks the document as verified, or rejected with a reason. Pressing an active button again removes the mark. */
export function MarkButtons({ document: { document, mark: currentMark }, label, note, onMark }: MarkButtonsProps) {
  const { t } = usePageText()
  const [isRejecting, setRejecting] = useState(false)
  const set = (mark: 'verified' | null) =>
    onMark(document, mark).catch((error: Error) => showToast({ severity: 'error', summary: error.message }))
  const press = (mark: (typeof marks)[number]) => {
    if (currentMark?.mark === mark) void set(null)
    else if (mark === 'verified') void set(mark)
    else setRejecting(true)
  }
  return (
    <>
      {marks.map((mark) => (
        <Button key={mark} className="viewer-mark" aria-pressed={currentMark?.mark === mark} onClick={() => press(mark)}>
          <Icon name={mark === 'verified' ? 'check' : 'cross'} />
          {t(`review.viewer.${mark}`)}
        </Button>
      ))}
      {isRejecting && (
        <ReasonDialog
          title={t('review.viewer.rejectTitle', { document: label })}
          action={t('review.viewer.reject')}
          {...(note && { initialReason: note })}
          onSend={(reason) => onMark(document, 'rejected', reason)}
          onClose={() => setRejecting(false)}
        />
      )}
    </>
  )
}
