import { useEffect, useState, useSyncExternalStore } from 'react'
import { isDocumentName, isUsual, usualDocuments } from '#resources/application-documents.ts'
import { useLanguage, useText } from '../../../i18n.ts'
import { DocumentCard } from '../../documents/document-card.tsx'
import type { Uploads } from '../../documents/uploads.ts'
import { AskedBy } from '../choices/asked-by.tsx'
import { programmesAsking } from '../choices/choices.ts'
import { filesOf } from '../files.ts'
import { labelOf, wordsAt } from '../words.ts'
import { documentIssues, otherDocument } from './document-issues.ts'
import { documentOf } from './document-words.ts'
import { documentsOf } from './step-fields.ts'
import { StepFrame } from './step-frame.tsx'
import type { StepParts } from './step-parts.ts'

/** The documents. They are uploaded while the applicant continues; only submitting waits for them. */
export function DocumentsStep(parts: StepParts & { uploads: Uploads }) {
  const t = useText('apply')
  const language = useLanguage()
  const { uploads, draft, intake } = parts
  const isRestored = useRestored(parts)
  useSyncExternalStore(uploads.subscribe, uploads.all, uploads.all)
  const documents = documentsOf(draft.values, intake)
  // A missing document stops being an issue once a file is chosen. A file chosen as a different document is an issue at once.
  const now = documentIssues(uploads, draft.values, intake)
  const isShown = (name: string) => parts.issues[name] !== undefined || now[name]?.[0]?.code === otherDocument
  const issues = {
    ...Object.fromEntries(Object.entries(parts.issues).filter(([name]) => !isDocumentName(name))),
    ...Object.fromEntries(Object.entries(now).filter(([name]) => isShown(name))),
  }
  return (
    <StepFrame
      {...parts}
      issues={issues}
      isHere={isRestored}
      title={t(documents.length > usualDocuments.length ? 'steps.documents.name' : 'steps.documents.title')}
      intro={t('documentsIntro')}
    >
      {documents.map((name) => {
        const issue = issues[name]?.[0]
        const message = issue && wordsAt(name, issue, draft.values, language)
        const asking = programmesAsking(name, draft.values, intake)
        const words = isUsual(name) ? {} : { label: labelOf(name, draft.values), hint: <AskedBy programmes={asking} /> }
        return <DocumentCard key={name} {...{ uploads, name, message }} document={documentOf(name, draft.values)} {...words} />
      })}
    </StepFrame>
  )
}

/** Whether the files of the last visit have been restored. */
export function useRestored({ draft }: Pick<StepParts, 'draft'>): boolean {
  const { isRestored: promise, hasRestored } = filesOf(draft)
  const [isRestored, setRestored] = useState(hasRestored)
  useEffect(() => {
    let isShown = true
    promise.then(() => isShown && setRestored(true))
    return () => {
      isShown = false
    }
  }, [promise])
  return isRestored
}
