import { expectSoundArea } from '../support/area-walk.ts'

expectSoundArea('admin')
expectSoundArea('secretary')
