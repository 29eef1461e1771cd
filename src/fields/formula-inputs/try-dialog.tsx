/** The changes that a ranking rule would make to the applications of an admission session. */

import { useAnnounce } from '@matricola/console/announcements/announcer.tsx'
import { createUseTexts } from '@matricola/console/app/create-use-texts.ts'
import { useIssueText } from '@matricola/console/fields/issue-text.ts'
import { numberDisplay } from '@matricola/console/fields/number-text.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { Modal } from '@matricola/console/kit/modal.tsx'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { useCall } from '@matricola/console/use-call.ts'
import type { HttpError } from '@matricola/providers/http-error.ts'
import { languageName } from '@matricola/schema/languages.ts'
import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { InputOf } from '@matricola/schema/wire/call.ts'
import { useId, useState } from 'react'
import { tieBreakers } from '#resources/admission/ranking.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import {
  tryRankingRule,
  type WireRuleOutcome,
  type WireRuleSummary,
  type WireRuleTrial,
} from '#resources/calls/ranking-rules.ts'
import { registrations } from '#resources/registrations.ts'
import { useAverages } from '#src/averages/use-averages.ts'

export const useTryText = createUseTexts('ranking', 'resources', 'pages', 'shell', 'errors')

export type TrialInput = Omit<InputOf<typeof tryRankingRule>, 'fromSessionId'>

/** The rule of a form; null until the session and the specialization are chosen. */
export function trialInputOf(values: { readonly [field: string]: unknown }): TrialInput | null {
  const { admissionSessionId, specializationId } = values
  if (typeof admissionSessionId !== 'string' || typeof specializationId !== 'string') return null
  // Values that are not valid yet are sent as they are, so that the server names their fields.
  return {
    ...{ admissionSessionId, specializationId },
    placesBudget: values.placesBudget ?? 0,
    placesFee: values.placesFee ?? 0,
    formula: values.formula ?? '',
    requires: values.requires ?? null,
    ...Object.fromEntries(tieBreakers.map((name) => [name, values[name] ?? null])),
  } as TrialInput
}

interface TryDialogProps {
  readonly input: TrialInput
  readonly onClose: () => void
}

export function TryDialog({ input, onClose }: TryDialogProps) {
  const { t } = useTryText()
  const [fromSessionId, setFromSessionId] = useState<string | undefined>()
  const { data, error, refetch } = useCall(
    tryRankingRule,
    { input: { ...input, ...(fromSessionId !== undefined && { fromSessionId }) } },
    { keepPreviousResult: true, staleTime: 0, retry: false },
  )
  return (
    <Modal
      title={t('try.title')}
      width={960}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('shell:close')}</Button>}
    >
      {error ? (
        <Refusal error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Trial trial={data} input={input} onSession={setFromSessionId} />
      ) : (
        <FieldsSkeleton rows={6} />
      )}
    </Modal>
  )
}

/** Issues of the fields of the rule, or another failure. */
function Refusal({ error, onRetry }: { readonly error: HttpError; readonly onRetry: () => void }) {
  const { t } = useTryText()
  const issueText = useIssueText()
  const issues = Object.entries(error.fields).flatMap(([name, [issue]]) =>
    issue ? [{ name, issue }] : [],
  )
  if (issues.length === 0)
    return <LoadFailed message={error.message} reference={error.requestId} onRetry={onRetry} />
  return (
    <div className="message message-error" role="alert">
      <div>
        <p>{t('try.invalid')}</p>
        <ul>
          {issues.map(({ name, issue }) => (
            <li key={name}>
              {t('errors:summary.entry', {
                field: t(`resources:${fieldKey(admissionProgrammes, name)}`),
                message: issueText(issue),
              })}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

interface TrialProps {
  readonly trial: WireRuleTrial
  readonly input: TrialInput
  readonly onSession: (id: string) => void
}

function Trial({ trial, input, onSession }: TrialProps) {
  const { t } = useTryText()
  const sessionFieldId = useId()
  const { sessions, fromSessionId, applications, places, reordered, now } = trial
  const isEmpty = applications === 0 && sessions.length === 0
  const change =
    reordered === null
      ? ''
      : reordered.pairs === 0
        ? t('try.sameOrder')
        : t('try.reordered', { count: reordered.pairs })
  useAnnounce(isEmpty ? t('try.none') : change)
  return (
    <div className="try-rule">
      <Words words={trial.words} ties={tieBreakers.filter((name) => input[name] !== null)} />
      {isEmpty ? (
        <p>{t('try.none')}</p>
      ) : (
        <>
          <div className="form-field">
            <label className="field-label" htmlFor={sessionFieldId}>
              {t('try.session')}
            </label>
            <select
              id={sessionFieldId}
              className="input"
              value={fromSessionId ?? ''}
              onChange={(event) => onSession(event.target.value)}
            >
              {sessions.map((session) => (
                <option key={session.id} value={session.id}>
                  {t('try.sessionOption', {
                    name: session.name,
                    applications: t('try.applications', { count: session.applications }),
                  })}
                </option>
              ))}
            </select>
          </div>
          <p className="field-note">
            {t('try.scope')} {places > 0 ? t('try.places', { count: places }) : t('try.noPlaces')}{' '}
            {t(`try.comparedWith.${trial.comparedWith ?? 'nothing'}`)}
          </p>
          <Summaries trial={trial} />
          {now && reordered && (
            <div>
              <p>{change}</p>
              {reordered.examples.length > 0 && (
                <ul>
                  {reordered.examples.map(({ ahead, behind }) => (
                    <li key={`${ahead} ${behind}`}>{t('try.example', { ahead, behind })}</li>
                  ))}
                </ul>
              )}
            </div>
          )}
          <Shown trial={trial} formula={input.formula} />
        </>
      )}
    </div>
  )
}

type RuleWords = WireRuleTrial['words'][number]

/** The proposed rule in words: in the reader's language, and in the others on demand. */
function Words({
  words,
  ties,
}: {
  readonly words: readonly RuleWords[]
  /** Fields of the tie-breakers that the rule has. */
  readonly ties: readonly string[]
}) {
  const { t, language } = useTryText()
  const own = words.find((each) => each.language === language) ?? words[0]
  if (!own) return null
  const label = (name: string) => t(`resources:${fieldKey(admissionProgrammes, name)}`)
  return (
    <div>
      <RuleLines words={own} labels={['formula', ...ties, 'requires'].map(label)} />
      <details>
        <summary>{t('try.otherLanguages')}</summary>
        {words
          .filter((each) => each !== own)
          .map((each) => (
            <div key={each.language}>
              <p className="field-label">{languageName(each.language, language)}</p>
              <div lang={each.language}>
                <RuleLines words={each} />
              </div>
            </div>
          ))}
      </details>
    </div>
  )
}

interface RuleLinesProps {
  readonly words: RuleWords
  /** Labels of the lines, in the reader's language. */
  readonly labels?: readonly string[]
}

function RuleLines({ words: { formula, ties, requires }, labels }: RuleLinesProps) {
  const { t } = useTryText()
  return (
    <ul>
      {[formula, ...ties, requires].map((line, index) => {
        const field = labels?.[index]
        if (line === null) return null
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two tie-breakers may have the same text
          <li key={index}>{field ? t('errors:summary.entry', { field, message: line }) : line}</li>
        )
      })}
    </ul>
  )
}

const averageText = (hundredths: number, language: string) =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    hundredths / 100,
  )

/** Returns the label of a grade, or of a question of the application form. */
function useGradeLabel({ questions }: WireRuleTrial): (name: string) => string {
  const { t, language } = useTryText()
  return (name) =>
    questions.find((question) => question.name === name)?.labels[language] ??
    t(`resources:${fieldKey(registrations, name)}`)
}

/** Counts by the present rule and by the proposed one. */
function Summaries({ trial }: { readonly trial: WireRuleTrial }) {
  const { now, proposed } = trial
  const { t, language } = useTryText()
  const gradeLabel = useGradeLabel(trial)
  const count = (value: number) => numberDisplay(value, language, 0)
  const grades = [...(now?.missing ?? []), ...proposed.missing].map(({ grade }) => grade)
  const rows: readonly {
    readonly name: string
    readonly textFor: (summary: WireRuleSummary) => string
  }[] = [
    { name: t('try.rows.ranked'), textFor: ({ ranked }) => count(ranked) },
    {
      name: t('try.rows.lastAverage'),
      textFor: ({ lastAverage }) =>
        lastAverage === null ? '–' : averageText(lastAverage, language),
    },
    { name: t('try.rows.tied'), textFor: ({ tiedAtLastPlace }) => count(tiedAtLastPlace) },
    { name: t('try.rows.equal'), textFor: ({ equalAverages }) => count(equalAverages) },
    ...[...new Set(grades)].map((grade) => ({
      name: t('try.rows.missing', { grade: gradeLabel(grade) }),
      textFor: ({ missing }: WireRuleSummary) =>
        count(missing.find((entry) => entry.grade === grade)?.applications ?? 0),
    })),
    { name: t('try.rows.notEligible'), textFor: ({ notEligible }) => count(notEligible) },
    { name: t('try.rows.notComputable'), textFor: ({ notComputable }) => count(notComputable) },
  ]
  return (
    <table className="plain-table try-summary">
      <caption className="visually-hidden">{t('try.summary')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('try.applicationsColumn')}</th>
          {now && (
            <th scope="col" className="number">
              {t('try.now')}
            </th>
          )}
          <th scope="col" className="number">
            {t('try.proposed')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, textFor }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {now && <td className="number">{textFor(now)}</td>}
            <td className="number">{textFor(proposed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The applications that are shown, with their grades and positions by both rules. */
function Shown({ trial, formula }: { readonly trial: WireRuleTrial; readonly formula: string }) {
  const { t, language } = useTryText()
  const averages = useAverages(true)
  const gradeLabel = useGradeLabel(trial)
  const { shown, now } = trial
  const [first] = shown
  if (!first) return null
  /** The terms of the proposed average with the grades of the application. */
  const parts = (grades: (typeof shown)[number]['grades']) =>
    averages
      ?.computeAverage(
        formula,
        Object.fromEntries(grades.map(({ name, value }) => [name, value])),
        { language, label: gradeLabel },
      )
      ?.parts.map(({ withValues }) => withValues)
      .join(' + ')
  const result = ({ state, average, position }: WireRuleOutcome) =>
    average !== null && position !== null
      ? t('try.result', {
          average: averageText(average, language),
          position: numberDisplay(position, language, 0),
        })
      : t(`try.states.${state}`)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className="table-box panel try-shown" aria-label={t('try.shown')} tabIndex={0}>
      <table className="plain-table">
        <caption className="visually-hidden">{t('try.shown')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('ranked.reference')}</th>
            {now && <th scope="col">{t('try.now')}</th>}
            <th scope="col">{t('try.proposed')}</th>
            {first.grades.map(({ name }) => (
              <th key={name} scope="col" className="number">
                {gradeLabel(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((candidate) => (
            <tr key={candidate.reference}>
              <th scope="row">
                {candidate.reference}
                <span className="try-detail">{t(`try.groups.${candidate.group}`)}</span>
              </th>
              {candidate.now && <td>{result(candidate.now)}</td>}
              <td>
                {result(candidate.proposed)}
                {candidate.proposed.state === 'ranked' && (
                  <span className="try-detail">{parts(candidate.grades)}</span>
                )}
              </td>
              {candidate.grades.map(({ name, value }) => (
                <td key={name} className="number">
                  {value === null ? '–' : numberDisplay(value, language)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
