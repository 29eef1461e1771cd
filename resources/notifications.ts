import { defineProgramResource } from './define-program-resource.ts'
import { system } from './system.ts'

export const notifications = defineProgramResource(system.notifications)
