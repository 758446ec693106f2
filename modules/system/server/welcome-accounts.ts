import sql from 'sql-template-tag'
import { type Db, onMany } from '#server/context.ts'
import { roleUser } from '../model/role.ts'
import { user } from '../model/user.ts'

const WELCOME = { history: false } as const
interface KnownAccount {
  id: string
  name: string
  no: string
  departmentId: string | null
  personId: string | null
  hash: string | null
}
interface Admitted extends KnownAccount {
  mobile: string | null
}
interface Account extends KnownAccount {
  studentId: string | null
  userName: string
}
const FOLLOWED = ['name', 'no', 'departmentId', 'personId', 'hash'] as const

/** Makes the accounts of admitted students, or brings them up to date. Idempotent; passwords are issued as those of all accounts made from records. Both sides are read by lists of
 *  keys and compared here: right after an import the tables have no statistics, and a join of the two reads all new students for each account. */
export async function syncWelcomeAccounts(db: Db, ids: readonly string[]): Promise<void> {
  const people = await admittedOf(db, ids)
  const accounts = await accountsLike(db, people)
  const own = new Map(accounts.map(a => [a.studentId, a]))
  const byHand = new Map(accounts.filter(a => !a.studentId).map(a => [a.no, a]))
  const accountOf = (p: Admitted) => own.get(p.id) ?? byHand.get(p.no)
  const changed = people.flatMap(p => followed(p, accountOf(p), accounts) ?? [])
  if (changed.length) await db.updateMany(user, changed, WELCOME)
  await create(
    db,
    people.filter(p => !accountOf(p)),
  )
}
/** Students with a candidate number, who are to have an account of the welcome realm. */
const admittedOf = (db: Db, ids: readonly string[]): Promise<Admitted[]> =>
  db.query<Admitted>(sql`select id, ksh as no, name, department_id as "departmentId", person_id as "personId", id_no_hash as hash, case when phone ~ '^1[0-9]{10}$' then phone end as mobile
    from student where tenant_id = ${db.me.tenantId} and deleted_at is null and ksh is not null and id = any(${[...ids]}::uuid[])`)
/** Accounts of the welcome realm that are theirs, or have one of their numbers. */
const accountsLike = (db: Db, people: readonly Admitted[]): Promise<Account[]> =>
  db.query<Account>(sql`select id, student_id as "studentId", account_no as no, user_name as "userName", nick_name as name, department_id as "departmentId", person_id as "personId", sign_in_hash as hash
    from sys_user where tenant_id = ${db.me.tenantId} and realm = 'welcome' and (student_id = any(${people.map(p => p.id)}::uuid[])
      or account_no = any(${people.map(p => p.no)}::text[]) or sign_in_hash = any(${people.flatMap(p => p.hash ?? [])}::text[]))`)
/** The row of an account that is behind its student; where another account has the number or the document, it is linked and stays as it is. */
function followed(p: Admitted, account: Account | undefined, all: readonly Account[]) {
  if (!account) return undefined
  const isBehind = FOLLOWED.some(key => p[key] !== account[key])
  const isTaken = isBehind && all.some(o => o.id !== account.id && (o.no === p.no || (p.hash !== null && o.hash === p.hash)))
  if (account.studentId && (!isBehind || isTaken)) return undefined
  const { name, no, departmentId, personId, hash } = isTaken ? account : p
  const userName = account.userName === account.no ? no : account.userName
  return { id: account.id, studentId: p.id, nickName: name, accountNo: no, userName, departmentId, personId, signInHash: hash }
}
async function create(db: Db, people: readonly Admitted[]): Promise<void> {
  if (!people.length) return
  const drafts = people.map(({ id: studentId, no, name: nickName, mobile, departmentId, personId, hash: signInHash }) => ({
    ...{ realm: 'welcome' as const, userName: no, accountNo: no, userType: null },
    ...{ studentId, nickName, mobile, departmentId, personId, signInHash },
  }))
  await db.insertMany(user, drafts, { skipExisting: true, ...WELCOME })
  const made = sql`sys_user u, role r where u.tenant_id = ${db.me.tenantId} and u.realm = 'welcome' and u.student_id = any(${people.map(p => p.id)}::uuid[])
    and r.tenant_id = ${db.me.tenantId} and r.code = 'newStudent'`
  await db.insertFrom(roleUser, { roleId: sql`r.id`, userId: sql`u.id`, source: 'derived' }, made, { skipExisting: true, ...WELCOME })
}
const idsIn = (payloads: ReadonlyArray<Record<string, unknown>>): string[] => [...new Set(payloads.flatMap(p => (typeof p.studentId === 'string' ? [p.studentId] : [])))]

export default [
  onMany('student.admitted', 'system.welcomeAccount', ({ db }, payloads) => syncWelcomeAccounts(db, idsIn(payloads))),
  onMany('student.infoChanged', 'system.welcomeAccountFollows', async ({ db }, payloads) => {
    const known = await db.query<{ id: string }>(
      sql`select student_id as id from sys_user where tenant_id = ${db.me.tenantId} and realm = 'welcome' and student_id = any(${idsIn(payloads)}::uuid[])`,
    )
    if (known.length)
      await syncWelcomeAccounts(
        db,
        known.map(k => k.id),
      )
  }),
]
