/** Tries a ranking rule on the applications that chose a programme, without storing anything. */

import { describeCondition } from '@matricola/schema/expression/condition.ts'
import { describeExpression } from '@matricola/schema/expression/describe.ts'
import type { Expression } from '@matricola/schema/expression/expression.ts'
import { parseCondition, parseExpression } from '@matricola/schema/expression/parse.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { InputOf } from '@matricola/schema/wire/call.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { authorize, coversEveryRow } from '@matricola/server/policy/permit.ts'
import { inLanguage } from '@matricola/server/sql/translated-columns.ts'
import {
  columns,
  differsFromLiteral,
  expr,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { Texts } from '@matricola/server/texts.ts'
import type { FastifyInstance } from 'fastify'
import { averageDecimals, tieBreakers } from '#resources/admission/ranking.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { applicationChoices } from '#resources/application-choices.ts'
import {
  rankingQuestions,
  tryRankingRule,
  type WireRuleOutcome,
  type WireRuleSummary,
  type WireRuleTrial,
} from '#resources/calls/ranking-rules.ts'
import { languages } from '#resources/languages.ts'
import { registrations } from '#resources/registrations.ts'
import {
  type AnswerGrades,
  canBeGrade,
  findRuleIssuesOf,
  readAnswerGrades,
  readQuestionsOf,
} from './answer-grades.ts'
import { drawOrderOf } from './assemble.ts'
import {
  chooseShown,
  compareOrders,
  type RankedByRule,
  type RuleCandidate,
  type RuleOutcome,
  type RuleSummary,
  rankByRule,
} from './compare-rules.ts'
import {
  type Grades,
  gradeLabels,
  gradeNames,
  nameOfAnswer,
  parseRule,
  type RuleTexts,
  wordingOf,
} from './formula.ts'
import { gradesOf } from './read-input.ts'
import { runYielding } from './run.ts'

const admissionProgramme = table(admissionProgrammes)
const admissionSession = table(admissionSessions)
const ownSession = table(admissionSessions, 'own_session')
const applicationChoice = table(applicationChoices)
const registration = table(registrations)

type TrialInput = InputOf<typeof tryRankingRule>

/** Registers the call that tries a ranking rule. */
export function rankingRuleRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, rankingQuestions, async ({ query }) => {
    const items = await readQuestionsOf(context.database, query)
    const questions = new Map(
      items
        .filter(canBeGrade)
        .map((item) => [nameOfAnswer(item.key), { labels: item.label, itemIds: [item.id] }]),
    )
    return ok(gradeLabels(context.texts, [...questions.keys()], questions))
  })
  registerCall(app, tryRankingRule, async ({ caller, input }) => {
    assertReadsEveryGrade(caller)
    const issues = await findRuleIssuesOf(context.database, input)
    if (Object.keys(issues).length > 0) throw invalidInput(issues)
    return ok(await tryRule(context, input, caller.language))
  })
}

/** The response contains grades, which callers must be allowed to read in every application. */
function assertReadsEveryGrade(caller: Caller): void {
  if (!coversEveryRow(authorize(caller, registrations, 'read'))) throw new AppError('access.denied')
}

async function tryRule(
  { database, texts }: Pick<Context, 'database' | 'texts'>,
  input: TrialInput,
  language: Language | null,
): Promise<WireRuleTrial> {
  const sessions = await readSessions(database, input, language)
  const fromSessionId =
    input.fromSessionId ??
    sessions.find(({ id }) => id === input.admissionSessionId)?.id ??
    sessions[0]?.id ??
    null
  const { rule: baseline, comparedWith } = await readBaseline(database, input, fromSessionId)
  const places = input.placesBudget + input.placesFee
  const rules = { now: baseline && parseRule(baseline), proposed: parseRule(input) }
  const usedNames = [rules.now, rules.proposed].flatMap((rule) => rule?.usedGrades ?? [])
  // Answers to a question with the same key are compared across sessions.
  const sessionIds = [input.admissionSessionId, fromSessionId].filter((id) => id !== null)
  const questions = await readAnswerGrades(database, sessionIds, usedNames)
  const candidates =
    fromSessionId === null
      ? []
      : await readCandidates(database, questions, {
          sessionId: fromSessionId,
          specializationId: input.specializationId,
        })
  const proposed = await runYielding(rankByRule(candidates, rules.proposed, places))
  const now = rules.now && (await runYielding(rankByRule(candidates, rules.now, places)))
  const change = now && compareOrders(now, proposed, places)
  const shown = chooseShown(now ? [now, proposed] : [proposed], randomOrderOf(candidates), places)
  const usedGrades = [...gradeNames, ...questions.keys()].filter((name) => usedNames.includes(name))
  const referenceOf = (index: number) => candidates[index]?.reference ?? ''
  return {
    ...{ fromSessionId, sessions, comparedWith, places, applications: candidates.length },
    words: wordsOf(texts, input, questions),
    questions: gradeLabels(texts, [...questions.keys()], questions),
    now: now && wireSummary(now.summary),
    proposed: wireSummary(proposed.summary),
    reordered: change && {
      pairs: change.pairs,
      examples: change.examples.map(({ ahead, behind }) => ({
        ahead: referenceOf(ahead),
        behind: referenceOf(behind),
      })),
    },
    shown: [...shown]
      .map(([index, group]) => ({ index, group, at: sortKeyOf(proposed, now, index) }))
      .sort((a, b) => a.at - b.at || (referenceOf(a.index) < referenceOf(b.index) ? -1 : 1))
      .map(({ index, group }) => ({
        reference: referenceOf(index),
        group,
        grades: usedGrades.map((name) => ({
          name,
          value: candidates[index]?.grades[name] ?? null,
        })),
        now: now && wireOutcome(now.outcomes[index]),
        proposed: wireOutcome(proposed.outcomes[index]),
      })),
  }
}

const positionOf = (outcome: RuleOutcome | undefined) =>
  outcome?.state === 'ranked' ? outcome.position : null

/** The proposed position. Those not ranked by it come last, in their present order. */
const sortKeyOf = (proposed: RankedByRule, now: RankedByRule | null, index: number): number =>
  positionOf(proposed.outcomes[index]) ??
  proposed.outcomes.length + (positionOf(now?.outcomes[index]) ?? proposed.outcomes.length) + 1

function wireOutcome(outcome: RuleOutcome | undefined): WireRuleOutcome {
  return {
    state: outcome?.state ?? 'notComputable',
    average: outcome?.state === 'ranked' ? (outcome.keys[0] ?? null) : null,
    position: positionOf(outcome),
    missing: outcome?.state === 'gradesMissing' ? [...outcome.missing] : [],
  }
}

const wireSummary = ({ missing, ...summary }: RuleSummary): WireRuleSummary => ({
  ...summary,
  missing: [...missing].map(([grade, applications]) => ({ grade, applications })),
})

/** Indexes in the order of the draw, which is random but the same each time. */
const randomOrderOf = (candidates: readonly RuleCandidate[]): readonly number[] =>
  candidates
    .map(({ reference }, index) => ({ index, lot: drawOrderOf(reference) }))
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))
    .map(({ index }) => index)

/** Whether an application may be ranked in the programme, whichever of its choices it is. */
const choseProgramme = (specializationId: string) =>
  expr<boolean>`(${differsFromLiteral(registration.status, 'declined')} and (${registration.specializationId} = ${specializationId} or exists (select 1 from ${applicationChoice}
  where ${applicationChoice.registrationId} = ${registration.id} and ${applicationChoice.specializationId} = ${specializationId})))`

/** The session of the programme and earlier ones, newest first, if they have applications for it. */
const readSessions = (
  queries: Queries,
  { admissionSessionId, specializationId }: TrialInput,
  language: Language | null,
) =>
  runStatement(
    queries,
    sql`select ${pick({
      id: admissionSession.id,
      name: inLanguage(admissionSession.name, language),
      applications: expr<number>`count(*)::integer`,
    })} from ${admissionSession} join ${registration} on ${registration.admissionSessionId} = ${admissionSession.id}
     where ${choseProgramme(specializationId)} and (${admissionSession.academicYear}, ${admissionSession.createdAt}) <=
     (select ${ownSession.academicYear}, ${ownSession.createdAt} from ${ownSession} where ${ownSession.id} = ${admissionSessionId})
     group by ${admissionSession.id} order by ${admissionSession.academicYear} desc, ${admissionSession.createdAt} desc limit 20`,
  )

const readCandidates = async (
  queries: Queries,
  questions: AnswerGrades,
  {
    sessionId,
    specializationId,
  }: { readonly sessionId: string; readonly specializationId: string },
): Promise<readonly RuleCandidate[]> =>
  await runStatement(
    queries,
    sql`select ${pick({
      reference: registration.referenceCode,
      grades: expr<Grades>`${gradesOf(registration, questions)}`,
    })} from ${registration} where ${registration.admissionSessionId} = ${sessionId} and ${choseProgramme(specializationId)}
     order by ${registration.id}`,
  )

/** Returns the stored rule of the programme, or that of the session of the applications. */
async function readBaseline(
  queries: Queries,
  { admissionSessionId, specializationId }: TrialInput,
  fromSessionId: string | null,
): Promise<{
  readonly rule: RuleTexts | null
  readonly comparedWith: WireRuleTrial['comparedWith']
}> {
  const found = await runStatement(
    queries,
    sql`select ${pick(columns(admissionProgramme, 'admissionSessionId', 'formula', 'requires', ...tieBreakers))}
     from ${admissionProgramme} where ${admissionProgramme.specializationId} = ${specializationId}
     and ${admissionProgramme.admissionSessionId} = any(${[admissionSessionId, fromSessionId ?? admissionSessionId]}::uuid[])`,
  )
  const ruleIn = (id: string | null) => found.find((row) => row.admissionSessionId === id) ?? null
  const [stored, earlier] = [ruleIn(admissionSessionId), ruleIn(fromSessionId)]
  return {
    rule: stored ?? earlier,
    comparedWith: stored ? 'stored' : earlier ? 'earlier' : null,
  }
}

/** The rule in words, in each language of the university. */
function wordsOf(texts: Texts, input: TrialInput, questions: AnswerGrades): WireRuleTrial['words'] {
  return languages.map((language) => {
    const wording = wordingOf(texts, language, questions)
    const describe = (text: string, wrap: (expression: Expression) => Expression = (it) => it) => {
      const parsed = parseExpression(text)
      return 'error' in parsed ? text : describeExpression(wrap(parsed.expression), wording)
    }
    const condition = input.requires === null ? null : parseCondition(input.requires)
    return {
      language,
      formula: describe(input.formula, (cut) => ({ cut, decimals: averageDecimals })),
      requires:
        condition === null || 'error' in condition
          ? null
          : describeCondition(condition.condition, wording),
      ties: tieBreakers.flatMap((name) => {
        const text = input[name]
        return text === null ? [] : [describe(text)]
      }),
    }
  })
}
