import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Hooks, PlannedWrite } from '@matricola/server/records/hooks.ts'
import type { admissionProgrammes } from '#resources/admission-programmes.ts'
import { findFormulaIssue } from './formula.ts'
import { markResultsStale } from './staleness.ts'

const formulas = ['formula', 'firstTie', 'secondTie'] as const

/** Ranked programmes of a session. Their formulas may use grades of the application only, and must result in a number. */
export const admissionProgrammeHooks: Hooks<typeof admissionProgrammes> = {
  validate: {
    fields: formulas,
    work: async (writes) => writes.map(issuesOf),
  },
  after: (queries, events) =>
    markResultsStale(
      queries,
      events.map(({ record }) => record.admissionSessionId),
    ),
  remove: (queries, { values }) => markResultsStale(queries, [values.admissionSessionId]),
}

function issuesOf({ record }: PlannedWrite<typeof admissionProgrammes>): FieldIssues {
  return Object.fromEntries(
    formulas.flatMap((name) => {
      const text = record[name]
      const issue = text === null ? null : findFormulaIssue(text)
      return issue ? [[name, [issue]]] : []
    }),
  )
}
