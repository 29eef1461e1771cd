import { expectSoundArea } from '../support/sound-area.ts'

expectSoundArea('student')
expectSoundArea('professor')
