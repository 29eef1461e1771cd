/**
 * Adds academic records to the university in `records.ts`: for each kind, one record that belongs
 * to the test users and one that does not.
 */
import { randomUUID } from 'node:crypto'
import { sortKey } from '@matricola/schema/values/folding.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { tableNameOf } from '@matricola/server/database/names.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { insertRow } from '@matricola/testing/insert-rows.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { getResource } from '#resources/index.ts'
import type { SeededRecord } from './seed-university.ts'

type IdOf = (resource: string, label: string) => string
type Columns = { readonly [column: string]: string | number | boolean | null }
const labels = ['own', 'other'] as const

/**
 * Inserts the rows that API calls would create, but without the checks of these calls. The
 * professor's unpublished grade is labelled `inactive`.
 */
export async function seedAcademicRecords(
  api: TestApp,
  seeded: SeededRecord[],
  idOf: IdOf,
): Promise<void> {
  const { database } = api.context
  async function insert(
    resource: string,
    label: SeededRecord['label'],
    columns: Columns,
    canaries: SeededRecord['canaries'] = {},
  ) {
    const id = randomUUID()
    await insertRow(database, tableNameOf(getResource(resource)), { id, ...columns })
    const record: WireRecord = await recordsOf(api.context).get(
      systemPermit('demo', getResource(resource), 'read'),
      id,
    )
    seeded.push({ resource, label, id, record, canaries })
  }
  const academic_year_id = idOf('academic-years', 'own')
  for (const label of labels) {
    const [class_id, course_id] = [idOf('university-classes', label), idOf('courses', label)]
    const [student_id, professor_id] = [idOf('students', label), idOf('professors', label)]
    if (label === 'own')
      await insert('class-assistants', label, {
        class_id,
        professor_id: idOf('professors', 'other'),
        is_active: true,
      })
    const room = `canary-exam-room-${label}`
    await insert(
      'exams',
      label,
      {
        ...{
          class_id,
          course_id,
          academic_year_id,
          professor_id,
          session: 'winter',
          type: 'written',
          state: 'published',
        },
        ...{
          starts_at: '2027-01-25T08:00:00.000Z',
          duration_minutes: 120,
          room,
          room_key: sortKey(room),
        },
      },
      { room },
    )
    const exam_id = idOf('exams', label)
    const grade = {
      student_id,
      course_id,
      academic_year_id,
      professor_id,
      result: 'graded',
      attempt: 1,
      kind: 'exam',
    }
    await insert('grades', label, {
      ...grade,
      exam_id,
      value: 4,
      state: 'published',
      published_at: '2027-01-27T08:00:00.000Z',
    })
    if (label === 'own')
      await insert('grades', 'inactive', {
        ...grade,
        exam_id: null,
        kind: 'recognised',
        value: 9,
        state: 'draft',
      })
    const why = `canary-appeal-explanation-${label}`
    await insert(
      'grade-appeals',
      label,
      {
        ...{
          grade_id: idOf('grades', label),
          student_id,
          course_id,
          professor_id,
          result: 'graded',
          value: 4,
          status: 'open',
        },
        ...{
          explanation: why,
          appealed_at: '2027-01-27T10:00:00.000Z',
          due_at: '2027-01-28T10:00:00.000Z',
        },
      },
      { explanation: why },
    )
    const explanation = `canary-resit-explanation-${label}`
    await insert(
      'exam-resits',
      label,
      {
        ...{
          student_id,
          course_id,
          academic_year_id,
          kind: 'resit',
          status: 'requested',
          requested_at: '2027-01-28T08:00:00.000Z',
        },
        explanation,
      },
      { explanation },
    )
    const thesisTitle = `canary-thesis-${label}`
    await insert(
      'license-exams',
      label,
      {
        ...{
          student_id,
          year: 2029,
          session: 'july',
          status: 'eligible',
          chair_id: professor_id,
          supervisor_id: professor_id,
          credits: 0,
        },
        ...{
          thesis_title: thesisTitle,
          thesis_title_key: sortKey(thesisTitle),
          search_text: thesisTitle,
        },
      },
      { thesisTitle },
    )
    const description = `canary-charge-${label}`
    await insert(
      'finances',
      label,
      {
        ...{
          student_id,
          direction: 'charge',
          kind: 'tuition',
          amount: 1600,
          booked_on: '2026-10-01',
          academic_year_id,
        },
        ...{ description, description_key: sortKey(description), search_text: description },
      },
      { description },
    )
    const series = label === 'own' ? 'OWN' : 'OTHER'
    const desk = `canary-desk-${label}`
    await insert(
      'receipt-series',
      label,
      {
        ...{ code: series, code_key: sortKey(series), desk, desk_key: sortKey(desk) },
        ...{ search_text: desk, next_number: 2, is_active: true },
      },
      { desk },
    )
    const series_id = idOf('receipt-series', label)
    const note = `canary-cash-note-${label}`
    await insert(
      'cash-sessions',
      label,
      {
        ...{ series_id, opened_at: '2026-10-01T08:00:00.000Z', opening_cash: 0 },
        ...{ state: 'counted', counted: 10, note },
      },
      { note },
    )
    const receiptLabel = `${series} 000001`
    const payer = `canary-receipt-payer-${label}`
    await insert(
      'receipts',
      label,
      {
        ...{ label: receiptLabel, label_key: sortKey(receiptLabel), series_id, number: 1 },
        ...{ direction: 'payment', student_id, payer, amount: 10, method: 'cash' },
        ...{ booked_on: '2026-10-01', cash_session_id: idOf('cash-sessions', label) },
        ...{ state: 'valid', search_text: receiptLabel.toLowerCase() },
      },
      { payer },
    )
    const code = `CANARY-C-${label.toUpperCase()}`
    await insert(
      'certificates',
      label,
      {
        ...{
          student_id,
          kind: 'certificate',
          language: 'ro',
          status: 'valid',
          issued_at: '2026-11-02T08:00:00.000Z',
        },
        ...{ code, code_key: sortKey(code), search_text: code.toLowerCase() },
      },
      { code },
    )
    const requestedName = `canary-wanted-name-${label}`
    await insert(
      'data-changes',
      label,
      {
        ...{
          student_id,
          subject: 'lastName',
          status: 'requested',
          requested_at: '2026-11-02T08:00:00.000Z',
        },
        ...{
          wanted: requestedName,
          wanted_key: sortKey(requestedName),
          explanation: `canary-change-explanation-${label}`,
        },
      },
      { wanted: requestedName },
    )
  }
}
