/** Mails about the results of an admission by merit. Each is sent only while it holds. */
import { dayInWords } from '#model/dates.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { columns, pick, run, sql, table } from '#server/engine/sql/typed.ts'
import type { MailComposer } from './parts.ts'

const r = table(registrations, 'r')
const z = table(specializations, 'z')
const k = table(placeKinds, 'k')

export const placeWon: MailComposer = async ({ application: { id, reference, language }, context, say, facts, text, statusLink }) => {
  const [place] = await run(
    context.database,
    sql`select ${pick({ programme: z.name, special: k.name, ...columns(r, 'status', 'wonFunding', 'confirmBy', 'confirmedAt') })}
     from ${r} join ${z} on ${z.id} = ${r.wonSpecializationId} left join ${k} on ${k.id} = ${r.wonPlaceKindId} where ${r.id} = ${id}`,
  )
  if (place?.status !== 'accepted') return null
  const { programme, special, wonFunding, confirmBy, confirmedAt } = place
  const kind = wonFunding === null ? special : text(`resources:registrations.choices.wonFunding.${wonFunding}`)
  const due = confirmBy === null || confirmedAt !== null ? null : dayInWords(confirmBy, language)
  return [say('body'), ...facts({ reference, programme, kind, confirmBy: due }), say(due === null ? 'after' : 'confirm'), statusLink()]
}

export const placeWaiting: MailComposer = ({ application: { status, reference }, say, facts, statusLink }) =>
  status === 'accepted' || status === 'declined' ? null : [say('body'), ...facts({ reference }), say('after'), statusLink()]
