/** Trying a ranking rule of a programme on the grades of real applications, for staff. */

import { asAnyResource } from '@matricola/schema/registry.ts'
import { valueSchema } from '@matricola/schema/validation.ts'
import { defineCall, type ResponseBody } from '@matricola/schema/wire/call.ts'
import { count, describedSchema, id, text, textOrNull } from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import { tieBreakers } from '../admission/ranking.ts'
import { gradeNameSchema } from '../admission/wire-merit.ts'
import { admissionProgrammes } from '../admission-programmes.ts'

const { fields } = admissionProgrammes
const formula = () => valueSchema(fields.formula) as z.ZodMiniType<string>
const formulaOrNull = () => z.nullable(formula())

/** At most 20 applications are shown: nearest to the last place, highest, and a random sample. */
export const shownGroups = ['last', 'highest', 'random'] as const
export type ShownGroup = (typeof shownGroups)[number]

export const ruleOutcomes = ['ranked', 'gradesMissing', 'notEligible', 'notComputable'] as const
export type RuleOutcomeState = (typeof ruleOutcomes)[number]

const outcome = z.strictObject({
  state: z.enum(ruleOutcomes),
  /** Average in hundredths, and position; null if the application is not ranked. */
  average: z.nullable(z.int()),
  position: z.nullable(count()),
  /** Names of the grades that are missing. */
  missing: z.array(text()),
})
export type WireRuleOutcome = ResponseBody<typeof outcome>

const summary = z.strictObject({
  ranked: count(),
  notEligible: count(),
  notComputable: count(),
  missing: z.array(z.strictObject({ grade: text(), applications: count() })),
  /** Applications with the same average as another one. */
  equalAverages: count(),
  /** Average at the last place in hundredths; null if not all places are taken. */
  lastAverage: z.nullable(z.int()),
  /** Applications that are equal at the last place, if not all of them have a place. */
  tiedAtLastPlace: count(),
})
export type WireRuleSummary = ResponseBody<typeof summary>

const session = z.strictObject({ id: id(), name: text(), applications: count() })

export const rankingQuestions = defineCall({
  tag: admissionProgrammes.name,
  access: { resource: asAnyResource(admissionProgrammes), grant: 'update' },
  method: 'GET',
  path: '/api/admission-programmes/questions',
  summary:
    'Lists the questions of the published application form whose answers the ranking rule of a programme can use, by their name in formulas',
  query: z.strictObject({ admissionSessionId: z.uuid(), specializationId: z.uuid() }),
  output: z.array(gradeNameSchema),
})

export const tryRankingRule = defineCall({
  tag: admissionProgrammes.name,
  access: { resource: asAnyResource(admissionProgrammes), grant: 'update' },
  method: 'POST',
  path: '/api/admission-programmes/try',
  summary:
    'Compares a ranking rule with the stored one on the applications of an admission session that chose the programme. Stores nothing',
  repeats: 'never',
  input: z.strictObject({
    admissionSessionId: z.uuid(),
    specializationId: z.uuid(),
    placesBudget: valueSchema(fields.placesBudget) as z.ZodMiniType<number>,
    placesFee: valueSchema(fields.placesFee) as z.ZodMiniType<number>,
    formula: formula(),
    requires: formulaOrNull(),
    ...(Object.fromEntries(tieBreakers.map((name) => [name, formulaOrNull()])) as Record<
      (typeof tieBreakers)[number],
      ReturnType<typeof formulaOrNull>
    >),
    fromSessionId: z.optional(
      describedSchema(
        'Admission session of the applications. Default: that of the programme if it has any, otherwise the newest earlier one that has.',
        z.uuid(),
      ),
    ),
  }),
  output: z.strictObject({
    /** Session of the applications; null if nobody ever chose the programme. */
    fromSessionId: z.nullable(id()),
    /** Sessions with applications for the programme, newest first. */
    sessions: z.array(session),
    /**
     * The rule that the proposed one is compared with: the stored one of this programme, or that of
     * the applications’ session; null if there is neither.
     */
    comparedWith: z.nullable(z.enum(['stored', 'earlier'])),
    /** The proposed rule in words, in each language. */
    words: z.array(
      z.strictObject({
        language: text(),
        formula: text(),
        requires: textOrNull(),
        ties: z.array(text()),
      }),
    ),
    /** State-funded and fee-paying places, without reserved ones. */
    places: count(),
    applications: count(),
    now: z.nullable(summary),
    proposed: summary,
    /** Pairs of applications whose order differs; null if there is nothing to compare with. */
    reordered: z.nullable(
      z.strictObject({
        pairs: count(),
        examples: z.array(z.strictObject({ ahead: text(), behind: text() })),
      }),
    ),
    /** Labels of the answers that either rule uses. */
    questions: z.array(gradeNameSchema),
    shown: z.array(
      z.strictObject({
        reference: text(),
        group: z.enum(shownGroups),
        /** The grades that either rule uses. */
        grades: z.array(z.strictObject({ name: text(), value: z.nullable(z.number()) })),
        now: z.nullable(outcome),
        proposed: outcome,
      }),
    ),
  }),
})
export type WireRuleTrial = ResponseBody<typeof tryRankingRule.output>
