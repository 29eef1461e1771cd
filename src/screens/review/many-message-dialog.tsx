import { useHttp } from '@matricola/console/app/console-context.ts'
import { FormField } from '@matricola/console/fields/form-field.tsx'
import { useIssueText } from '@matricola/console/fields/issue-text.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { useUniversityLanguage } from '@matricola/console/fields/university-text.tsx'
import type { BulkDialogProps } from '@matricola/console/pages/bulk/bulk-dialogs.ts'
import { FormDialog } from '@matricola/console/pages/form/form-dialog.tsx'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { useSubmission } from '@matricola/console/pages/form/use-dialog-submission.ts'
import type { FieldSpec } from '@matricola/schema/field.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { valueSchema } from '@matricola/schema/validation.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { unknownNamesIn } from '#resources/admission/template-fields.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { getResource } from '#resources/index.ts'
import { languages } from '#resources/languages.ts'
import { exampleValue } from '../../fields/template-input/template-input.tsx'
import { useTemplateText } from '../../fields/template-input/use-template-text.ts'
import { TemplateSelect } from './messages/template-picker.tsx'
import { translatedText, useTemplates } from './messages/use-templates.ts'
import { registrationsResource } from './registration.ts'
import './many-request.css'

const templatesResource: AnyResource = getResource('message-templates')
const bodySpec = fieldOf(templatesResource, 'body')

/**
 * Asks for a message to many applicants in each of their languages, from a template or typed, then
 * for a preview.
 */
export function ManyMessageDialog({ title, freeze, onPreview, onClose }: BulkDialogProps) {
  const { t } = usePageText()
  const { t: templateText } = useTemplateText()
  const issueText = useIssueText()
  const scope = useId()
  const universityLanguage = useUniversityLanguage()
  const templates = useTemplates()
  const { data, error, refetch } = useOptions(freeze)
  const recipients = languages.flatMap((language) => {
    const found = data?.languages.find((one) => one.language === language)
    return found ? [{ ...found, language }] : []
  })
  const [templateId, setTemplateId] = useState<string | null>(null)
  const [texts, setTexts] = useState<{ readonly [L in Language]?: string | null }>({})
  const { issues, failure, isRunning, refuse, clear, send } = useSubmission(
    scope,
    recipients.map(({ language }) => `${language}-body`),
  )
  const template = templates.find(({ id }) => id === templateId)
  const choose = (id: string) => {
    const chosen = templates.find((one) => one.id === id)
    setTemplateId(chosen?.id ?? null)
    clear()
    if (!chosen) return
    const textFor = (language: Language) => translatedText(chosen, language) ?? String(chosen.body)
    setTexts(Object.fromEntries(recipients.map(({ language }) => [language, textFor(language)])))
  }
  const submit = async () => {
    if (isRunning) return
    const found: FieldIssues = Object.fromEntries(
      recipients.flatMap(({ language }) => {
        const issue = findIssue(texts[language] ?? null)
        return issue ? [[`${language}-body`, [issue]]] : []
      }),
    )
    if (Object.keys(found).length > 0) return refuse(found)
    clear()
    const messageTexts = Object.fromEntries(
      recipients.map(({ language }) => [language, texts[language]]),
    )
    await send(() => onPreview({ messageTexts, templateId }), onClose)
  }
  const count = recipients.reduce((sum, one) => sum + one.count, 0)
  const erased = (data?.total ?? 0) - count
  // The server names the part of the input that it rejects, which is more than one field here.
  const [rejection] = ['messageTexts', 'templateId', '_'].flatMap((part) => issues[part] ?? [])
  return (
    <FormDialog
      isWide
      title={title}
      submit={count > 0 ? t('bulk:form.preview') : null}
      isDisabled={isRunning}
      cancel={t('form.cancel')}
      failure={rejection ? issueText(rejection) : failure}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {error ? (
        <LoadFailed message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <FieldsSkeleton rows={4} />
      ) : count === 0 ? (
        <p>{templateText('many.none')}</p>
      ) : (
        <div className="many-request">
          {erased > 0 && (
            <p className="caption">
              {templateText('many.erased', { count: erased, total: data.total })}
            </p>
          )}
          {templates.length > 0 && (
            <div className="form-field">
              <label className="field-label" htmlFor={`${scope}-template`}>
                {templateText('template')}
              </label>
              <TemplateSelect
                id={`${scope}-template`}
                templates={templates}
                value={templateId}
                onChoose={choose}
              />
            </div>
          )}
          {recipients.map(({ language, count, example }) => (
            <fieldset key={language} className="many-request-group">
              <legend className="field-label">
                {t('review:manyRequest.language', {
                  language: t(
                    `resources:${registrationsResource.name}.choices.language.${language}`,
                  ),
                  count,
                })}
              </legend>
              <FormField
                scope={`${scope}-${language}`}
                resource={templatesResource}
                name="body"
                spec={language === universityLanguage ? bodySpec : translationSpec(language)}
                value={texts[language] ?? null}
                values={{ [exampleValue]: example }}
                required
                issue={issues[`${language}-body`]?.[0]}
                // The input passes text, or null if it is empty.
                onChange={(value) => setTexts({ ...texts, [language]: value as string | null })}
              />
              {template &&
                language !== universityLanguage &&
                translatedText(template, language) === null && (
                  <p className="caption">{templateText('untranslated')}</p>
                )}
            </fieldset>
          ))}
          <p className="caption">{templateText('many.hint')}</p>
        </div>
      )}
    </FormDialog>
  )
}

/** The body in another language than the university's. */
const translationSpec = (language: Language) =>
  // With `translates`, the specification is still valid.
  ({
    ...bodySpec,
    options: { ...bodySpec.options, translates: { field: 'body', language } },
  }) as FieldSpec

/** Why a text cannot be sent; undefined if it can. */
function findIssue(text: string | null) {
  const [field] = unknownNamesIn(text ?? '')
  if (field !== undefined) return { code: 'messageTemplate.unknownField', params: { field } }
  const result = valueSchema(bodySpec).safeParse(text)
  return result.success ? undefined : { code: 'required' }
}

/** Returns the number of selected applicants in each language. */
function useOptions(freeze: BulkDialogProps['freeze']) {
  const { makeCall } = useHttp()
  return useQuery({
    queryKey: ['message-options', useId()],
    queryFn: async () => {
      const { id } = await freeze()
      return (await makeCall(reviewCalls.messageOptions, { input: { selection: id } })).data
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}
