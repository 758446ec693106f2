import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { giveNumbers } from '#modules/student/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { generateNumbers, previewNumbers } from '../model/actions.ts'
import type { AssignedNumber } from '../model/assign.ts'
import { givenNumber } from '../model/given-number.ts'
import { numberRule } from '../model/number-rule.ts'
import { numberRun } from '../model/number-run.ts'
import { lengthOf } from '../model/segments.ts'
import { type NumberPlan, planNumbers, type StoredRule } from './plan-numbers.ts'

const SHOWN = 20
const preview = handle(previewNumbers, async ({ db }, { id }) => {
  const rule = await db.visibleFor(numberRule, 'distribution:numberRule:list').one(id)
  const plan = await planNumbers(db, rule)
  return {
    ...{ count: plan.given.length, unready: plan.unready, length: lengthOf(rule.segments), skipped: plan.skipped, scopes: plan.scopes },
    first: plan.given.slice(0, SHOWN).map(({ studentNo, student }) => ({ studentNo, name: student.name, className: student.className })),
    collisions: plan.collisions.slice(0, SHOWN),
  }
})
/** 30-SN6: runs of a school wait for each other, so that of two at once the second finds nobody left. All numbers are written together, or none. */
const generate = handle(generateNumbers, async (ctx, { id, expected }) => {
  const { db, me } = ctx
  await oneRun(db)
  const rule = await db.visible(numberRule).one(id)
  if (!rule.isEnabled) ctx.refuse('disabled', { name: rule.name })
  const plan = await planNumbers(db, rule)
  if (!plan.given.length) await refuseNobody(ctx, rule)
  if (plan.given.length !== expected) ctx.refuse('changed', { expected, count: plan.given.length })
  refuseFaults(plan)
  return write(db, rule, plan.given, me.userId)
})
export const oneRun = (db: Db): Promise<unknown> => db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`number run ${db.me.tenantId}`}, 0))`)

async function refuseNobody({ db }: Pick<Ctx, 'db'>, rule: StoredRule): Promise<never> {
  const [last] = await db.query<{ at: string; by: string | null; count: number }>(sql`
    select r.created_at as at, u.nick_name as "by", r.count from number_run r left join sys_user u on u.tenant_id = r.tenant_id and u.id = r.by_id
    where r.tenant_id = ${db.me.tenantId} and r.rule_id = ${rule.id} order by r.created_at desc limit 1`)
  if (!last) throw refusalOf(generateNumbers, 'nobody')
  throw refusalOf(generateNumbers, 'done', { by: last.by ?? '—', at: schoolTimeText(last.at), count: last.count })
}
export function refuseFaults({ collisions: [twice], scopes }: Pick<NumberPlan, 'collisions' | 'scopes'>): void {
  if (twice) throw refusalOf(generateNumbers, 'collision', { ...twice })
  const full = scopes.find(s => !s.fits)
  if (full) throw refusalOf(generateNumbers, 'overflow', { ...full })
}
/** The run, its numbers, and the students with their events; the account follows the event. */
export async function write(db: Db, rule: StoredRule, given: readonly AssignedNumber[], byId: string | null): Promise<{ count: number; firstNo: string; lastNo: string }> {
  const numbers = given.map(g => g.studentNo).sort()
  const [firstNo, lastNo] = [numbers[0] ?? '', numbers.at(-1) ?? '']
  const run = await db.insert(numberRun, { ruleId: rule.id, count: given.length, firstNo, lastNo, byId })
  await giveNumbers(
    db,
    given.map(({ student, studentNo }) => ({ id: student.id, studentNo })),
    'number',
  )
  await db.insertMany(
    givenNumber,
    given.map(({ student, studentNo, scopeKey, seq }) => ({ runId: run.id, studentId: student.id, studentNo, scopeKey, seq })),
    { history: false },
  )
  return { count: given.length, firstNo, lastNo }
}
export default [preview, generate]
