import sql, { raw, type Sql } from 'sql-template-tag'
import { holdsToday } from '../access/holders.ts'
import type { Realm } from '../context.ts'
import type { TenantDb } from '../data/tenant-db.ts'
import type { Settings } from '../params/identity-parameters.ts'
import type { IdentityDeps, UserIds } from './deps.ts'
import type { School } from './schools.ts'

/** An account, as sign-in needs it. */
export interface Account {
  id: string
  realm: Realm
  userName: string
  accountNo: string
  nickName: string
  userType: number | null
  avatar: string | null
  mobile: string | null
  passwordHash: string | null
  passWordLevel: number | null
  passwordAgeDays: number | null
  mustChangePassword: boolean
  status: 'enabled' | 'locked' | 'disabled' | 'expired'
  /** `validUntil` has passed. */
  isOutlived: boolean
  lastLoginTime: string | null
  personId: string | null
  studentId: string | null
  teacherId: string | null
  departmentId: string | null
  roles: string[]
  isPrivileged: boolean
}
/** Select list of an account; expects a source with alias `u` and `accountRoles` after it. */
export const ACCOUNT_COLUMNS = raw(`u.id, u.realm, u.user_name as "userName", u.account_no as "accountNo", u.nick_name as "nickName", u.user_type as "userType", u.avatar, u.mobile,
  u.password_hash as "passwordHash", u.pass_word_level as "passWordLevel", extract(day from now() - u.password_changed_at)::int as "passwordAgeDays", u.must_change_password as "mustChangePassword",
  u.status, coalesce(u.valid_until < current_date, false) as "isOutlived", u.last_login_time as "lastLoginTime",
  u.person_id as "personId", u.student_id as "studentId", u.teacher_id as "teacherId", u.department_id as "departmentId", held.roles, held."isPrivileged"`)
export const accountRoles = (): Sql => sql`left join lateral (
  select coalesce(array_agg(distinct r.code), '{}') as roles, coalesce(bool_or(r.privileged), false) as "isPrivileged"
  from role_user ru join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id
  where ru.tenant_id = u.tenant_id and ru.user_id = u.id and ${holdsToday()}) held on true`

export async function accountById(db: TenantDb, userId: string): Promise<Account | undefined> {
  const rows = await db.query<Account>(sql`select ${ACCOUNT_COLUMNS} from sys_user u ${accountRoles()} where u.tenant_id = ${db.me.tenantId} and u.id = ${userId}`)
  return rows[0]
}
export const idsOf = (tenantId: string, a: Account): UserIds => ({
  tenantId,
  userId: a.id,
  realm: a.realm,
  studentId: a.studentId,
  teacherId: a.teacherId,
  personId: a.personId,
  departmentId: a.departmentId,
})
/** Initial password, set by somebody else, or expired: must be changed first. */
export function mustChange(a: Account, s: Settings<'password'>): boolean {
  const most = a.isPrivileged && s.privilegedMaxAgeDays ? Math.min(s.privilegedMaxAgeDays, s.maxAgeDays || s.privilegedMaxAgeDays) : s.maxAgeDays
  return a.mustChangePassword || (most > 0 && a.passwordAgeDays !== null && a.passwordAgeDays >= most)
}
const AVATAR = '/api/flySource-oss/oss/endpoint/link-file?fileId='
const maskedId = (no: string): string => `${no.slice(0, 4)}${'*'.repeat(Math.max(0, no.length - 8))}${no.slice(-4)}`

/** User data in the token response and `getUserInfo`, with the customer's names. Only the admin realm has a user type. */
export async function userInfo(deps: IdentityDeps, school: School, a: Account, lastLoginTime: string | null, mustChangePassword: boolean): Promise<Record<string, unknown>> {
  const extras = await deps.extrasOf(idsOf(school.id, a))
  return {
    tenantId: school.code,
    accountNo: a.accountNo,
    userName: a.userName,
    nickName: a.nickName,
    avatarUrl: a.avatar && AVATAR + a.avatar,
    ...(a.realm === 'admin' ? { userType: a.userType } : {}),
    passWordLevel: a.passWordLevel,
    oauthId: extras.oauthId ?? null,
    schoolName: school.schoolName,
    lastLoginTime,
    ...(a.realm === 'exam' ? examNumbers(a, extras) : {}),
    detail: {
      userId: a.id,
      roles: a.roles,
      departmentId: a.departmentId,
      departmentName: extras.departmentName ?? null,
      classId: extras.classId ?? null,
      className: extras.className ?? null,
      xh: extras.xh ?? (a.userType === 2 ? a.accountNo : null),
      gh: extras.gh ?? (a.userType === 1 ? a.accountNo : null),
      personId: a.personId,
      studentId: a.studentId,
      teacherId: a.teacherId,
      mustChangePassword,
      privacyVersion: extras.privacyVersion ?? null,
    },
  }
}
/** An applicant's account number is the exam number; while that is unknown, the identity number. */
function examNumbers(a: Account, extras: { ksh?: string | null; zkzh?: string | null; idCard?: string | null }): Record<string, unknown> {
  const isIdNo = /^\d{17}[\dXx]$/.test(a.accountNo)
  return { ksh: extras.ksh ?? (isIdNo ? null : a.accountNo), zkzh: extras.zkzh ?? null, idCard: extras.idCard ?? (isIdNo ? maskedId(a.accountNo) : null) }
}
