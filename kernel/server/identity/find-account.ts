import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Realm } from '../context.ts'
import { runFor } from '../data/pool.ts'
import { ACCOUNT_COLUMNS, type Account, accountRoles } from './accounts.ts'
import { addressWaits, failuresOf, type LoginSettings, reserveAttempt } from './lockout.ts'

export interface Wanted {
  tenantId: string
  realm: Realm
  userName: string
  /** Hash of the name where it may be an identity number, by which new students sign in as well. */
  nameHash: string | null
  /** Failure counters: of the name (used when no account has it) and of the address. */
  nameKey: string
  addressKey: string
  /** A captcha is required regardless of the counters. */
  needsCaptcha: boolean
  /** Campus address: not blocked, however many accounts have failed from it. */
  isCampusAddress: boolean
}
export interface AccountLookup {
  account: Account | undefined
  /** Failure counter of the account, or of the name when there is no account. */
  key: string
  needsCaptcha: boolean
  /** Minutes until the lock ends; 0 when not locked. */
  minutesLeft: number
  /** Seconds until an address blocked for too many failed accounts may retry; 0 when not blocked. */
  addressWaits: number
  /** An attempt slot was reserved by the same statement. */
  hasPlace: boolean
}
type Line = Account & { key: string; failures: number; addressFailures: number; minutesLeft: number; addressWaits: number; hasPlace: boolean }

/** Looks up an account by user name, number, or a number it had before, with its failure counters, and reserves an attempt slot if nothing blocks the attempt: one statement. */
export async function findAccount(pool: pg.Pool, wanted: Wanted, login: LoginSettings): Promise<AccountLookup> {
  const mayTry = sql`select key from found where not ${wanted.needsCaptcha}::boolean and "minutesLeft" = 0 and "addressWaits" = 0 and failures < ${login.captchaAfter} and "addressFailures" < ${login.captchaAfter}`
  const rows = await runFor<Line>(
    pool,
    wanted.tenantId,
    sql`with found as materialized (
      select ${ACCOUNT_COLUMNS}, k.key, ${failuresOf('a', login)} as failures, ${failuresOf('d', login)} as "addressFailures",
        case when ${wanted.isCampusAddress}::boolean then 0 else ${addressWaits(login)} end as "addressWaits",
        greatest(0, ceil(extract(epoch from coalesce(a.locked_until, now()) - now()) / 60))::int as "minutesLeft"
      from (select 1) one
      left join lateral (
        select * from sys_user where tenant_id = ${wanted.tenantId} and realm = ${wanted.realm} and (sign_in_name = lower(${wanted.userName}) or account_no = ${wanted.userName} or sign_in_hash = ${wanted.nameHash}
          or id = (select a.user_id from account_alias a where a.tenant_id = ${wanted.tenantId} and a.realm = ${wanted.realm} and a.alias = ${wanted.userName}))
        order by (sign_in_name = lower(${wanted.userName})) desc, (account_no = ${wanted.userName}) desc limit 1) u on true
      ${accountRoles()}
      cross join lateral (select coalesce('u:' || u.id, ${wanted.nameKey}) as key) k
      left join login_attempt a on a.key = k.key
      left join login_attempt d on d.key = ${wanted.addressKey}),
    place as (${reserveAttempt(mayTry, login)})
    select found.*, exists (select from place) as "hasPlace" from found`,
  )
  const { key, failures, addressFailures, minutesLeft, addressWaits: waits, hasPlace, ...account } = rows[0] as Line
  const needsCaptcha = wanted.needsCaptcha || failures >= login.captchaAfter || addressFailures >= login.captchaAfter
  return { account: account.id ? account : undefined, key, needsCaptcha, minutesLeft, addressWaits: waits, hasPlace }
}
