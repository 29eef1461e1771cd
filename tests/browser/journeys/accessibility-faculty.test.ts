import { expectSoundArea } from '../support/area-walk.ts'

expectSoundArea('student')
expectSoundArea('professor')
