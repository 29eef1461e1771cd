import { defineProgramResource } from './define-program-resource.ts'
import { system } from './system.ts'

export const savedViews = defineProgramResource(system['saved-views'])
