import { extend } from '@matricola/schema/extension.ts'
import { field } from '#resources/field.ts'

/**
 * Fields that the library adds to a student: the card number, whether the student may borrow, and
 * the loans.
 */
export const readers = extend('students', {
  fields: {
    cardNumber: field.text({
      max: 20,
      pattern: 'code',
      optional: true,
      unique: true,
      write: ['admin', 'secretary'],
    }),
    mayBorrow: field.boolean({ default: true, write: ['admin', 'secretary'] }),
    loans: field.many('loans', 'studentId'),
  },
  sections: { library: [['cardNumber', 'mayBorrow']] },
  list: {
    filters: ['cardNumber', 'mayBorrow'],
    search: ['cardNumber'],
    views: { barred: { where: { mayBorrow: { eq: false }, status: { eq: 'active' } } } },
  },
  actions: {
    bar: {
      on: ['row', 'bulk'],
      roles: ['admin', 'secretary'],
      when: { mayBorrow: { eq: true } },
      set: { mayBorrow: false },
    },
  },
  access: { professor: { export: true } },
})

/** The books of a course, which refer to it. */
export const reading = extend('courses', { fields: { books: field.many('books', 'courses') } })

export const customExtensions = [readers, reading]
