import sql, { type Sql } from 'sql-template-tag'
import { student } from '#modules/student/model/student.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { translateIfKnown } from '#server/i18n/translate.ts'
import { FAULTS, type Fault, leavingList, mendRoster, rosterHealth } from '../model/health.ts'
import { leagueMember } from '../model/member.ts'
import { leagueTransfer } from '../model/transfer.ts'
import { checkMember, type Member, tellChanged } from './members.ts'
import { settingsOf } from './settings.ts'
import { transferTodos } from './transfer-todos.ts'

const MOST = 1000
const PERMISSION = rosterHealth.permission
interface HealthProblem {
  fault: Fault
  studentId: string
  memberId: string | null
  name: string
  studentNo: string | null
  className: string | null
  has: string | null
  should: string | null
}
/** Political status that a stage of a member means (GB/T 4762). */
const meant = sql`case m.party_stage when 'full' then '01' when 'probationary' then '02' else '03' end`
/** Differences of each kind, over students `s` and members `m`. */
const FINDS: Readonly<Record<Fault, Sql>> = {
  missing: sql`m.id is null and s.political_code = '03' and s.is_at_school`,
  status: sql`m.state = 'active' and s.political_code is distinct from ${meant}`,
  branch: sql`m.state = 'active' and s.class_id is not null and b.class_id is distinct from s.class_id and s.is_at_school`,
  ended: sql`m.state = 'active' and not coalesce(s.has_record, false)`,
  young: sql`m.state = 'active' and m.joined_on < (s.birth_date + interval '14 years')::date`,
}
const NAMES = Object.keys(FAULTS) as Fault[]
/** Students and their membership inside the reader's scope. */
const people = (db: Db): Sql => sql`${db.visibleFor(student, PERMISSION).rows()} s left join league_member m on m.tenant_id = s.tenant_id and m.student_id = s.id
  left join league_branch b on b.tenant_id = m.tenant_id and b.id = m.branch_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id`
const label = (code: Sql): Sql => sql`case ${code} when '01' then '中共党员' when '02' then '中共预备党员' when '03' then '共青团员' when '13' then '群众' else ${code} end`
const findAll = (db: Db, fault: Fault, more: Sql = sql``): Promise<HealthProblem[]> => {
  const [has, should] = {
    missing: [sql`null`, sql`c.name`],
    status: [label(meant), label(sql`s.political_code`)],
    branch: [sql`b.name`, sql`c.name`],
    ended: [sql`b.name`, sql`s.status`],
    young: [sql`m.joined_on::text`, sql`(s.birth_date + interval '14 years')::date::text`],
  }[fault] as [Sql, Sql]
  return db.query<HealthProblem>(sql`select ${fault}::text as fault, s.id as "studentId", m.id as "memberId", s.name, s.student_no as "studentNo", c.name as "className", (${has})::text as has,
    (${should})::text as should from ${people(db)} where ${FINDS[fault]} ${more} order by c.name, s.student_no limit ${MOST}`)
}
const health = handle(rosterHealth, async ({ db, lang }, { fault }) => {
  const word = (of: string | null) => of && translateIfKnown(lang, of)
  const counts = await db.query<Record<Fault, number>>(
    sql`select ${NAMES.map((name, n) => sql`${n ? sql`, ` : sql``}count(*) filter (where ${FINDS[name]})::int as ${sql([`"${name}"`])}`).reduce((a, b) => sql`${a}${b}`)} from ${people(db)}`,
  )
  const of = NAMES.map(name => ({ fault: name, n: counts[0]?.[name] ?? 0 }))
  const shown = fault ?? of.find(c => c.n)?.fault
  return { counts: of, rows: shown ? (await findAll(db, shown)).map(row => ({ ...row, has: word(row.has), should: word(row.should) })) : [] }
})
/** Adds a member to the branch of the class, as the roster's own form would. */
async function addMissing(db: Db, studentId: string, joinedOn: string, branchId: string): Promise<void> {
  const draft = { studentId, branchId, joinedOn, partyStage: 'none' as const }
  await checkMember(db, draft)
  await tellChanged(db, await db.insert(leagueMember, draft))
}
const branchOfClass = async (db: Db, studentId: string): Promise<string | undefined> =>
  (
    await db.query<{ id: string }>(sql`select b.id from student s join league_branch b on b.tenant_id = s.tenant_id and b.class_id = s.class_id and b.level = 'branch'
      where s.tenant_id = ${db.me.tenantId} and s.id = ${studentId} limit 1`)
  )[0]?.id
const mend = handle(mendRoster, async ({ db, me, refuse }, { studentId, fault, joinedOn }) => {
  const [found] = await findAll(db, fault, sql`and s.id = ${studentId}`)
  if (!found) refuse('gone')
  const { memberId, className } = found as HealthProblem
  if (fault === 'status') return tellChanged(db, await memberOf(db, memberId))
  if (fault !== 'missing' && fault !== 'branch') refuse('byHand', { fault: { text: FAULTS[fault] } })
  const toId = await branchOfClass(db, studentId)
  if (!toId) return refuse('noBranch', { className: className ?? '' })
  if (fault === 'missing') return joinedOn ? addMissing(db, studentId, joinedOn, toId) : refuse('joinedOn', {}, 'joinedOn')
  const member = await memberOf(db, memberId)
  const made = await db.insertOrSkip(leagueTransfer, { memberId: member.id, studentId, fromId: member.branchId, toId, cause: 'classChanged', state: 'asked', givenById: me.userId })
  if (made) await transferTodos(db, [made])
})
const memberOf = (db: Db, id: string | null): Promise<Member> => db.unscoped(leagueMember).lock(id ?? '') // found in the caller's scope
const leaving = handle(leavingList, async (ctx: Ctx, { of }) => {
  const { db } = ctx
  const { leaveAge } = await settingsOf(db)
  const year = today().slice(0, 4)
  const [on, where] =
    of === 'overAge'
      ? [sql`(s.birth_date + make_interval(years => ${leaveAge}))::date`, sql`(s.birth_date + make_interval(years => ${leaveAge}))::date <= ${today()}::date and not m.cadre`]
      : [sql`s.expected_graduation`, sql`s.expected_graduation between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date`]
  return db.query<{
    memberId: string
    studentId: string
    name: string
    studentNo: string | null
    className: string | null
    branch: string
    on: string
  }>(sql`select m.id as "memberId", s.id as "studentId", s.name, s.student_no as "studentNo", c.name as "className", b.name as branch, (${on})::text as "on"
    from ${db.visibleFor(leagueMember, PERMISSION).rows()} m join student s on s.tenant_id = m.tenant_id and s.id = m.student_id join league_branch b on b.tenant_id = m.tenant_id and b.id = m.branch_id
    left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id where m.state = 'active' and ${where} order by 7, b.name, s.student_no limit ${MOST}`)
})
export default [health, mend, leaving]
