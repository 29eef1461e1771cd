import type { Registry } from '@matricola/schema/registry.ts'
import { plainCharacters } from '@matricola/schema/values/characters.ts'
import { fold, sortKey } from '@matricola/schema/values/folding.ts'
import type { Language, Role } from '@matricola/schema/vocabulary.ts'
import type { WireUser } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '../database/database.ts'
import { uuidv7 } from '../database/uuid.ts'
import type { Environment } from '../environment.ts'
import type { SecretKeys } from '../secret-keys.ts'
import { personSql } from '../sql/person-sql.ts'
import { hashPassword } from './password-hash.ts'
import { hashToken } from './tokens.ts'

/**
 * An account created by the program itself: the first administrator, or the people of the
 * demonstration university.
 */
export interface NewAccount {
  /** Absent: a new id. */
  readonly id?: string
  readonly name: string
  readonly username: string
  readonly email: string
  readonly role: Role
  readonly phone?: string | null
  readonly description?: string | null
  /** Absent: the account cannot sign in until its invitation is accepted. */
  readonly password?: string
  readonly mustChangePassword?: boolean
  readonly createdAt?: Date
}

/**
 * Creates an account and returns its id. The password is not checked against the policy, which
 * applies only to users' choices.
 */
export async function createAccount(
  queries: Queries,
  keys: SecretKeys,
  account: NewAccount,
): Promise<string> {
  const now = account.createdAt ?? new Date()
  const id = account.id ?? uuidv7(now)
  const hash =
    account.password === undefined ? null : await hashPassword(keys.pepper, account.password)
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
  if (hash)
    await storePassword(
      queries,
      { userId: id, hash, mustChange: account.mustChangePassword ?? false },
      now,
    )
  return id
}

/** Stores the hash of a user's password and voids all one-time links created for the old one. */
export async function storePassword(
  queries: Queries,
  {
    userId,
    hash,
    mustChange,
  }: { readonly userId: string; readonly hash: string; readonly mustChange: boolean },
  now: Date,
): Promise<void> {
  await queries.query(
    `insert into credential (user_id, password_hash, changed_at, must_change) values ($1, $2, $3, $4)
     on conflict (user_id) do update set password_hash = $2, changed_at = $3, must_change = $4`,
    [userId, hash, now.toISOString(), mustChange],
  )
  await queries.query(
    'update one_time_token set used_at = $2 where user_id = $1 and used_at is null',
    [userId, now.toISOString()],
  )
}

/** An account with the facts needed for signing in. */
export interface Account {
  readonly id: string
  readonly name: string
  readonly username: string
  readonly email: string
  readonly role: Role
  /** Id of the user's student or professor record. */
  readonly personId: string | null
  readonly imagePath: string | null
  /**
   * Language of emails. Null, which means the university's language, until the user chooses one.
   */
  readonly language: Language | null
  readonly isActive: boolean
  readonly passwordHash: string | null
  readonly mustChange: boolean
  /** Language of the university. */
  readonly universityLanguage: Language
  readonly listPageSize: number
}

export type AccountSource = Pick<Environment, 'database' | 'registry'>

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

const selectSql = (
  registry: Registry,
) => `select u.id, u.name, u.username, u.email, u.role, ${personSql(registry, 'u.id')} as person_id, u.image_path, u.language, u.is_active, c.password_hash, c.must_change,
    (select language from settings limit 1) as university_language, (select list_page_size from settings limit 1) as list_page_size
  from users u left join credential c on c.user_id = u.id`

const toAccountOrNull = (row: AccountRow | undefined): Account | null =>
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

/**
 * Usernames and email addresses are compared in lower case. They cannot be confused: only addresses
 * contain an `@`.
 */
export const loginKey = (text: string) => plainCharacters(text).toLowerCase()

/** Returns the account with this username or email address, or null. */
export async function findAccountByLogin(
  { database, registry }: AccountSource,
  login: string,
): Promise<Account | null> {
  // Both columns have unique indexes. Usernames and addresses are ASCII, so the sort key of a
  // username is its lower case.
  const key = loginKey(login)
  const column = key.includes('@') ? 'lower(u.email)' : 'u.username_key'
  const rows = await database.query<AccountRow>(`${selectSql(registry)} where ${column} = $1`, [
    key,
  ])
  return toAccountOrNull(rows[0])
}

/** Stores the user's language, which is also that of emails. */
export async function storeLanguage(
  queries: Queries,
  id: string,
  language: Language,
): Promise<void> {
  await queries.query(
    'update users set language = $2 where id = $1 and language is distinct from $2',
    [id, language],
  )
}

export async function findAccountById(
  { database, registry }: AccountSource,
  id: string,
): Promise<Account | null> {
  const rows = await database.query<AccountRow>(`${selectSql(registry)} where u.id = $1`, [id])
  return toAccountOrNull(rows[0])
}

/** One-time links are bound to this value, so that a change of the password voids them. */
export const passwordVersion = (account: Account) =>
  account.passwordHash === null ? null : hashToken(account.passwordHash)

/** Words that an attacker would try when guessing this user's password. */
export const guessableWords = (
  account: Pick<Account, 'name' | 'username' | 'email'>,
  university: string,
) => [account.name, account.username, account.email, university, 'matricola']

/** The signed-in user, as returned by the calls for signing in and for checking the session. */
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
