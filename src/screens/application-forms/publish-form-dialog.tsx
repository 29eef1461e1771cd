import type { IdempotencyHeaders } from '@matricola/console/app/submission-key.ts'
import { useIssueText } from '@matricola/console/fields/issue-text.ts'
import { Radio } from '@matricola/console/kit/checks.tsx'
import { FormDialog } from '@matricola/console/pages/form/form-dialog.tsx'
import { useSubmission } from '@matricola/console/pages/form/use-dialog-submission.ts'
import { ownLanguageName } from '@matricola/schema/languages.ts'
import { useId, useState } from 'react'
import { type FixedItemName, isFixedItem } from '#resources/admission/fixed-items.ts'
import { publicationIssues, type RuleRead } from '#resources/admission/form-checks.ts'
import { type FormContent, itemsOf } from '#resources/admission/form-content.ts'
import { languages } from '#resources/languages.ts'
import { countMissingTexts } from './content-edits.ts'
import { useFormConditionWords } from './use-condition-words.ts'
import {
  useFixedItemLabel,
  useFormEditorText,
  useFormWords,
  useTextLanguage,
} from './use-form-editor-text.ts'
import { type FormDifference, formDifferences } from './version-differences.ts'

interface PublishFormDialogProps {
  readonly ruleReads: readonly RuleRead[]
  readonly content: FormContent
  /** The published content; null if there is none. */
  readonly published: FormContent | null
  /** Number of applications that were sent with the form. */
  readonly sent: number
  /** Opens a question or page that has to be corrected. */
  readonly onSelect: (id: string) => void
  /** `askedIds`: the new questions that applicants who have sent an application are asked too. */
  readonly publish: (headers: IdempotencyHeaders, askedIds: readonly string[]) => Promise<unknown>
  readonly onClose: () => void
}

/**
 * Says what a publication changes for applicants, and what has to be corrected first. Missing
 * translations are only a warning.
 */
export function PublishFormDialog(props: PublishFormDialogProps) {
  const { content, published, sent, ruleReads, onSelect, publish, onClose } = props
  const { t } = useFormEditorText()
  const issueText = useIssueText()
  const fixedLabel = useFixedItemLabel()
  const differenceText = useDifferenceText(content, published)
  const language = useTextLanguage()
  const { failure, isRunning, send } = useSubmission(useId(), [])
  const problems = publicationIssues({ content, published, language, ruleReads })
  const differences = formDifferences(published ?? { pages: [] }, content)
  const isBlocked = problems.length > 0
  const missing = languages.flatMap((code) => {
    const parts = [...content.pages, ...itemsOf(content), ...(content.fixed ?? [])]
    const count = parts.reduce((sum, part) => sum + countMissingTexts(part, code), 0)
    return code === language || count === 0 ? [] : [{ code, count }]
  })
  const [isAskingSent, setAskingSent] = useState(false)
  const addedIds = differences.flatMap((one) => (one.kind === 'added' ? [one.item.id] : []))
  return (
    <FormDialog
      title={t('publish.title')}
      isWide
      submit={isBlocked ? null : t('publish.submit')}
      isDisabled={isRunning}
      cancel={t('pages:form.cancel')}
      failure={failure}
      onSubmit={() => {
        if (!isRunning && !isBlocked)
          void send((headers) => publish(headers, isAskingSent ? addedIds : []), onClose)
      }}
      onClose={onClose}
    >
      {isBlocked && (
        <section className="message message-error">
          <div>
            <p>{t('publish.problems', { count: problems.length })}</p>
            <ul>
              {problems.map((problem, index) => {
                const part = problem.params?.part
                const text = issueText(
                  typeof part === 'string' && isFixedItem(part)
                    ? { ...problem, params: { ...problem.params, question: fixedLabel(part) } }
                    : problem,
                )
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a question can have the same problem twice
                  <li key={index}>
                    {typeof part === 'string' ? (
                      <button type="button" className="button-link" onClick={() => onSelect(part)}>
                        {text}
                      </button>
                    ) : (
                      text
                    )}
                  </li>
                )
              })}
            </ul>
          </div>
        </section>
      )}
      {missing.length > 0 && (
        <section className="message message-warn">
          <div>
            <p>{t('publish.missing', { language: ownLanguageName(language) })}</p>
            <ul>
              {missing.map(({ code, count }) => (
                <li key={code}>
                  {t('publish.missingIn', { language: ownLanguageName(code), count })}
                </li>
              ))}
            </ul>
          </div>
        </section>
      )}
      <h3>{t(published ? 'publish.differences' : 'publish.first')}</h3>
      {differences.length === 0 ? (
        <p>{t('publish.same')}</p>
      ) : (
        <ul>
          {differences.map((difference, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change while it is shown
            <li key={index}>{differenceText(difference)}</li>
          ))}
        </ul>
      )}
      {sent > 0 && <p>{t('publish.sent', { count: sent })}</p>}
      {sent > 0 && addedIds.length > 0 && !isBlocked && (
        <fieldset className="publish-audience">
          <legend className="field-label">{t('publish.audience')}</legend>
          <Radio checked={!isAskingSent} onChange={() => setAskingSent(false)}>
            {t('publish.askNew')}
          </Radio>
          <Radio checked={isAskingSent} onChange={() => setAskingSent(true)}>
            {t('publish.askSent', { count: sent })}
          </Radio>
          {isAskingSent && <p className="caption">{t('publish.askSentHint')}</p>}
        </fieldset>
      )}
    </FormDialog>
  )
}

/** Returns a function that says a difference in words. */
function useDifferenceText(content: FormContent, published: FormContent | null) {
  const { t } = useFormEditorText()
  const words = useFormWords()
  const fixedLabel = useFixedItemLabel()
  const { conditionWords } = useFormConditionWords(content, published)
  return (difference: FormDifference): string => {
    if ('page' in difference)
      return t(`differences.${difference.kind}`, {
        page: words(difference.page.title) || t('outline.untitledPage'),
      })
    if ('field' in difference)
      return t('differences.texts', { question: fixedLabel(difference.field as FixedItemName) })
    const { kind, item } = difference
    const question = words(item.label) || item.key
    if (kind === 'asks')
      return item.asks
        ? t('differences.asks', { question, condition: conditionWords(item.asks) })
        : t('differences.asksAll', { question })
    if (kind === 'required')
      return typeof item.required === 'object'
        ? t('differences.requiredWhen', { question, condition: conditionWords(item.required) })
        : t(item.required ? 'differences.required' : 'differences.optional', { question })
    return t(`differences.${kind}`, { question })
  }
}
