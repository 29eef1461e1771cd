import { ownNotifications } from '#own/resources/notifications.ts'

/** Notifications sent however the settings stand: they concern the safety of the account. */
export const accountNotifications = ['passwordChanged', 'newDevice', 'roleChanged'] as const

/** Subjects that a person can choose to be notified of by mail too, or not at all, and the types of notifications of each. */
export const notificationKinds = {
  messages: ['message'],
  grades: ['gradePublished', 'gradeCorrected', 'gradesDue', 'gradesUnlocked', 'gradeContested', 'appealAnswered'],
  exams: ['examPublished', 'examChanged', 'examCancelled', 'resitRequested', 'resitDecided', 'degreeExam'],
  finances: ['chargeBooked', 'paymentBooked', 'entryReversed'],
  requests: ['dataChangeRequested', 'dataChangeDecided', 'studentStatus', 'registrationAnswered', 'registrationAssigned'],
  ...ownNotifications,
} as const

export type NotificationKind = keyof typeof notificationKinds
export type NotificationType = (typeof accountNotifications)[number] | (typeof notificationKinds)[NotificationKind][number]

/** Words as the choices of a field, in their order. */
const choicesOf = <W extends string>(words: readonly W[]) =>
  Object.fromEntries(words.map((word) => [word, {}])) as { readonly [Word in W]: object }

export const notificationTypeChoices = choicesOf<NotificationType>([
  ...accountNotifications,
  ...Object.values<readonly NotificationType[]>(notificationKinds).flat(),
])
export const notificationKindChoices = choicesOf(Object.keys(notificationKinds) as NotificationKind[])
