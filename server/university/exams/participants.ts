/**
 * Who sits an exam, as a query of `student_id` and `resit_id`: in a regular session the class; in the others those whose
 * request was granted for this sitting. `exam` is the alias of the exam's row outside.
 */
export const participantsSql = (exam: string) =>
  `SELECT m.student_id, NULL::uuid AS resit_id FROM class_enrolments m
     WHERE m.class_id = ${exam}.class_id AND m.status = 'active' AND ${exam}.session IN ('winter', 'summer')
       AND NOT EXISTS (SELECT FROM exam_resits q WHERE q.exam_id = ${exam}.id AND q.student_id = m.student_id AND q.status IN ('approved', 'held'))
   UNION ALL
   SELECT q.student_id, q.id FROM exam_resits q WHERE q.exam_id = ${exam}.id AND q.status IN ('approved', 'held')`
