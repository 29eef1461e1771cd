import { expectSoundArea } from '../support/sound-area.ts'

expectSoundArea('admin')
expectSoundArea('secretary')
