import { useLanguage, useText } from '@matricola/console/i18n.ts'
import type { Uploads } from '../../documents/uploads.ts'
import { itemsBundle } from '../form-items/form-items.ts'
import { issueMessage } from '../issue-messages.ts'
import { StepFrame } from './step-frame.tsx'
import type { StepProps } from './step-props.ts'

/** The questions of a form that the office arranged. */
export function QuestionsStep(stepProps: StepProps & { readonly uploads: Uploads }) {
  const t = useText('formItems')
  const language = useLanguage()
  const bundle = itemsBundle()
  const { issues, draft, draftStore } = stepProps
  const messageOf = (id: string) => {
    const issue = issues[id]?.[0]
    return issue && issueMessage(id, issue, draft.values, language)
  }
  return (
    <StepFrame {...stepProps} title={t('title')} isReady={bundle !== null && draftStore.isLoaded}>
      {bundle ? <bundle.ItemList stepProps={stepProps} messageOf={messageOf} /> : null}
    </StepFrame>
  )
}
