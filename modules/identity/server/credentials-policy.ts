import sql from 'sql-template-tag'
import { passwordLevel } from '#model'
import { setting } from '#modules/system/server/api.ts'
import { handle } from '#server/context.ts'
import { isCampus } from '#server/identity/address-limit.ts'
import { policyFaults, policyOf } from '#server/identity/passwords.ts'
import { learntRanges, POLICY_RULES, testPassword } from '../model/credentials-policy.ts'

/** Distinct users needed to propose a network. */
const LEAST_PEOPLE = 20

/** Applies the password policy to a password without an account. */
const test = handle(testPassword, async ({ db }, { password, userName, mobile, isPrivileged }) => {
  const name = userName ?? ''
  const someone = { userName: name, accountNo: name, mobile: mobile ?? null, isPrivileged: isPrivileged ?? false }
  const broken = new Set(policyFaults(password, someone, await policyOf(db), []).map(fault => fault.issues[0]?.rule.split('.').at(-1)))
  return { level: passwordLevel(password), rules: POLICY_RULES.map(rule => ({ rule, isMet: !broken.has(rule) })) }
})
/** IPv4 or IPv6 as text: pg_input_is_valid needs PostgreSQL 16. */
const ADDRESS = '^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])([.]|$)){4}$|^[0-9a-f]{0,4}(:[0-9a-f]{0,4}){2,7}$'
/** Only successful sign-ins count: an attacker's failures propose no network. */
const learnt = handle(learntRanges, async ({ db, me }) => {
  const known = await setting<string>(db, 'login', 'campusRanges')
  const rows = await db.query<{ range: string; people: number; signIns: number }>(sql`
    select network(set_masklen(ip::inet, case family(ip::inet) when 4 then 24 else 48 end))::text as range, count(distinct user_id)::int as people, count(*)::int as "signIns"
    from (select case when ip ~* ${ADDRESS} then ip end as ip, user_id from login_log where tenant_id = ${me.tenantId} and result = 'success' and at > now() - interval '30 days') l
    where ip is not null and not ip::inet <<= any(array['127.0.0.0/8', '::1/128']::inet[])
    group by 1 having count(distinct user_id) >= ${LEAST_PEOPLE} order by 2 desc, 1 limit 50`)
  return rows.filter(row => !isCampus(row.range.split('/')[0] as string, known)).slice(0, 20)
})
export default [test, learnt]
