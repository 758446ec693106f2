import sql, { type Sql } from 'sql-template-tag'
import { type Phrase, refusalOf } from '#model'
import { politicalCode } from '#model/national.ts'
import { addDays, addMonths } from '#modules/campus/model/days.ts'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { isAtSchool, STUDENT_STATUS } from '#modules/student/model/status.ts'
import { type StudentOf, studentsOf } from '#modules/student/server/api.ts'
import { factsOfStudents, oneStudent } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { LIVE, orgAppointment } from '../model/appointment.ts'
import { orgStates, type StudentOrg, studentOrg, UNIONS } from '../model/org.ts'
import { CHAIRS, type OrgPost, type PostKind } from '../model/post.ts'
import { type OrgTerm, orgTerm } from '../model/term.ts'
import { settingsOf } from './settings.ts'

const BARRED = 'discipline.barsOffices'
export interface Fault {
  key: string
  values: Record<string, unknown>
  field?: string
}
export interface Span {
  from: string
  to: string
}
export const faultText = ({ key, values }: Fault): Phrase => ({ text: orgAppointment.options.refusals?.[key] ?? key, values: values as NonNullable<Phrase['values']> })
/** Students in the order of their ids, then the organisation: whoever gives a seat locks in this order. */
export async function lockForSeat(db: Db, studentIds: readonly string[], orgId: string): Promise<{ people: Map<string, StudentOf>; org: StudentOrg }> {
  const people = await studentsOf(db, studentIds, { lock: true })
  if (people.size < new Set(studentIds).size) throw notFound()
  return { people, org: await db.unscoped(studentOrg).lock(orgId) } // what may be done with it is checked by the caller
}
/** Who of these students may not hold an office, for a punishment in force (50-PN13). */
export async function barredAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const facts = await factsOfStudents(db, sql`select unnest(${[...ids]}::uuid[])`, [BARRED])
  return new Set(ids.filter(id => facts(id)[BARRED] === true))
}
export interface Held {
  id: string
  studentId: string
  postId: string
  kind: PostKind
  title: string
}
/** Posts of these students in the span, proposed ones included: what waits for approval holds its seat. */
export const heldBy = (db: Db, studentIds: readonly string[], { from, to }: Span, except: string | null = null): Promise<Held[]> =>
  db.query<Held>(sql`select a.id, a.student_id as "studentId", a.post_id as "postId", p.kind, o.name || p.name as title
    from org_appointment a join org_post p on p.tenant_id = a.tenant_id and p.id = a.post_id join student_org o on o.tenant_id = a.tenant_id and o.id = a.org_id
    where a.tenant_id = ${db.me.tenantId} and a.student_id = any(${[...studentIds]}::uuid[]) and a.state = any(${[...LIVE]}::text[])
      and a."from" <= ${to}::date and a."to" >= ${from}::date and a.id is distinct from ${except}::uuid order by a."from", a.id`)
/** Whether a student belongs to those an organisation stands for. */
export function belongs(who: StudentOf, org: StudentOrg): boolean {
  if (org.level === 'class') return who.classId === org.classId
  if (org.level === 'grade') return who.departmentId === org.departmentId && who.grade === org.grade
  return org.level === 'school' || who.departmentId === org.departmentId
}
/** The same in SQL, of `student s`: whom an organisation stands for; a branch for its members. */
export function standsFor(org: StudentOrg): Sql {
  const place = {
    class: sql`s.class_id = ${org.classId}::uuid`,
    grade: sql`s.department_id = ${org.departmentId}::uuid and s.grade = ${org.grade}::int`,
    college: sql`s.department_id = ${org.departmentId}::uuid`,
    school: sql`true`,
  }[org.level]
  const isMember = sql`exists (select from league_member m where m.tenant_id = s.tenant_id and m.student_id = s.id and m.branch_id = ${org.leagueBranchId}::uuid and m.state = 'active')`
  return sql`s.deleted_at is null and s.status = 'active' and ${place} and ${org.type === 'leagueBranch' ? isMember : sql`true`}`
}
const BOTH: readonly PostKind[] = ['monitor', 'secretary']
const [POLITICAL, RANK, FAILED] = ['student.political', 'cqa.studyRankShare', 'cqa.failed']
/** Members of the party, on probation included, and of the league. */
const MEMBERS: readonly unknown[] = ['01', '02', '03']
/** 60-OG2: what unions ask of their staff. A fact that nobody knows is not met: of failed courses somebody has to say how they looked, of a rank only first years are exempt. */
async function unionFaults(db: Db, { id, name, grade }: StudentOf, { type }: StudentOrg, gradesNote: string | null | undefined): Promise<Fault[]> {
  const facts = (await factsOfStudents(db, oneStudent(id), [POLITICAL, RANK, FAILED]))(id)
  const { unionRankWithin: most } = await settingsOf(db)
  const [political, share, failed] = [facts[POLITICAL], facts[RANK], facts[FAILED]]
  const asksRank = type === 'studentUnion' && grade !== Number(schoolYearOf(today()).slice(0, 4))
  const faults: Array<Fault | null> = [
    MEMBERS.includes(political) ? null : { key: 'political', values: { name, political: { text: politicalCode.items.find(i => i.key === political)?.value ?? '—' } } },
    asksRank && typeof share !== 'number' ? { key: 'rankUnknown', values: { name } } : null,
    asksRank && typeof share === 'number' && share > most ? { key: 'rank', values: { name, share, most } } : null,
    typeof failed === 'number' && failed > 0 ? { key: 'failed', values: { name, n: failed } } : null,
    typeof failed !== 'number' && !gradesNote?.trim() ? { key: 'failedUnknown', values: { name }, field: 'gradesNote' } : null,
  ]
  return faults.filter(f => f !== null)
}
interface Beside {
  /** The row that is looked at again. */
  except?: string | null
  /** How somebody saw that no course was failed, where no record says so. */
  gradesNote?: string | null | undefined
}
/** What speaks against a student on a post, with the values; holds the locks of `lockForSeat`. */
export async function faultsOf(db: Db, who: StudentOf, org: StudentOrg, post: OrgPost, span: Span, { except = null, gradesNote }: Beside = {}): Promise<Fault[]> {
  const { name } = who
  const { postsMost } = await settingsOf(db)
  const held = await heldBy(db, [who.id], span, except)
  const [chair, both] = [held.find(h => CHAIRS.includes(h.kind)), held.find(h => BOTH.includes(h.kind))]
  const faults: Array<Fault | null> = [
    org.state === 'active' ? null : { key: 'orgOver', values: { org: org.name, state: { text: orgStates.labels[org.state] } } },
    who.status && isAtSchool(who.status) ? null : { key: 'away', values: { name, status: { text: who.status ? STUDENT_STATUS[who.status] : '—' } }, field: 'studentId' },
    belongs(who, org) ? null : { key: 'outside', values: { name, org: org.name }, field: 'studentId' },
    (await barredAmong(db, [who.id])).size ? { key: 'barred', values: { name }, field: 'studentId' } : null,
    held.some(h => h.postId === post.id) ? { key: 'twice', values: { name, post: post.name }, field: 'studentId' } : null,
    held.length >= postsMost ? { key: 'most', values: { name, posts: held.map(h => h.title), most: postsMost }, field: 'studentId' } : null,
    chair && CHAIRS.includes(post.kind) ? { key: 'chairs', values: { name, post: chair.title }, field: 'studentId' } : null,
    both && BOTH.includes(post.kind) && both.postId !== post.id ? { key: 'both', values: { name, post: both.title }, field: 'studentId' } : null,
  ]
  return [...faults.filter(f => f !== null), ...(UNIONS.includes(org.type) ? await unionFaults(db, who, org, gradesNote) : [])]
}
interface Taken {
  seatNo: number
  name: string
}
/** The lowest seat that is free in the span; refuses where all are taken, and says by whom. */
export async function freeSeat(db: Db, post: OrgPost, { from, to }: Span, except: string | null = null): Promise<number> {
  const taken = await db.query<Taken>(sql`select a.seat_no as "seatNo", s.name from org_appointment a join student s on s.tenant_id = a.tenant_id and s.id = a.student_id
    where a.tenant_id = ${db.me.tenantId} and a.post_id = ${post.id} and a.state = any(${[...LIVE]}::text[]) and a."from" <= ${to}::date and a."to" >= ${from}::date
      and a.id is distinct from ${except}::uuid order by 1`)
  for (let no = 1; no <= post.seats; no++) if (!taken.some(t => t.seatNo === no)) return no
  throw refusalOf(orgAppointment, 'full', { post: post.name, seats: post.seats, holders: [...new Set(taken.map(t => t.name))] }, 'postId')
}
/** The term that a day lies in; where none does, the next one begins with it. Holds the lock of the organisation. */
export async function termOn(db: Db, org: StudentOrg, from: string): Promise<OrgTerm> {
  const terms = await db.unscoped(orgTerm).all({ orgId: org.id }, { sort: ['from'] }) // of the organisation that gives the seat
  const found = terms.find(t => t.from <= from && t.to >= from)
  if (found) return found
  const next = terms.find(t => t.from > from)
  const whole = addDays(addMonths(from, org.termMonths), -1)
  const to = next && next.from <= whole ? addDays(next.from, -1) : whole
  const no = Math.max(0, ...terms.map(t => t.no)) + 1
  return db.insert(orgTerm, { orgId: org.id, no, from, to, state: from > today() ? 'planned' : to < today() ? 'ended' : 'running' })
}
/** How many seats of these posts are free on a day. */
export async function freeSeats(db: Db, postIds: readonly string[], on: string): Promise<Map<string, number>> {
  const rows = await db.query<{ id: string; n: number }>(sql`select p.id, greatest(0, p.seats - count(distinct a.seat_no))::int as n from org_post p
      left join org_appointment a on a.tenant_id = p.tenant_id and a.post_id = p.id and a.state = any(${[...LIVE]}::text[]) and ${on}::date between a."from" and a."to"
    where p.tenant_id = ${db.me.tenantId} and p.id = any(${[...postIds]}::uuid[]) group by p.id, p.seats`)
  return new Map(rows.map(r => [r.id, r.n]))
}
