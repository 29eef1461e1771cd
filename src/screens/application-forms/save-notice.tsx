import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { timeText } from '@matricola/console/fields/date-text.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import type { FormEditing } from './use-form-editing.ts'
import { useFormEditorText } from './use-form-editor-text.ts'

/** Whether the changes are saved. */
export function SaveState({ editing }: { readonly editing: FormEditing }) {
  const { t, language } = useFormEditorText()
  const { save, savedAt } = editing
  return save.name === 'saved'
    ? t('save.saved', { time: timeText(new Date(savedAt), language) })
    : t(`save.${save.name}`)
}

/** Says that another user edits the version, or that changes could not be saved, and what to do. */
export function SaveNotice({ editing }: { readonly editing: FormEditing }) {
  const { t, language } = useFormEditorText()
  const { save, others, isOvertaken } = editing
  const names = new Intl.ListFormat(language).format(others.map(({ name }) => name))
  if (save.name === 'conflict')
    return (
      <div className="message message-warn" role="alert">
        <div>
          <p>{t('conflict.text')}</p>
          <div className="button-row">
            <Button kind="primary" onClick={() => void editing.saveOver()}>
              {t('conflict.mine')}
            </Button>
            <Button onClick={() => void editing.takeTheirs()}>{t('conflict.theirs')}</Button>
          </div>
        </div>
      </div>
    )
  if (save.name === 'failed' || save.name === 'refused')
    return (
      <div className="message message-error" role="alert">
        <div>
          <p>
            {save.message} {t(save.name === 'failed' ? 'save.kept' : 'save.keptHere')}
          </p>
          <Button onClick={() => void editing.saveNow()}>{t('save.again')}</Button>
        </div>
      </div>
    )
  if (editing.isWatching || isOvertaken)
    return (
      <LiveRegion as="div" className="message message-info">
        <div>
          <p>{names === '' ? t('presence.changed') : t('presence.editing', { names })}</p>
          <Button onClick={() => void editing.takeOver()}>{t('presence.takeOver')}</Button>
        </div>
      </LiveRegion>
    )
  if (others.length > 0 && editing.canEdit)
    return <LiveRegion className="caption">{t('presence.open', { names })}</LiveRegion>
  return null
}
