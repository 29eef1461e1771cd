import { fullAccess } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

/** Reserved places of one kind in a programme of an admission session. */
export const specialPlaces = defineProgramResource({
  name: 'special-places',
  path: 'special-places',
  icon: 'flag',
  title: ['placeKindId', 'admissionProgrammeId'],
  fields: {
    admissionProgrammeId: field.reference('admission-programmes', { writeOnce: true }),
    placeKindId: field.reference('place-kinds', {
      writeOnce: true,
      optionsWhere: { isActive: true },
    }),
    places: field.integer({ min: 0, max: 10_000 }),
  },
  sections: { general: ['admissionProgrammeId', 'placeKindId', 'places'] },
  list: {
    columns: ['placeKindId', 'admissionProgrammeId', 'places'],
    sort: ['placeKindId'],
    filters: ['admissionProgrammeId', 'placeKindId'],
  },
  unique: [['admissionProgrammeId', 'placeKindId']],
  access: { admin: fullAccess, secretary: { read: true, export: true } },
  import: { key: ['admissionProgrammeId', 'placeKindId'] },
})
