import { fold, sortKey } from '#model/values/folding.ts'
import { plainCharacters } from '#model/values/tidy.ts'
import type { Language, Role } from '#model/vocabulary.ts'
import type { WireUser } from '#model/wire/wire.ts'
import { personSql } from '#server/engine/sql/person-sql.ts'
import type { Queries } from '../database/database.ts'
import { uuidv7 } from '../database/uuid.ts'
import type { SecretKeys } from '../secret-keys.ts'
import { hashPassword } from './password-hash.ts'
import { hashToken } from './tokens.ts'

/** An account made by the program itself: the first admin, the demo university's people. */
export interface NewAccount {
  /** Absent: a new one. */
  readonly id?: string
  readonly name: string
  readonly username: string
  readonly email: string
  readonly role: Role
  readonly phone?: string | null
  readonly description?: string | null
  /** Absent: nobody can sign in until an invitation is accepted. */
  readonly password?: string
  readonly mustChangePassword?: boolean
  readonly createdAt?: Date
}

/** Makes an account and answers its id. The password is taken as it is: only people's own choices are held to the rules. */
export async function createAccount(queries: Queries, keys: SecretKeys, account: NewAccount): Promise<string> {
  const now = account.createdAt ?? new Date()
  const id = account.id ?? uuidv7(now)
  const hash = account.password === undefined ? null : await hashPassword(keys.pepper, account.password)
  const searched = [account.name, account.username, account.email]
  await queries.query(
    `insert into users (id, version, created_at, updated_at, name, name_key, username, username_key, email, email_key, role, phone,
       description, is_active, search_text)
     values ($1, 1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, true, $12)`,
    [
      id,
      now.toISOString(),
      ...searched.flatMap((text) => [text, sortKey(text)]),
      account.role,
      account.phone ?? null,
      account.description ?? null,
      searched.map(fold).join('\n'),
    ],
  )
  if (hash) await storePassword(queries, { userId: id, hash, mustChange: account.mustChangePassword ?? false }, now)
  return id
}

/** Sets the hash of a person's password and voids every link that was made for the one before. */
export async function storePassword(
  queries: Queries,
  { userId, hash, mustChange }: { readonly userId: string; readonly hash: string; readonly mustChange: boolean },
  now: Date,
): Promise<void> {
  await queries.query(
    `insert into credential (user_id, password_hash, changed_at, must_change) values ($1, $2, $3, $4)
     on conflict (user_id) do update set password_hash = $2, changed_at = $3, must_change = $4`,
    [userId, hash, now.toISOString(), mustChange],
  )
  await queries.query('update one_time_token set used_at = $2 where user_id = $1 and used_at is null', [userId, now.toISOString()])
}

/** An account with what signing in needs to know of it. */
export interface Account {
  readonly id: string
  readonly name: string
  readonly username: string
  readonly email: string
  readonly role: Role
  /** Id of the person's student or professor record. */
  readonly personId: string | null
  readonly imagePath: string | null
  /** Of mails; null until one was chosen: the university's. */
  readonly language: Language | null
  readonly isActive: boolean
  readonly passwordHash: string | null
  readonly mustChange: boolean
  /** The university's own. */
  readonly universityLanguage: Language
  readonly listPageSize: number
}

interface AccountRow {
  id: string
  name: string
  username: string
  email: string
  role: Role
  person_id: string | null
  image_path: string | null
  language: Language | null
  is_active: boolean
  password_hash: string | null
  must_change: boolean | null
  university_language: Language
  list_page_size: number
}

const select = `select u.id, u.name, u.username, u.email, u.role, ${personSql('u.id')} as person_id, u.image_path, u.language, u.is_active, c.password_hash, c.must_change,
    (select language from settings limit 1) as university_language, (select list_page_size from settings limit 1) as list_page_size
  from users u left join credential c on c.user_id = u.id`

const fromRow = (row: AccountRow | undefined): Account | null =>
  row
    ? {
        id: row.id,
        name: row.name,
        username: row.username,
        email: row.email,
        role: row.role,
        personId: row.person_id,
        imagePath: row.image_path,
        language: row.language,
        isActive: row.is_active,
        passwordHash: row.password_hash,
        mustChange: row.must_change ?? false,
        universityLanguage: row.university_language,
        listPageSize: row.list_page_size,
      }
    : null

/** Sign-in names and addresses are compared in lower case. Neither can look like the other: only addresses hold an `@`. */
export const loginKey = (text: string) => plainCharacters(text).toLowerCase()

/** The account of a sign-in name or an address of mail, or null. */
export async function accountByLogin(queries: Queries, login: string): Promise<Account | null> {
  // Keys of the unique indexes: names and addresses are of plain letters, so a name's sort key is the name in lower case.
  const key = loginKey(login)
  const column = key.includes('@') ? 'lower(u.email)' : 'u.username_key'
  const rows = await queries.query<AccountRow>(`${select} where ${column} = $1`, [key])
  return fromRow(rows[0])
}

/** Keeps the language that the person has chosen, which is that of mails. */
export async function keepLanguage(queries: Queries, id: string, language: Language): Promise<void> {
  await queries.query('update users set language = $2 where id = $1 and language is distinct from $2', [id, language])
}

/** The account of an id, or null. */
export async function accountById(queries: Queries, id: string): Promise<Account | null> {
  const rows = await queries.query<AccountRow>(`${select} where u.id = $1`, [id])
  return fromRow(rows[0])
}

/** Value that a link is bound to: another password makes it void (S-6.2). */
export const passwordVersion = (account: Account) => (account.passwordHash === null ? null : hashToken(account.passwordHash))

/** Words that a guesser of this person's password would try. */
export const passwordContext = (account: Pick<Account, 'name' | 'username' | 'email'>, university: string) => [
  account.name,
  account.username,
  account.email,
  university,
  'matricola',
]

/** The signed-in person as check-auth and login answer. */
export const toWireUser = (account: Account): WireUser => ({
  id: account.id,
  applicationUserId: account.id,
  username: account.username,
  name: account.name,
  email: account.email,
  role: account.role,
  ...(account.personId !== null && { personId: account.personId }),
  imagePath: account.imagePath === null ? null : `/api/files/${account.imagePath}`,
  mustChangePassword: account.mustChange,
  universityLanguage: account.universityLanguage,
  listPageSize: account.listPageSize,
})
