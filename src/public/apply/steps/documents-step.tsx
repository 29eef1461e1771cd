import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { useSyncExternalStore } from 'react'
import { standardDocuments } from '#resources/admission/fixed-items.ts'
import { isDocumentName, isStandardDocument } from '#resources/application-documents.ts'
import { DocumentCard } from '../../documents/document-card.tsx'
import type { Uploads } from '../../documents/uploads.ts'
import { programmesAskingFor } from '../choices/choices.ts'
import { RequiredBy } from '../choices/required-by.tsx'
import { itemsBundle } from '../form-items/form-items.ts'
import { draftFieldLabel, issueMessage } from '../issue-messages.ts'
import { useFilesRestored } from '../use-files-restored.ts'
import { missingDocumentIssues, otherDocumentCode } from './document-issues.ts'
import { documentTextKey } from './document-text-key.ts'
import { requiredDocuments } from './step-fields.ts'
import { StepFrame } from './step-frame.tsx'
import type { StepProps } from './step-props.ts'

/**
 * The documents. They are uploaded while the applicant continues; only submitting waits for them.
 */
export function DocumentsStep(props: StepProps & { uploads: Uploads }) {
  const t = useText('apply')
  const language = useLanguage()
  const { uploads, draft, publicConfig } = props
  const isRestored = useFilesRestored(props)
  useSyncExternalStore(uploads.subscribe, uploads.all, uploads.all)
  const bundle = itemsBundle()
  const documents = requiredDocuments(draft.values, publicConfig)
  // A missing document stops being an issue once a file is chosen. A file chosen as a different
  // document is an issue immediately.
  const currentIssues = missingDocumentIssues(uploads, draft.values, publicConfig)
  const isShown = (name: string) =>
    props.issues[name] !== undefined || currentIssues[name]?.[0]?.code === otherDocumentCode
  const issues = {
    ...Object.fromEntries(Object.entries(props.issues).filter(([name]) => !isDocumentName(name))),
    ...Object.fromEntries(Object.entries(currentIssues).filter(([name]) => isShown(name))),
  }
  return (
    <StepFrame
      {...props}
      issues={issues}
      isReady={isRestored}
      title={t(
        documents.length > standardDocuments.length
          ? 'steps.documents.name'
          : 'steps.documents.title',
      )}
      intro={t('documentsIntro')}
    >
      {documents.map((name) => {
        const issue = issues[name]?.[0]
        const message = issue && issueMessage(name, issue, draft.values, language)
        const askingProgrammes = programmesAskingFor(name, draft.values, publicConfig)
        const document = documentTextKey(name, draft.values)
        const help = bundle?.helpInForm(name, draft.values, publicConfig)
        return (
          <DocumentCard
            key={name}
            {...{ uploads, name, message }}
            document={document}
            label={draftFieldLabel(name, draft.values)}
            hint={
              !isStandardDocument(name) ? (
                <RequiredBy programmes={askingProgrammes} />
              ) : bundle && help ? (
                <bundle.FormText of={help} universityLanguage={publicConfig.language} />
              ) : (
                t(`documents.${document}.hint`)
              )
            }
          />
        )
      })}
    </StepFrame>
  )
}
