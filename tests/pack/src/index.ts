import { lazy } from 'react'
import type { OwnScreens } from '#src/screens/index.ts'
import type { ownResources } from '../resources/index.ts'

export const ownScreens: OwnScreens<keyof typeof ownResources> = { 'books.show': lazy(async () => ({ default: () => null })) }
