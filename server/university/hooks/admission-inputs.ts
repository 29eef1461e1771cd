import type { applicationChoices } from '#resources/application-choices.ts'
import type { placeKinds } from '#resources/place-kinds.ts'
import type { specialPlaces } from '#resources/special-places.ts'
import type { Hooks } from '#server/engine/records/hooks.ts'
import { noteInputsAt, noteInputsOf } from '#server/university/admission/ranking/inputs.ts'

/** Records that only the results of admissions are made from: with each change a draft of results holds no more. */
export const applicationChoiceHooks: Hooks<typeof applicationChoices> = {
  after: (queries, events) =>
    noteInputsOf(
      queries,
      events.map(({ record }) => record.registrationId),
    ),
  remove: (queries, { values }) => noteInputsOf(queries, [values.registrationId]),
}

export const specialPlaceHooks: Hooks<typeof specialPlaces> = {
  after: (queries, events) =>
    noteInputsAt(
      queries,
      events.map(({ record }) => record.admissionProgrammeId),
    ),
  remove: (queries, { values }) => noteInputsAt(queries, [values.admissionProgrammeId]),
}

/** The payer of a special place decides where it stands among the wishes of whoever has a right to it. */
export const placeKindHooks: Hooks<typeof placeKinds> = {
  after: {
    fields: ['funding'],
    work: (queries, events) => (events.some(({ before }) => before) ? noteInputsAt(queries) : Promise.resolve()),
  },
}
