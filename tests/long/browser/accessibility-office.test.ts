import { testArea } from '#tests/browser/support/area-walk.ts'

testArea('admin')
testArea('secretary')
