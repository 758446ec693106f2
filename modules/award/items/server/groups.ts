import sql, { type Sql } from 'sql-template-tag'
import type { Fact, Facts } from '#flow/index.ts'
import { percentOf } from '#model/percent.ts'
import { factsOfStudents, knownFacts } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import type { Subject } from '../model/award-item.ts'

const FAILED = 'cqa.failed'
const PUNISHED = 'discipline.inForce'
const GROUP = '班级和寝室'
/** What is known of a class or room from its members (40-A9). A fact whose source the school does not have is not known either. */
export async function groupFacts(db: Db): Promise<Fact[]> {
  const known = new Set((await knownFacts(db)).map(f => f.name))
  const fact = (name: string, label: string, unit: string): Fact => ({ name, label, type: 'number', unit, from: 'module', group: GROUP })
  return [
    fact('group.members', '人数', '人'),
    fact('group.hygiene', '卫生平均分', ''),
    ...(known.has(FAILED) ? [fact('group.passRate', '及格率', '%')] : []),
    ...(known.has(PUNISHED) ? [fact('group.punished', '在处分期内的成员', '人')] : []),
  ].map(({ unit, ...f }) => (unit ? { ...f, unit } : f))
}
export type GroupKind = Exclude<Subject, 'student'>
/** A select of the ids of those who belong to a class or live in a room. */
export const membersOf = (db: Db, kind: GroupKind, id: string): Sql =>
  kind === 'class'
    ? sql`select s.id from student s where s.tenant_id = ${db.me.tenantId} and s.class_id = ${id}::uuid and s.deleted_at is null and s.status = 'active'`
    : sql`select y.student_id as id from dorm_stay y where y.tenant_id = ${db.me.tenantId} and y.room_id = ${id}::uuid and y.state = 'checkedIn'`
/** Scores of the rooms where members lived, of the year before the day. */
async function hygieneOf(db: Db, kind: GroupKind, id: string, on: string): Promise<number | null> {
  const at = kind === 'room' ? sql`r.room_id = ${id}::uuid` : sql`r.class_id = ${id}::uuid`
  const [found] = await db.query<{ score: number | null }>(sql`select round(avg(r.room_score), 1)::float8 as score from check_record r
    where r.tenant_id = ${db.me.tenantId} and ${at} and r.is_valid and r.checked_at >= ${on}::date - interval '1 year' and r.checked_at < ${on}::date + interval '1 day'`)
  return found?.score ?? null
}
export async function factsOfGroup(db: Db, kind: GroupKind, id: string, on: string): Promise<Facts> {
  const members = await db.query<{ id: string }>(membersOf(db, kind, id))
  const factsOf = await factsOfStudents(db, membersOf(db, kind, id), [FAILED, PUNISHED], on)
  const graded = members.filter(m => typeof factsOf(m.id)[FAILED] === 'number')
  return {
    'group.members': members.length,
    'group.hygiene': await hygieneOf(db, kind, id, on),
    'group.passRate': percentOf(graded.filter(m => factsOf(m.id)[FAILED] === 0).length, graded.length),
    'group.punished': members.filter(m => factsOf(m.id)[PUNISHED] === true).length,
  }
}
