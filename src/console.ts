/**
 * The console of this application: the framework's pages with the parts of the university and of
 * `custom/`.
 */

import type { ConsoleProps } from '@matricola/console/app/console-context.ts'
import { startConsole } from '@matricola/console/app/start.tsx'
import { componentsByFolder } from '@matricola/console/fields/field-type-components.ts'
import { loadNamespaces } from '@matricola/console/i18n.ts'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { createProviders } from '@matricola/providers/providers.ts'
import i18next from 'i18next'
import { lazy } from 'react'
import { customFieldComponents } from '#custom/src/field-components.tsx'
import { customFieldTypeComponents } from '#custom/src/field-type-components.ts'
import { customScreens } from '#custom/src/index.ts'
import { registry } from '#resources/index.ts'
import { fieldComponents } from './fields/field-components.ts'
import { http, session } from './http.ts'
import { universityIcons } from './icons/university-icons.tsx'
import { productName } from './product-name.ts'
import { screens } from './screens/index.ts'
import { recordLinks } from './screens/record-links.ts'
import { routes } from './screens/routes.tsx'

export const universityConsole: ConsoleProps = {
  name: productName,
  registry,
  providers: createProviders({ registry, http, session, texts: i18next, showToast }),
  home: lazy(async () => {
    const [{ Dashboard }] = await Promise.all([
      import('./screens/dashboard/dashboard.tsx'),
      loadNamespaces('dashboard'),
    ])
    return { default: Dashboard }
  }),
  account: lazy(async () => {
    const [{ UniversityAccount }] = await Promise.all([
      import('./screens/account/university-account.tsx'),
      loadNamespaces('account', 'notifications'),
    ])
    return { default: UniversityAccount }
  }),
  recordLinks,
  icons: universityIcons,
  shortcuts: {
    dashboard: 'd',
    students: 's',
    professors: 'p',
    registrations: 'r',
    users: 'u',
    departments: 'e',
    specializations: 'z',
    courses: 'c',
    settings: 'o',
    admission: 'a',
    'academic-years': 'y',
    exams: 'x',
    money: 'm',
  },
  screens: { ...screens, ...customScreens },
  routes,
  fieldComponents: { ...fieldComponents, ...customFieldComponents },
  fieldTypeComponents: componentsByFolder({
    ...import.meta.glob<object>('../resources/field-types/*/components.tsx', {
      import: 'components',
      eager: true,
    }),
    ...customFieldTypeComponents,
  }),
}

export const startUniversityConsole = (root: HTMLElement) => startConsole(root, universityConsole)
