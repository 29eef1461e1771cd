import { useEffect, useState, useSyncExternalStore } from 'react'
import { documentNames, isDocumentName } from '#model/admission/documents.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { DocumentCard } from '../documents/document-card.tsx'
import type { Uploads } from '../documents/uploads.ts'
import { isMissing } from './document-issues.ts'
import { filesOf } from './files.ts'
import type { StepParts } from './form.tsx'
import { StepFrame } from './step-frame.tsx'
import { wordsAt } from './words.ts'

/** The three documents. They are sent while the applicant goes on; only the last button waits for them. */
export function DocumentsStep(parts: StepParts & { uploads: Uploads }) {
  const t = useText('apply')
  const language = useLanguage()
  const { uploads, draft } = parts
  const isRestored = useRestored(parts)
  useSyncExternalStore(uploads.subscribe, uploads.all)
  // What was missing is no longer wrong once a file is there.
  const issues = Object.fromEntries(Object.entries(parts.issues).filter(([name]) => !isDocumentName(name) || isMissing(uploads, name)))
  return (
    <StepFrame {...parts} issues={issues} title={t('steps.documents.title')} intro={t('documentsIntro')}>
      {isRestored
        ? documentNames.map((name) => {
            const issue = issues[name]?.[0]
            return <DocumentCard key={name} uploads={uploads} name={name} message={issue && wordsAt(name, issue, draft.values, language)} />
          })
        : null}
    </StepFrame>
  )
}

/** Whether the files of the last visit are back. */
export function useRestored({ draft }: Pick<StepParts, 'draft'>): boolean {
  const [isRestored, setRestored] = useState(false)
  const { isRestored: promise } = filesOf(draft)
  useEffect(() => {
    let isShown = true
    promise.then(() => isShown && setRestored(true))
    return () => {
      isShown = false
    }
  }, [promise])
  return isRestored
}
