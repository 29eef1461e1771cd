import { fullAccess } from '@matricola/schema/full-access.ts'
import { tieBreakers } from './admission/ranking.ts'
import { programmeQuestionFields } from './application-documents.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'
import { registrations } from './registrations.ts'

const formula = { max: 1000 } as const

/**
 * Programmes that admit by merit in an admission session: their places and how applications are
 * ranked. For all other programmes, staff decide each application individually.
 */
export const admissionProgrammes = defineProgramResource({
  name: 'admission-programmes',
  path: 'admission-programmes',
  icon: 'specializations',
  title: ['specializationId', 'admissionSessionId'],
  fields: {
    admissionSessionId: field.reference('admission-sessions', { writeOnce: true }),
    specializationId: field.reference('specializations', {
      writeOnce: true,
      optionsWhere: { isActive: true },
    }),
    placesBudget: field.integer({ min: 0, max: 10_000, default: 0 }),
    placesFee: field.integer({ min: 0, max: 10_000, default: 0 }),
    /**
     * The admission average: an expression over the grades of the application, truncated to two
     * decimals.
     */
    formula: field.text({
      ...formula,
      input: 'average',
      display: 'average',
      example: '0.8 * baccalaureateAverage + 0.2 * examGrade',
    }),
    /**
     * Condition over the grades of the application. Applicants who do not meet it are not ranked in
     * this programme.
     */
    requires: field.text({
      ...formula,
      input: 'condition',
      display: 'condition',
      example: 'examGrade >= 5',
      optional: true,
    }),
    /** Tie-breakers for equal averages, in order. */
    firstTie: field.text({
      ...formula,
      input: 'tie',
      display: 'tie',
      example: 'baccalaureateAverage',
      optional: true,
    }),
    secondTie: field.text({
      ...formula,
      input: 'tie',
      display: 'tie',
      example: 'profileGrade',
      optional: true,
    }),
    thirdTie: field.text({
      ...formula,
      input: 'tie',
      display: 'tie',
      example: 'romanianGrade',
      optional: true,
    }),
    fourthTie: field.text({
      ...formula,
      input: 'tie',
      display: 'tie',
      example: 'examGrade',
      optional: true,
    }),
    fifthTie: field.text({
      ...formula,
      input: 'tie',
      display: 'tie',
      example: 'degreeAverage',
      optional: true,
    }),
    /**
     * Rule for remaining ties at the last place: all are admitted, or a reproducible draw decides.
     */
    ties: field.choice({ together: {}, lot: {} }, { default: 'together' }),
    /** The reason for the last change of the ranking rule. Required after a release. */
    changeReason: field.text({
      min: 3,
      max: 300,
      optional: true,
      bulk: false,
      inUniversityLanguage: true,
    }),
    /**
     * Owed by everyone who chooses the programme. With several choices, only the highest fee is
     * owed, once. Absent: no fee.
     */
    applicationFee: field.money({ min: 0.01, max: 100_000, optional: true }),
    /** Must be paid before a place is confirmed; absent: no fee. */
    confirmationFee: field.money({ min: 0.01, max: 100_000, optional: true }),
    /** Additional questions and documents that the programme requires. */
    requirements: field.set(Object.fromEntries(programmeQuestionFields.map((name) => [name, {}])), {
      optional: true,
      renamedFrom: 'asks',
      variesByInstallation: true,
      choicesAreFieldsOf: registrations.name,
    }),
    special: field.many('special-places', 'admissionProgrammeId'),
  },
  sections: {
    general: [
      'admissionSessionId',
      'specializationId',
      ['placesBudget', 'placesFee'],
      ['applicationFee', 'confirmationFee'],
      'requirements',
    ],
    ranking: ['formula', 'requires', ...tieBreakers, 'ties', 'changeReason'],
  },
  form: {
    thirdTie: { visibleWhen: { secondTie: { isNull: false } } },
    fourthTie: { visibleWhen: { thirdTie: { isNull: false } } },
    fifthTie: { visibleWhen: { fourthTie: { isNull: false } } },
  },
  list: {
    columns: ['specializationId', 'admissionSessionId', 'placesBudget', 'placesFee', 'formula'],
    sort: ['specializationId'],
    filters: ['admissionSessionId', 'specializationId'],
  },
  unique: [['admissionSessionId', 'specializationId']],
  access: { admin: fullAccess, secretary: { read: true, export: true } },
  import: { key: ['admissionSessionId', 'specializationId'] },
})
