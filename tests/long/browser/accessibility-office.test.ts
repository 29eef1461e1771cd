import { expectSoundArea } from '#tests/browser/support/area-walk.ts'

expectSoundArea('admin')
expectSoundArea('secretary')
