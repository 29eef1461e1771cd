import { expectSoundArea } from '#tests/browser/support/area-walk.ts'

expectSoundArea('student')
expectSoundArea('professor')
