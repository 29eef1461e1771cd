import { type ColumnsOf, expr, table } from '@matricola/server/sql/typed.ts'
import type { PlaceAcceptance } from '#resources/admission/place-acceptance.ts'
import type { registrations } from '#resources/registrations.ts'
import { placeAcceptanceTable } from '#server/tables/rows.ts'

const placeAcceptance = table(placeAcceptanceTable)

/**
 * SQL for the newest answer about a confirmed place as JSON. Places that are not confirmed may still
 * change, so their answers do not count yet.
 */
export const newestAcceptance = (
  application: ColumnsOf<typeof registrations, 'id' | 'confirmedAt'>,
) =>
  expr<PlaceAcceptance | null>`case when ${application.confirmedAt} is not null then (select jsonb_build_object('mode', ${placeAcceptance.mode}, 'consented', ${placeAcceptance.consented}, 'agreedToPay', ${placeAcceptance.agreed_to_pay})
  from ${placeAcceptance} where ${placeAcceptance.registration_id} = ${application.id} order by ${placeAcceptance.at} desc, ${placeAcceptance.id} desc limit 1) end`
