import { builtInField as field } from '../field.ts'
import { languageChoices } from '../languages.ts'
import { defineResource } from '../resource.ts'
import { defaultPageSize } from '../vocabulary.ts'
import type { RoleChoices, SystemFacts } from './facts.ts'
import type { TypesByTopic } from './notification-types.ts'

/** The record of settings, with those that every application has. */
export const defineSettings = ({
  adminRole,
  organization,
  language,
  languages,
}: Pick<
  SystemFacts<RoleChoices, TypesByTopic>,
  'adminRole' | 'organization' | 'language' | 'languages'
>) =>
  defineResource({
    name: 'settings',
    path: 'settings',
    icon: 'settings',
    power: 'settings',
    singleton: true,
    title: [],
    fields: {
      notificationEnabled: field.boolean({ default: true }),
      universityName: field.text({
        min: 2,
        max: 120,
        default: organization,
        inUniversityLanguage: true,
      }),
      /** Shown next to the name on public pages, on a white background. */
      logo: field.image({ optional: true, accept: ['jpeg', 'png', 'webp'] }),
      /** Colours of public pages and emails: one for light and one for dark backgrounds. */
      colorOnLight: field.text({ min: 7, max: 7, pattern: 'colorOnLight', optional: true }),
      colorOnDark: field.text({ min: 7, max: 7, pattern: 'colorOnDark', optional: true }),
      /**
       * Language of texts that exist in one language only, and of emails to users who have not
       * chosen one.
       */
      language: field.choice(languageChoices(languages), {
        default: language,
        variesByInstallation: true,
      }),
      listPageSize: field.integer({ min: 5, max: 100, default: defaultPageSize }),
    },
    sections: {
      notifications: ['notificationEnabled'],
      university: [
        ['universityName', 'language'],
        'listPageSize',
        'logo',
        ['colorOnLight', 'colorOnDark'],
      ],
    },
    list: { columns: [], sort: [] },
    access: { [adminRole]: { read: true, update: true, history: true } },
  })
