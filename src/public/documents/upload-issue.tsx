import { translate, useLanguage, useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { formatSize } from '@matricola/schema/values/format-size.ts'
import type { DocumentState } from './document-state.ts'

/** Returns the lines that explain why a file was not accepted and how to fix it. The first is the heading. */
export function useUploadIssueText(): (state: DocumentState) => readonly string[] {
  const t = useText('apply')
  const language = useLanguage()
  return (state) => {
    if (state.step !== 'failed') return []
    const { issue, message, file } = state
    if (issue === 'unusable' && message) return [message]
    if (issue === 'refused' || issue === 'unusable') return [t('documents.errors.refused'), ...(message ? [message] : [])]
    if (issue !== 'tooLarge') return [t(`documents.errors.${issue}`)]
    // Texts and their order follow the specification, section 5.
    const help = t('documents.errors.tooLargeHelp', { size: formatSize(file.originalBytes, language) })
    return [translate('errors:errors.upload.empty'), translate('errors:errors.upload.tooLarge'), help]
  }
}

/** Shows the error below the file's name, so that after several attempts it is clear which file failed. */
export function UploadIssueMessage({ state, id }: { state: DocumentState; id: string }) {
  const [title, ...details] = useUploadIssueText()(state)
  if (title === undefined || state.step !== 'failed') return null
  return (
    <div className="document-error" id={id}>
      {state.canRetry ? null : <p className="document-name">{state.file.name}</p>}
      <p className="field-message">
        <Icon name="error" /> {title}
      </p>
      {details.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}
