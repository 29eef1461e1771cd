import { Button } from '@matricola/console/kit/button.tsx'
import { Dialog } from '@matricola/console/kit/dialog.tsx'
import type { FixedItemName } from '#resources/admission/fixed-items.ts'
import type { RuleRead } from '#resources/admission/form-checks.ts'
import type { FormContent, FormItem } from '#resources/admission/form-content.ts'
import { readersOf } from './content-edits.ts'
import { useFixedItemLabel, useFormEditorText, useFormWords } from './use-form-editor-text.ts'

interface RemoveDialogProps {
  readonly name: string
  readonly items: readonly FormItem[]
  readonly content: FormContent
  readonly isPage: boolean
  /** Number of applications that answered a question; undefined while unknown. */
  readonly answersOf: (id: string) => number | undefined
  readonly ruleReads: readonly RuleRead[]
  readonly onRemove: () => void
  readonly onClose: () => void
}

/**
 * Asks before a question or page is removed, with the number of answers. Refuses if the conditions
 * of other questions or the ranking rules of programmes read it.
 */
export function RemoveDialog(props: RemoveDialogProps) {
  const { name, items, content, isPage, answersOf, ruleReads, onRemove, onClose } = props
  const { t } = useFormEditorText()
  const words = useFormWords()
  const fixedLabel = useFixedItemLabel()
  const ids = new Set(items.map(({ id }) => id))
  const readers = new Set(
    items
      .flatMap(({ id }) => readersOf(content, id))
      .filter((reader) => !('id' in reader && ids.has(reader.id))),
  )
  const programmes = new Set(
    ruleReads
      .filter(({ key }) => items.some((item) => item.key === key))
      .map(({ programme }) => programme),
  )
  const answered = Math.max(0, ...items.map(({ id }) => answersOf(id) ?? 0))
  const isRefused = readers.size > 0 || programmes.size > 0
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
          <Reasons
            title={t('remove.read')}
            names={[...readers].map((reader) =>
              'id' in reader
                ? words(reader.label) || reader.key
                : fixedLabel(reader.field as FixedItemName),
            )}
          />
          <Reasons title={t('remove.rules')} names={[...programmes]} />
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

interface ReasonsProps {
  readonly title: string
  readonly names: readonly string[]
}

const Reasons = ({ title, names }: ReasonsProps) =>
  names.length > 0 && (
    <>
      <p>{title}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  )
