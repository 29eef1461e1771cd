import { activationActions } from '@matricola/schema/activation.ts'
import { fullAccess } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

/**
 * Timetable slots of a class in the teaching weeks, with time and room. They recur every week, or
 * in odd or even weeks.
 */
export const classHours = defineProgramResource({
  name: 'class-hours',
  path: 'class-hours',
  icon: 'clock',
  title: ['classId', 'time'],
  fields: {
    classId: field.reference('university-classes', { writeOnce: true }),
    kind: field.choice(
      { lecture: { color: 'blue' }, seminar: { color: 'violet' }, laboratory: { color: 'amber' } },
      { optional: true },
    ),
    /** Absent until the time is planned. */
    weekday: field.choice(
      { monday: {}, tuesday: {}, wednesday: {}, thursday: {}, friday: {}, saturday: {} },
      { optional: true },
    ),
    startsAt: field.text({ max: 5, pattern: 'time', optional: true }),
    endsAt: field.text({ max: 5, pattern: 'time', optional: true }),
    /** Week 1 is the week in which the teaching period starts. */
    weeks: field.choice({ every: {}, odd: {}, even: {} }, { default: 'every' }),
    room: field.text({ max: 40, optional: true }),
    /** Day, time and weeks as one text, which sorts chronologically. */
    time: field.text({ max: 20, optional: true, computed: 'classHourTime', displayAs: 'hours' }),
    /** Inactive slots do not appear in timetables. */
    isActive: field.boolean({ default: true }),
  },
  sections: {
    general: ['classId', 'kind', ['weekday', 'room'], ['startsAt', 'endsAt'], 'weeks', 'isActive'],
  },
  form: {
    startsAt: { requiredWhen: { weekday: { isNull: false } } },
    endsAt: { requiredWhen: { weekday: { isNull: false } } },
  },
  rules: {
    endsAfterStart: {
      check: {
        or: [
          { startsAt: { isNull: true } },
          { endsAt: { isNull: true } },
          { endsAt: { gt: { value: 'startsAt' } } },
        ],
      },
      field: 'endsAt',
    },
  },
  list: {
    columns: ['classId', 'time', 'room', 'kind', 'isActive'],
    sort: ['time', 'classId'],
    filters: ['classId', 'weekday', 'room', 'weeks', 'kind', 'isActive'],
    facets: ['weekday', 'weeks', 'kind'],
    search: ['room'],
    editable: ['room', 'kind'],
  },
  unique: [['classId', 'weekday', 'startsAt', 'weeks']],
  access: {
    admin: fullAccess,
    secretary: { read: true, export: true },
    professor: { read: { scope: 'recordsOfOwnClasses' } },
    student: { read: { scope: 'activeHoursOfOwnClasses' } },
  },
  actions: activationActions(['admin']),
  import: { key: ['classId', 'weekday', 'startsAt', 'weeks'], fallbackKey: ['kind'] },
})
