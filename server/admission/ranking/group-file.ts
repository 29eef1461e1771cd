/** The applicants in one group of the effect of a release, as an Excel file. */

import { today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import {
  assertExportAllowed,
  type ExportedFile,
  streamFile,
} from '@matricola/server/exchange/export/export.ts'
import { escapeFormula } from '@matricola/server/exchange/files/formula.ts'
import { fileFormats } from '@matricola/server/exchange/files/write-file.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { consume, rateLimits } from '@matricola/server/session/rate-limits.ts'
import { recordSecurityEvent } from '@matricola/server/session/security-events.ts'
import { causeLines } from '#resources/admission/cause-lines.ts'
import { memberColumns, type ReleaseGroup, type WireGroupMember } from '#resources/calls/ranking.ts'
import { registrations } from '#resources/registrations.ts'
import { streamGroupMembers } from './group-members.ts'

interface GroupFileRequest {
  readonly draftId: string
  readonly group: ReleaseGroup
  readonly language: Language
  readonly address: string
}

/**
 * Returns the file and logs the export before the first byte is sent. Throws `access.denied`,
 * `reauthentication.required` or `requests.tooMany`.
 */
export async function groupFile(
  context: Context,
  caller: Caller,
  { draftId, group, language, address }: GroupFileRequest,
): Promise<ExportedFile> {
  const { database, clock, texts } = context
  const permit = authorize(caller, registrations, 'export')
  assertExportAllowed(context, permit)
  await consume(database, rateLimits.exports, caller.id, clock.now())
  await recordSecurityEvent(database, clock.now(), {
    ...{ kind: 'exported', userId: caller.id, address },
    details: { resource: registrations.name, format: 'xlsx', draft: draftId, group },
  })
  const text = (key: string, values?: { readonly [name: string]: string }) =>
    texts.text(language, key, values)
  const placeText = (place: WireGroupMember['now']) =>
    place &&
    text('ranking:place', {
      programme: place.programme,
      kind: place.kindName ?? text(`resources:registrations.choices.wonFunding.${place.kind}`),
    })
  const rowOf = (member: WireGroupMember) => ({
    applicant: member.name,
    reference: member.reference,
    before: placeText(member.before) ?? '',
    now: placeText(member.now) ?? '',
    confirmed: text(`shell:${member.isConfirmed ? 'yes' : 'no'}`),
    why: causeLines(member, { language, text }).join('; '),
    email: member.mail ? text(`ranking:release.mails.${member.mail}`) : '',
  })
  const { accessLogger } = recordsOf(context)
  async function* chunks() {
    for await (const members of streamGroupMembers(database, draftId, { group, language })) {
      await accessLogger.logExported(
        permit,
        members.map(({ registrationId }) => registrationId),
      )
      yield members.map((member) => {
        const row = rowOf(member)
        return { cells: memberColumns.map((name) => escapeFormula(row[name])), value: row }
      })
    }
  }
  const { media } = fileFormats.xlsx
  const title = text(`ranking:release.groups.${group}`)
  return {
    name: `${title.toLocaleLowerCase(language).replace(/[^\p{L}\p{N}]+/gu, '-')}-${today(clock.now())}.xlsx`,
    media,
    content: streamFile(fileFormats.xlsx, chunks(), {
      ...{ title, language },
      columns: memberColumns.map((name) => ({
        name,
        heading: text(
          name === 'reference' ? 'ranking:ranked.reference' : `ranking:release.columns.${name}`,
        ),
        format: 'text',
        width: 28,
      })),
    }),
  }
}
