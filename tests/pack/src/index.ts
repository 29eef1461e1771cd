import { lazy } from 'react'
import type { ScreenOverrides } from '#src/screens/index.ts'
import type { customResources } from '../resources/index.ts'

export const customScreens: ScreenOverrides<keyof typeof customResources> = {
  'books.show': lazy(async () => ({ default: () => null })),
}
