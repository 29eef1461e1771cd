import type { Hooks } from '@matricola/server/records/hooks.ts'
import type { applicationChoices } from '#resources/application-choices.ts'
import type { placeKinds } from '#resources/place-kinds.ts'
import type { specialPlaces } from '#resources/special-places.ts'
import { markResultsStaleByApplications, markResultsStaleByProgrammes } from '#server/admission/ranking/staleness.ts'

/** Hooks for records that affect nothing but admission results. Each change makes results drafts stale. */
export const applicationChoiceHooks: Hooks<typeof applicationChoices> = {
  after: (queries, events) =>
    markResultsStaleByApplications(
      queries,
      events.map(({ record }) => record.registrationId),
    ),
  remove: (queries, { values }) => markResultsStaleByApplications(queries, [values.registrationId]),
}

export const specialPlaceHooks: Hooks<typeof specialPlaces> = {
  after: (queries, events) =>
    markResultsStaleByProgrammes(
      queries,
      events.map(({ record }) => record.admissionProgrammeId),
    ),
  remove: (queries, { values }) => markResultsStaleByProgrammes(queries, [values.admissionProgrammeId]),
}

/** The funding of a type of reserved place decides its rank among the choices of entitled applicants. */
export const placeKindHooks: Hooks<typeof placeKinds> = {
  after: {
    fields: ['funding'],
    work: (queries, events) => (events.some(({ before }) => before) ? markResultsStaleByProgrammes(queries) : Promise.resolve()),
  },
}
