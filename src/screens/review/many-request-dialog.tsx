import { useHttp } from '@matricola/console/app/console-context.ts'
import { controlId, FormField } from '@matricola/console/fields/form-field.tsx'
import { useIssueText } from '@matricola/console/fields/issue-text.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { useUniversityLanguage } from '@matricola/console/fields/university-text.tsx'
import { Checkbox } from '@matricola/console/kit/checks.tsx'
import { Input } from '@matricola/console/kit/inputs.tsx'
import type { BulkDialogProps } from '@matricola/console/pages/bulk/bulk-dialogs.ts'
import { FormDialog } from '@matricola/console/pages/form/form-dialog.tsx'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { useSubmission } from '@matricola/console/pages/form/use-dialog-submission.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { validateInput } from '@matricola/schema/validation.ts'
import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { textIn } from '#resources/admission/translated-name.ts'
import { documentField, isDocumentName } from '#resources/application-documents.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { maxRequestDays, requestTextSchema } from '#resources/calls/status-update.ts'
import { documentLabel, registrationFieldLabel } from './labels.ts'
import { registrationsResource } from './registration.ts'
import { applicantTextQuery } from './use-applicant-text.ts'
import './many-request.css'

type Options = ResponseBody<typeof reviewCalls.changeRequestOptions.output>
type Text = (key: string, params?: Readonly<Record<string, string | number>>) => string
type Values = { readonly [name: string]: unknown }

const textFields = ['issue', 'issueExplanation', 'suggestion'] as const

const noOptions: Options = {
  total: 0,
  askable: 0,
  languages: [],
  fields: [],
  items: [],
  cycle: null,
  days: 0,
}

interface ManyRequestDialogProps extends BulkDialogProps {
  /** Fields, and ids of questions, that are chosen at first. */
  readonly initialFields?: readonly string[]
}

/**
 * Asks which fields many applicants have to change, by when, and for the text in each of their
 * languages, then for a preview of the request.
 */
export function ManyRequestDialog({
  title,
  freeze,
  onPreview,
  onClose,
  initialFields = [],
}: ManyRequestDialogProps) {
  const { t, language: pageLanguage } = usePageText()
  const issueText = useIssueText()
  const scope = useId()
  const { data, error, isReady, refetch, applicantTexts } = useOptions(freeze)
  const { total, askable, languages, cycle, ...options } = data
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(initialFields))
  const [enteredDays, setDays] = useState<string | null>(null)
  const days = enteredDays ?? String(options.days)
  /** Texts that the user entered instead of the suggested ones, by language. */
  const [overrides, setOverrides] = useState<{ readonly [language: string]: Values }>({})
  const { issues, failure, isRunning, refuse, clear, send } = useSubmission(scope, [
    'fields',
    ...languages.flatMap(({ language }) => textFields.map((name) => `${language}-${name}`)),
    'days',
  ])
  const universityLanguage = useUniversityLanguage()
  const choices = [
    ...options.fields,
    ...options.items.map(({ id, count }) => ({ field: id, count })),
  ]
  const labelIn = (text: Text, name: string, language: string) => {
    const item = options.items.find(({ id }) => id === name)
    if (item) return textIn(item.label, language, universityLanguage ?? language)
    if (!isDocumentName(name)) return registrationFieldLabel(text, name)
    return cycle === null
      ? registrationFieldLabel(text, documentField(name))
      : documentLabel(text, name, { cycle })
  }
  const requested = choices.map(({ field }) => field).filter((name) => chosen.has(name))
  const textsOf = (language: string, applicantText: Text | undefined): Values => {
    const list = applicantText
      ? requested.map((name) => labelIn(applicantText, name, language))
      : []
    return {
      issue: applicantText?.('review:request.issue') ?? null,
      // The line break separates it from the text that the user adds.
      issueExplanation:
        list.length === 0
          ? null
          : `${applicantText?.('review:request.explanation', { fields: list.join(', ') })}\n`,
      suggestion: null,
      ...overrides[language],
    }
  }
  const requestTexts = Object.fromEntries(
    languages.map(({ language }, at) => [language, textsOf(language, applicantTexts[at])]),
  )
  const submit = async () => {
    if (isRunning) return
    const found = findIssues(requested, days, requestTexts)
    if (Object.keys(found).length > 0) return refuse(found)
    clear()
    await send(
      () =>
        onPreview({
          requestTexts,
          requestedChanges: requested.map((field) => ({ field })),
          requestDays: Number(days),
        }),
      onClose,
    )
  }
  const groups = [
    { key: 'fields', names: choices.filter(({ count }) => count === askable) },
    { key: 'some', names: choices.filter(({ count }) => count < askable) },
  ] as const
  // The server names the part of the input that it rejects, which is more than one field here.
  const [rejection] = ['requestTexts', 'requestedChanges', 'requestDays', '_'].flatMap(
    (part) => issues[part] ?? [],
  )
  const toggle = (name: string) => {
    const next = new Set(chosen)
    if (!next.delete(name)) next.add(name)
    setChosen(next)
    // The suggested texts follow the choice, so an issue may no longer hold.
    clear()
  }
  return (
    <FormDialog
      isWide
      title={title}
      submit={isReady && askable > 0 ? t('bulk:form.preview') : null}
      isDisabled={isRunning}
      cancel={t('form.cancel')}
      failure={rejection ? issueText(rejection) : failure}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {error ? (
        <LoadFailed message={error.message} onRetry={() => void refetch()} />
      ) : !isReady ? (
        <FieldsSkeleton rows={4} />
      ) : askable === 0 ? (
        <p>{t('review:manyRequest.none')}</p>
      ) : (
        <div className="many-request">
          {askable < total && (
            <p className="caption">
              {t('review:manyRequest.unaskable', { count: total - askable, total })}
            </p>
          )}
          {groups
            .filter(({ names }) => names.length > 0)
            .map(({ key, names }, index) => (
              <fieldset
                key={key}
                id={index === 0 ? controlId(scope, 'fields') : undefined}
                tabIndex={-1}
                className="many-request-group"
                aria-describedby={
                  issues.fields && index === 0 ? `${scope}-fields-error` : undefined
                }
              >
                <legend className="field-label">{t(`review:manyRequest.${key}`)}</legend>
                {issues.fields && index === 0 && (
                  <p className="field-error" id={`${scope}-fields-error`}>
                    {t('review:manyRequest.fieldsMissing')}
                  </p>
                )}
                {key === 'some' && <p className="field-help">{t('review:manyRequest.someHint')}</p>}
                <div className="many-request-fields">
                  {names.map(({ field, count }) => (
                    <Checkbox
                      key={field}
                      checked={chosen.has(field)}
                      onChange={() => toggle(field)}
                    >
                      {labelIn(t, field, pageLanguage)}{' '}
                      {count < askable && (
                        <span className="caption">
                          {t('review:manyRequest.has', { count, total: askable })}
                        </span>
                      )}
                    </Checkbox>
                  ))}
                </div>
              </fieldset>
            ))}
          {languages.map(({ language, count }) => (
            <fieldset key={language} className="many-request-group">
              <legend className="field-label">
                {t('review:manyRequest.language', {
                  language: t(
                    `resources:${registrationsResource.name}.choices.language.${language}`,
                  ),
                  count,
                })}
              </legend>
              {textFields.map((name) => (
                <FormField
                  key={name}
                  scope={`${scope}-${language}`}
                  resource={registrationsResource}
                  name={name}
                  spec={fieldOf(registrationsResource, name)}
                  value={requestTexts[language]?.[name]}
                  values={requestTexts[language] ?? {}}
                  required={name !== 'suggestion'}
                  issue={issues[`${language}-${name}`]?.[0]}
                  onChange={(value) =>
                    setOverrides({
                      ...overrides,
                      [language]: { ...overrides[language], [name]: value },
                    })
                  }
                />
              ))}
            </fieldset>
          ))}
          <div className={issues.days ? 'form-field has-error' : 'form-field'}>
            <label className="field-label" htmlFor={controlId(scope, 'days')}>
              {t('review:manyRequest.days')}
            </label>
            <p className="field-help" id={`${scope}-days-help`}>
              {t('review:manyRequest.daysHint', { max: maxRequestDays })}
            </p>
            {issues.days && (
              <p className="field-error" id={`${scope}-days-error`}>
                {t('review:manyRequest.daysInvalid', { max: maxRequestDays })}
              </p>
            )}
            <Input
              id={controlId(scope, 'days')}
              className="number"
              inputMode="numeric"
              autoComplete="off"
              value={days}
              aria-invalid={issues.days !== undefined || undefined}
              aria-describedby={
                issues.days ? `${scope}-days-help ${scope}-days-error` : `${scope}-days-help`
              }
              onChange={(event) => setDays(event.target.value)}
            />
          </div>
        </div>
      )}
    </FormDialog>
  )
}

/** The issues of the input, by the name of the control. */
function findIssues(
  requested: readonly string[],
  days: string,
  requestTexts: { readonly [language: string]: Values },
): FieldIssues {
  const isInRange = /^\d{1,2}$/.test(days) && Number(days) >= 1 && Number(days) <= maxRequestDays
  const textIssues = Object.entries(requestTexts).flatMap(([language, texts]) => {
    const result = validateInput(requestTextSchema, texts)
    if (result.ok) return []
    return Object.entries(result.fields).map(([name, found]) => [`${language}-${name}`, found])
  })
  return {
    ...(requested.length === 0 && { fields: [{ code: 'required' }] }),
    ...Object.fromEntries(textIssues),
    ...(!isInRange && { days: [{ code: 'required' }] }),
  }
}

/** Returns what the selected applicants can be asked, and the texts in their languages. */
function useOptions(freeze: BulkDialogProps['freeze']) {
  const { makeCall } = useHttp()
  const { data, error, refetch } = useQuery({
    queryKey: ['change-request-options', useId()],
    queryFn: async () => {
      const { id } = await freeze()
      return (await makeCall(reviewCalls.changeRequestOptions, { input: { selection: id } })).data
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const applicantTexts = useQueries({
    queries: (data?.languages ?? []).map(({ language }) => applicantTextQuery(language)),
    combine: (queries) => queries.map((query) => query.data?.text),
  })
  const isReady = data !== undefined && applicantTexts.every((text) => text !== undefined)
  return { data: data ?? noOptions, error, refetch, isReady, applicantTexts }
}
