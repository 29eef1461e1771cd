import { Button } from '@matricola/console/kit/button.tsx'
import { Dialog } from '@matricola/console/kit/dialog.tsx'
import type { FormContent, FormItem } from '#resources/admission/form-content.ts'
import { readersOf } from './content-edits.ts'
import { useFormEditorText, useFormWords } from './use-form-editor-text.ts'

interface RemoveDialogProps {
  readonly name: string
  readonly items: readonly FormItem[]
  readonly content: FormContent
  readonly isPage: boolean
  /** Number of applications that answered a question; undefined while unknown. */
  readonly answersOf: (id: string) => number | undefined
  readonly onRemove: () => void
  readonly onClose: () => void
}

/**
 * Asks before a question or page is removed, with the number of answers. Refuses if the conditions
 * of other questions read it.
 */
export function RemoveDialog(props: RemoveDialogProps) {
  const { name, items, content, isPage, answersOf, onRemove, onClose } = props
  const { t } = useFormEditorText()
  const words = useFormWords()
  const ids = new Set(items.map(({ id }) => id))
  const readers = new Set(
    items.flatMap(({ id }) => readersOf(content, id)).filter(({ id }) => !ids.has(id)),
  )
  const answered = Math.max(0, ...items.map(({ id }) => answersOf(id) ?? 0))
  const isRefused = readers.size > 0
  return (
    <Dialog
      title={t('remove.title', { name })}
      isDestructive
      onClose={onClose}
      footer={
        <>
          {!isRefused && (
            <Button kind="destructive" onClick={onRemove}>
              {t('inspector.remove')}
            </Button>
          )}
          <Button onClick={onClose}>{t('pages:form.cancel')}</Button>
        </>
      }
    >
      {isRefused ? (
        <>
          <p>{t('remove.read')}</p>
          <ul>
            {[...readers].map((reader) => (
              <li key={reader.id}>{words(reader.label) || reader.key}</li>
            ))}
          </ul>
        </>
      ) : (
        <>
          {isPage && items.length > 0 && <p>{t('remove.items', { count: items.length })}</p>}
          <p>{answered > 0 ? t('remove.answered', { count: answered }) : t('remove.unanswered')}</p>
        </>
      )}
    </Dialog>
  )
}
