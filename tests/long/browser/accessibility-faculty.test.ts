import { testArea } from '#tests/browser/support/area-walk.ts'

testArea('student')
testArea('professor')
