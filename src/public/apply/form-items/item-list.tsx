import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { useState, useSyncExternalStore } from 'react'
import type { FormItem, FormTexts } from '#resources/admission/form-content.ts'
import { textIn } from '#resources/admission/translated-name.ts'
import { DocumentCard } from '../../documents/document-card.tsx'
import type { Uploads } from '../../documents/uploads.ts'
import { typedQuestionAnswer } from '../choices/choices.ts'
import type { StepProps } from '../steps/step-props.ts'
import { useFilesRestored } from '../use-files-restored.ts'
import {
  askedPages,
  fileAnswer,
  isNewItem,
  removedAnswers,
  withItemAnswer,
} from './item-answers.ts'
import { FormText } from './item-input.tsx'
import { QuestionInput } from './question-input.tsx'

interface ItemListProps {
  readonly stepProps: StepProps & { readonly uploads: Uploads }
  /** The message for the issue of a question, or undefined. */
  readonly messageOf: (id: string) => string | undefined
}

/** The questions of a form, with a heading for each of its pages. */
export function ItemList(props: ItemListProps) {
  const { uploads } = props.stepProps
  const isRestored = useFilesRestored(props.stepProps)
  useSyncExternalStore(uploads.subscribe, uploads.all, uploads.all)
  return isRestored ? <ItemPages {...props} /> : null
}

function ItemPages({ stepProps, messageOf }: ItemListProps) {
  const t = useText('formItems')
  const { draft, publicConfig } = stepProps
  const { values } = draft
  const pages = askedPages(values, publicConfig)
  // The marks stay while the applicant answers.
  const [valuesAtStart] = useState(values)
  return (
    <>
      <RemovedAnswers values={values} publicConfig={publicConfig} />
      {pages.length === 0 ? <p>{t('nothing')}</p> : null}
      {pages.map(({ id, title, items }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id} className="apply-section">
            <FormText of={title} universityLanguage={publicConfig.language} />
          </h2>
          {items.map(({ item, isRequired }) => (
            <ItemField
              key={item.id}
              {...{ stepProps, messageOf, item, isRequired }}
              isNew={isNewItem(item.id, valuesAtStart)}
            />
          ))}
        </section>
      ))}
    </>
  )
}

/** Names the answers that are not sent, because the form has changed since they were given. */
export function RemovedAnswers({
  values,
  publicConfig,
}: Pick<StepProps, 'publicConfig'> & Pick<StepProps['draft'], 'values'>) {
  const t = useText('formItems')
  const language = useLanguage()
  const { questions, options } = removedAnswers(values, publicConfig)
  const namesOf = (texts: readonly FormTexts[]) =>
    texts.map((one) => textIn(one, language, publicConfig.language)).join(', ')
  return (
    <>
      {questions.length > 0 ? (
        <p className="apply-note">{t('removedQuestions', { names: namesOf(questions) })}</p>
      ) : null}
      {options.length > 0 ? (
        <p className="apply-note">{t('removedOptions', { names: namesOf(options) })}</p>
      ) : null}
    </>
  )
}

interface ItemFieldProps extends ItemListProps {
  readonly item: FormItem
  readonly isRequired: boolean
  readonly isNew: boolean
}

function ItemField({ stepProps, messageOf, item, isRequired, isNew }: ItemFieldProps) {
  const t = useText('formItems')
  const language = useLanguage()
  const { draft, publicConfig, setValue } = stepProps
  const { id } = item
  const words = textIn(item.label, language, publicConfig.language)
  const label = isNew ? t('new', { label: words }) : words
  if (item.type === 'file')
    return (
      <DocumentCard
        uploads={stepProps.uploads}
        name={id}
        label={label}
        hint={item.help && <FormText of={item.help} universityLanguage={publicConfig.language} />}
        message={fileAnswer(id) === undefined ? messageOf(id) : undefined}
        isOptional={!isRequired}
      />
    )
  return (
    <QuestionInput
      item={item}
      label={isRequired ? label : t('optional', { label })}
      isRequired={isRequired}
      message={messageOf(id)}
      universityLanguage={publicConfig.language}
      value={typedQuestionAnswer(draft.values, id)}
      onChange={(text) => setValue('answers', withItemAnswer(id, text, draft.values, publicConfig))}
    />
  )
}
