/** Saved views of the demo's staff: shared ones, and one that only the secretary sees. */
import { createRecordBase, type DemoRow, type DemoRowWith, type DemoTools } from './rows.ts'

type User = DemoRowWith<'users', 'name' | 'username' | 'role'>
const day = 24 * 3_600_000

const views = [
  {
    owner: 'admin',
    list: 'courses',
    name: 'Semestrul al doilea',
    address: 'filters[semester]=2&filters[isActive]=true',
    isShared: true,
  },
  {
    owner: 'admin',
    list: 'students',
    name: 'Cu taxă, anul I',
    address: 'filters[studyYear]=1&filters[fundingType]=fee&filters[status]=active',
    isShared: true,
  },
  {
    owner: 'secretary',
    list: 'students',
    name: 'Suspendați',
    address: 'filters[status]=suspended',
    isShared: false,
  },
] as const

export function makeSavedViews(
  users: readonly User[],
  now: Date,
  tools: DemoTools,
): readonly DemoRow<'saved-views'>[] {
  return views.map(({ owner, ...view }, index) => {
    const account = users.find(({ username }) => username === owner)
    if (!account) throw new Error(`the demo has no account ${owner}`)
    return {
      ...createRecordBase(tools, now.getTime() - (20 - index) * day),
      ...view,
      columns: null,
      ownerId: account.id,
      isActive: true,
    }
  })
}
