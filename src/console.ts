/** The console of this application: the framework's pages with the parts of the university and of `custom/`. */

import type { ConsoleProps } from '@matricola/console/app/console-context.ts'
import { startConsole } from '@matricola/console/app/start.tsx'
import { componentsByFolder } from '@matricola/console/fields/field-type-components.ts'
import { lazy } from 'react'
import { customFieldComponents } from '#custom/src/field-components.tsx'
import { customFieldTypeComponents } from '#custom/src/field-type-components.ts'
import { customScreens } from '#custom/src/index.ts'
import { registry } from '#resources/index.ts'
import { fieldComponents } from './fields/field-components.ts'
import { screens } from './screens/index.ts'
import { routes } from './screens/routes.tsx'

export const universityConsole: ConsoleProps = {
  registry,
  home: lazy(async () => ({ default: (await import('./screens/dashboard/dashboard.tsx')).Dashboard })),
  screens: { ...screens, ...customScreens },
  routes,
  fieldComponents: { ...fieldComponents, ...customFieldComponents },
  fieldTypeComponents: componentsByFolder({
    ...import.meta.glob<object>('../resources/field-types/*/components.tsx', { import: 'components', eager: true }),
    ...customFieldTypeComponents,
  }),
}

export const startUniversityConsole = (root: HTMLElement) => startConsole(root, universityConsole)
