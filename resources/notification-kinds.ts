import { customNotifications } from '#custom/resources/notifications.ts'

/** Sent regardless of the user's settings, because they concern the security of the account. */
export const accountNotifications = ['passwordChanged', 'newDevice', 'roleChanged'] as const

/** Topics that users can get by email as well or turn off, and the notification types of each. */
export const notificationKinds = {
  messages: ['message'],
  grades: ['gradePublished', 'gradeCorrected', 'gradesDue', 'gradesUnlocked', 'gradeAppealed', 'appealAnswered'],
  exams: ['examPublished', 'examChanged', 'examCancelled', 'resitRequested', 'resitDecided', 'degreeExam'],
  finances: ['chargeBooked', 'paymentBooked', 'entryReversed'],
  requests: ['dataChangeRequested', 'dataChangeDecided', 'studentStatus', 'registrationAnswered', 'registrationAssigned'],
  ...customNotifications,
} as const

export type NotificationKind = keyof typeof notificationKinds
export type NotificationType = (typeof accountNotifications)[number] | (typeof notificationKinds)[NotificationKind][number]

/** Converts words to the choices of a field, in the same order. */
const toChoices = <W extends string>(values: readonly W[]) =>
  Object.fromEntries(values.map((value) => [value, {}])) as { readonly [Word in W]: object }

export const notificationTypeChoices = toChoices<NotificationType>([
  ...accountNotifications,
  ...Object.values<readonly NotificationType[]>(notificationKinds).flat(),
])
export const notificationKindChoices = toChoices(Object.keys(notificationKinds) as NotificationKind[])
