/** Versions of an application form: their numbers, content and publication. */

import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import {
  type Prepared,
  prepareEach,
  type ResourceCode,
  type WriteDraft,
  type WriteEvent,
} from '@matricola/server/records/hooks.ts'
import type { Records } from '@matricola/server/records/store.ts'
import {
  columns,
  equalsLiteral,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { publicationIssues } from '#resources/admission/form-checks.ts'
import { type FormContent, formContentSchema } from '#resources/admission/form-content.ts'
import { applicationFormVersions } from '#resources/application-form-versions.ts'
import { applicationForms } from '#resources/application-forms.ts'
import { settings } from '#resources/settings.ts'
import { listItems } from './listed-answers.ts'
import { readRuleReads } from './rule-reads.ts'

const form = table(applicationForms)
const version = table(applicationFormVersions)
const settingsRow = table(settings)

const emptyContent: FormContent = { pages: [] }

/** Versions of application forms: a new one starts as a copy, and one is published at a time. */
export const applicationFormVersionHooks = (
  context: Context,
  recordsWithin: (queries: Queries) => Records,
): ResourceCode<typeof applicationFormVersions> => ({
  inputs: { arrange: { content: formContentSchema } },
  actions: {
    arrange: {
      async work({ records, permit }, { id }, { name, input }) {
        const { content } = input
        await records.applyInternalChange(permit, { id, action: name, values: () => ({ content }) })
      },
    },
  },
  prepare: prepareEach((write) => prepareVersion(context, write)),
  after: {
    fields: ['state'],
    onCreate: false,
    mustStoreAlone: ({ action }) => action === 'publish',
    async work(queries, events) {
      for (const event of events)
        if (event.action === 'publish') await publish(queries, recordsWithin(queries), event)
    },
  },
})

/** Numbers a new version and copies the newest one into it. */
async function prepareVersion(
  { database }: Context,
  { before, record }: WriteDraft<typeof applicationFormVersions>,
): Promise<Prepared | undefined> {
  if (before !== null) return undefined
  const [newest] = await runStatement(
    database,
    sql`select ${pick(columns(version, 'number', 'content'))} from ${version} where ${version.formId} = ${record.formId}::uuid order by ${version.number} desc limit 1`,
  )
  return {
    set: { number: (newest?.number ?? 0) + 1, content: newest?.content ?? emptyContent },
  }
}

/**
 * Checks the content and retires the version that was published before. The lock on the form
 * serializes publications. Throws `transition.refused` with the reasons.
 */
async function publish(
  queries: Queries,
  records: Records,
  { id, record }: WriteEvent<typeof applicationFormVersions>,
): Promise<void> {
  await runStatement(
    queries,
    sql`select ${pick({ id: form.id })} from ${form} where ${form.id} = ${record.formId}::uuid for no key update`,
  )
  const [university] = await runStatement(
    queries,
    sql`select ${pick({ language: settingsRow.language })} from ${settingsRow}`,
  )
  if (!university) throw new Error('the settings record is missing')
  const [published] = await runStatement(
    queries,
    sql`select ${pick(columns(version, 'id', 'content'))} from ${version} where ${version.formId} = ${record.formId}::uuid
     and ${equalsLiteral(version.state, 'published')} and ${version.id} <> ${id}::uuid`,
  )
  const issues = publicationIssues({
    content: record.content ?? emptyContent,
    published: published?.content ?? null,
    language: university.language,
    ruleReads: await readRuleReads(queries, record.formId),
  })
  if (issues.length > 0) throw new AppError('transition.refused', { fields: { _: issues } })
  await listItems(queries, {
    formId: record.formId,
    versionId: id,
    content: record.content ?? emptyContent,
  })
  if (published)
    await records.applyInternalChange(
      systemPermit('admission', applicationFormVersions, 'update'),
      { id: published.id, action: 'retire', values: () => ({ state: 'retired' }) },
    )
}
