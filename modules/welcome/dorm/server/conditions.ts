import sql from 'sql-template-tag'
import { type Phrase, type Row, refusalOf } from '#model'
import type { Place } from '#modules/dormitory/claims/model/place.ts'
import { claimRound } from '#modules/dormitory/claims/model/round.ts'
import { dormBed } from '#modules/dormitory/places/model/places.ts'
import { type ClaimLack, type ClaimOf, claimConditions, withGrounds } from '#modules/dormitory/server/api.ts'
import { roundAccounts } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { welcomeSources } from '#server/extensions/welcome-steps.ts'
import { type StepState, stepStates } from '../../steps/model/step-state.ts'
import { COMES, type Step, stepsOf } from '../../steps/server/api.ts'
import { claimLink } from '../model/link.ts'
import { comingIn, hasBed } from './coming.ts'
import { conditionsOf, type Link, linkOfRound } from './links.ts'
import { tellPlaced } from './placements.ts'

/** One thing that a student lacks; `code` is the same for all who lack it. */
export interface Lack extends ClaimLack {
  studentId: string
  code: string
  /** Named where many are counted. */
  name: Phrase
}
const STRANGER: Phrase = { text: '你不在这一批新生名单里' }
const GONE: Phrase = { text: '还没有确认来校' }
const NEEDY: Phrase = { text: '你说明了健康原因或需要无障碍房间，床位由老师安排，不用自己选' }
const CLASSLESS: Phrase = { text: '还没有公布班级，公布后再选' }

/** Who takes part, comes, and knows the class where rooms are granted to classes. */
async function ofPeople(db: Db, link: Link, isByClass: boolean, ids: readonly string[]): Promise<Lack[]> {
  const rows = await db.query<{ studentId: string; isMember: boolean; comes: boolean; hasClass: boolean }>(sql`select s.id as "studentId",
      s.class_id is not null as "hasClass", coalesce(${COMES}, false) as comes,
      exists (select from welcome_member m where m.tenant_id = s.tenant_id and m.batch_id = ${link.batchId} and m.student_id = s.id) as "isMember"
    from student s left join admitted_student a on a.tenant_id = s.tenant_id and a.id = s.id
    where s.tenant_id = ${db.me.tenantId} and s.id = any(${[...ids]}::uuid[])`)
  return rows.flatMap(({ studentId, isMember, comes, hasClass }): Lack[] => {
    if (!isMember) return [{ studentId, code: 'member', name: { text: '不在新生名单' }, text: STRANGER, link: null, isOut: true }]
    if (!comes) return [{ studentId, code: 'comes', name: { text: '没有确认来校' }, text: GONE, link: '/welcome/admission', isOut: true }]
    return isByClass && !hasClass ? [{ studentId, code: 'class', name: { text: '没有公布班级' }, text: CLASSLESS, link: null }] : []
  })
}
/** 30-WD4: staff place whoever needs a certain bed; a bed of one's own that was there before stays. */
async function ofNeeds(db: Db, ids: readonly string[]): Promise<Lack[]> {
  const rows = await db.query<{ studentId: string }>(sql`select s.id as "studentId" from ${withGrounds(db, sql`select unnest(${[...ids]}::uuid[])`)} g
    join student s on s.tenant_id = ${db.me.tenantId} and s.id = g.id where not ${hasBed}`)
  return rows.map(({ studentId }) => ({ studentId, code: 'need', name: { text: '由老师安排' }, text: NEEDY, link: '/welcome/info' }))
}
/** Who has not done a step. A source is asked itself: the state of the step follows it some seconds later. */
async function ofStep(db: Db, { batchId, code, name, autoSource, form }: Step, ids: readonly string[]): Promise<Lack[]> {
  const source = db.registered(welcomeSources).find(s => s.code === autoSource)
  const those = sql`select unnest(${[...ids]}::uuid[])`
  const isDone = source ? sql`t.student_id in (${source.settled(db, those, batchId)})` : sql`t.state = 'done'`
  const rows = await db.query<{ studentId: string; state: StepState }>(sql`select t.student_id as "studentId", t.state from welcome_step_state t
    where t.tenant_id = ${db.me.tenantId} and t.batch_id = ${batchId} and t.step_code = ${code} and t.student_id in (${those}) and t.state <> 'waived' and not ${isDone}`)
  const actual = new Map(
    source?.lacking && source.said && rows.length
      ? (
          await db.query<{ id: string; actual: string }>(
            sql`select x.id, x.actual from (${source.lacking(db, sql`select unnest(${rows.map(r => r.studentId)}::uuid[])`, batchId)}) x`,
          )
        ).map(x => [x.id, source.said?.(x.actual)] as const)
      : [],
  )
  return rows.map(({ studentId, state }) => ({
    ...{ studentId, code, name: { text: name }, link: form ?? source?.link ?? null },
    text: { text: '{step}：{why}', values: { step: { text: name }, why: actual.get(studentId) ?? { text: stepStates.labels[state] } } } as Phrase,
  }))
}
/** 30-WD1: everything that keeps these students of a batch from choosing, in the order of its steps. */
export async function lacksIn(db: Db, link: Link, isByClass: boolean, ids: readonly string[]): Promise<Lack[]> {
  if (!ids.length) return []
  const codes = conditionsOf(link)
  const steps = (await stepsOf(db, link.batchId)).filter(s => codes.includes(s.code))
  const people = await ofPeople(db, link, isByClass, ids)
  const needy = await ofNeeds(db, ids)
  const out = new Set(people.flatMap(p => (p.code === 'class' ? [] : [p.studentId])))
  const lacks = [...people, ...needy]
  for (const step of steps) {
    const rest = ids.filter(id => !out.has(id))
    if (rest.length) lacks.push(...(await ofStep(db, step, rest)))
  }
  return lacks
}
async function lacking(db: Db, { id, isByClass }: ClaimOf, ids: readonly string[]): Promise<ReadonlyMap<string, readonly ClaimLack[]>> {
  const link = await linkOfRound(db, id)
  return link ? Map.groupBy(await lacksIn(db, link, isByClass, ids), l => l.studentId) : new Map()
}
/** Giving up, retention and absence write the row of the roll or the record: they wait for the claim, or the claim for them. Whoever locks the record more strongly later on does so from the start: two that first shared it would wait for each other. */
export async function lockComing(db: Db, ids: readonly string[], isAlone = false): Promise<void> {
  await db.query(sql`select from admitted_student where tenant_id = ${db.me.tenantId} and id = any(${[...ids]}::uuid[]) order by id for share`)
  await db.query(sql`select from student where tenant_id = ${db.me.tenantId} and id = any(${[...ids]}::uuid[]) order by id ${isAlone ? sql`for no key update` : sql`for share`}`)
}
/** 30-WD4: beds for those who need a certain one are given before all others choose. */
async function mayOpen(db: Db, round: Row<typeof claimRound>): Promise<void> {
  const link = await linkOfRound(db, round.id)
  if (!link) return
  const meant = sql`select a.student_id from ${await roundAccounts(db, claimRound, round)} a where a.student_id in (${comingIn(db, link.batchId)})`
  const [open] = await db.query<{ count: number }>(
    sql`select count(*)::int as count from ${withGrounds(db, meant)} g join student s on s.tenant_id = ${db.me.tenantId} and s.id = g.id where not ${hasBed}`,
  )
  if (open?.count) throw refusalOf(claimLink, 'needsOpen', { count: open.count })
}
/** 30-WD7 */
async function settled(db: Db, roundId: string, placed: ReadonlyMap<string, Place>, left: readonly string[]): Promise<void> {
  const link = await linkOfRound(db, roundId)
  if (!link) return
  const beds = new Map((await db.unscoped(dormBed).all({ id: [...placed.values()].map(p => p.bedId) })).map(b => [b.id, b.fullName])) // names of the beds just given
  const given = [...placed].map(([studentId, { bedId, by }]) => ({ studentId, bed: beds.get(bedId) ?? null, reason: by }))
  await tellPlaced(db, link.batchId, [...given, ...left.map(studentId => ({ studentId, bed: null, reason: 'left' as const }))])
}
export default claimConditions.make({ name: 'welcome', concerns: async (db, roundId) => Boolean(await linkOfRound(db, roundId)), lacking, lock: lockComing, mayOpen, settled })
