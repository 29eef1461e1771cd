/** Names of places in emails. */
import { inLanguage } from '@matricola/server/sql/translated-columns.ts'
import { columns, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { specializations } from '#resources/specializations.ts'
import type { ApplicantMailParts } from './parts.ts'

const specialization = table(specializations)
const placeKind = table(placeKinds)

interface NamedPlace {
  readonly specializationId: string
  readonly kind: string
}

/** Returns the names of places in the language of the email, in order. */
export async function readPlaceNames(
  {
    context: { database },
    application: { language },
    text,
  }: Pick<ApplicantMailParts, 'context' | 'application' | 'text'>,
  places: readonly NamedPlace[],
): Promise<string[]> {
  const [programmes, kinds] = await Promise.all([
    runStatement(
      database,
      sql`select ${pick({ id: specialization.id, name: inLanguage(specialization.name, language) })} from ${specialization}
       where ${specialization.id} = any(${places.map(({ specializationId }) => specializationId)}::uuid[])`,
    ),
    runStatement(
      database,
      sql`select ${pick(columns(placeKind, 'id', 'name'))} from ${placeKind} where ${placeKind.id}::text = any(${places.map(({ kind }) => kind)}::text[])`,
    ),
  ])
  const names = new Map([...programmes, ...kinds].map(({ id, name }) => [id, name]))
  return places.map(({ specializationId, kind }) =>
    text('application:place', {
      programme: names.get(specializationId) ?? '',
      kind: names.get(kind) ?? text(`application:kinds.${kind}`),
    }),
  )
}
