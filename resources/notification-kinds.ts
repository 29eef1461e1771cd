import type { TypesByTopic } from '@matricola/schema/system/notification-types.ts'
import { customNotifications } from '#custom/resources/notifications.ts'

/** Topics that users can get by email as well or turn off, and the notification types of each. */
export const notificationKinds = {
  messages: ['message'],
  grades: [
    'gradePublished',
    'gradeCorrected',
    'gradesDue',
    'gradesUnlocked',
    'gradeAppealed',
    'appealAnswered',
  ],
  exams: [
    'examPublished',
    'examChanged',
    'examCancelled',
    'resitRequested',
    'resitDecided',
    'degreeExam',
  ],
  finances: ['chargeBooked', 'paymentBooked', 'entryReversed'],
  requests: [
    'dataChangeRequested',
    'dataChangeDecided',
    'studentStatus',
    'registrationAnswered',
    'applicationMessage',
    'registrationAssigned',
  ],
  ...customNotifications,
} as const satisfies TypesByTopic

type Topics = {
  readonly [K in keyof typeof notificationKinds]: (typeof notificationKinds)[K][number]
}

declare module '@matricola/schema/system/notification-types.ts' {
  interface NotificationTopics extends Topics {}
}
