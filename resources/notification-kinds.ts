/** Subjects that a person can choose to be told of by mail too, or not at all, and the notifications each stands for. */
export const notificationKinds = {
  messages: ['message'],
  grades: ['gradePublished', 'gradeCorrected', 'gradesDue', 'gradesUnlocked', 'gradeContested', 'appealAnswered'],
  exams: ['examPublished', 'examChanged', 'examCancelled', 'resitRequested', 'resitDecided', 'degreeExam'],
  finances: ['chargeBooked', 'paymentBooked', 'entryReversed'],
  requests: ['dataChangeRequested', 'dataChangeDecided', 'studentStatus', 'registrationAnswered', 'registrationAssigned'],
} as const
