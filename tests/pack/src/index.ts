import { lazy } from 'react'
import type { OwnScreens } from '#src/screens/index.ts'

export const ownScreens: OwnScreens = { 'books.show': lazy(async () => ({ default: () => null })) }
