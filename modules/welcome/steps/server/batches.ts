import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { schoolDate, schoolTimeText } from '#model/school-time.ts'
import { round, roundAccounts } from '#modules/workflow/server/api.ts'
import { type Ctx, compute, type Db, rules } from '#server/context.ts'
import { welcomeSources } from '#server/extensions/welcome-steps.ts'
import { batchActions, MOMENTS, welcomeBatch } from '../model/batch.ts'
import { layersOf, unknownIn } from '../model/graph.ts'
import { WELCOME_MESSAGES } from '../model/messages.ts'
import { welcomePoint } from '../model/point.ts'
import { welcomeStep } from '../model/step.ts'
import { COMES } from './coming.ts'
import { copied } from './copied.ts'
import { enter, stepStudents } from './enter.ts'
import { keepUnfinished } from './unfinished.ts'

export type Batch = Row<typeof welcomeBatch>
const NAMED = '、'

/** 30-WS1: publishing refuses steps that wait for each other in a circle, that wait for an unknown one, and that nobody of the audience has to do. */
async function check({ db }: Ctx, batch: Batch): Promise<void> {
  const steps = await db.unscoped(welcomeStep).all({ batchId: batch.id }, { sort: ['sort', 'code'] }) // steps are open to whoever may publish
  if (!steps.length) throw refusalOf(welcomeBatch, 'noSteps', { name: batch.name })
  const [unknown] = unknownIn(steps)
  if (unknown) throw refusalOf(welcomeBatch, 'unknownStep', { step: unknown.step.name, code: unknown.code })
  const { circle } = layersOf(steps)
  if (circle.length) throw refusalOf(welcomeBatch, 'cycle', { steps: circle.map(s => s.name).join(NAMED) })
  const voluntary = new Set(db.registered(welcomeSources).flatMap(s => (s.isVoluntary ? [s.code] : [])))
  for (const before of steps.filter(s => voluntary.has(s.autoSource ?? ''))) {
    const step = steps.find(s => s.dependsOn?.includes(before.code))
    if (step) throw refusalOf(welcomeBatch, 'voluntary', { step: step.name, before: before.name })
  }
  const accounts = await roundAccounts(db, welcomeBatch, batch)
  for (const step of steps.filter(s => s.audience)) {
    const [one] = await db.query(sql`select 1 from ${await stepStudents(db, step)} s where s.student_id in (select a.student_id from ${accounts} a) limit 1`)
    if (!one) throw refusalOf(welcomeBatch, 'unreached', { step: step.name })
  }
  for (const point of await db.unscoped(welcomePoint).all({ batchId: batch.id })) {
    const code = point.stepCodes.find(c => !steps.some(s => s.code === c))
    if (code) throw refusalOf(welcomeBatch, 'pointSteps', { point: point.name, code })
  }
}
const phases = rules(welcomeBatch, {
  async add(_ctx, draft) {
    checkPhases(draft as Batch)
  },
  async update(_ctx, row, patch) {
    checkPhases({ ...row, ...patch } as Batch)
  },
})
/** The phases follow one another inside the window. */
function checkPhases(row: Batch): void {
  const times = [row.beginTime, ...MOMENTS.map(name => row[name]), row.endTime]
  if (times.some((at, n) => n > 0 && Date.parse(at) < Date.parse(times[n - 1] as string)))
    throw refusalOf(welcomeBatch, 'phases', { times: times.map(at => schoolTimeText(at)).join(' → ') }, 'preFrom')
}
const counts = compute(welcomeBatch, ['members', 'arrived'], async ({ db }, rows) => {
  const found = await db.query<{ id: string; members: number; arrived: number }>(sql`select batch_id as id, count(*)::int as members, count(arrived_at)::int as arrived
    from welcome_member where tenant_id = ${db.me.tenantId} and batch_id = any(${rows.map(r => r.id)}::uuid[]) group by 1`)
  const of = new Map(found.map(f => [f.id, f]))
  for (const row of rows) Object.assign(row, { members: of.get(row.id)?.members ?? 0, arrived: of.get(row.id)?.arrived ?? 0 })
})
/** Who is on the roll of the year and comes: not who gave up or was kept back, nor who was enrolled before the batch began. */
const among = async (db: Db, { year, beginTime }: Batch) => sql`select a.student_id from admitted_student a where a.tenant_id = ${db.me.tenantId} and a.year = ${year}
  and ${COMES} and (a.enrolled_on is null or a.enrolled_on >= ${schoolDate(beginTime)}::date)`
export default [
  ...round(welcomeBatch, batchActions, {
    processType: 'welcome',
    audience: 'live',
    realm: 'welcome',
    among,
    moments: MOMENTS,
    link: '/welcome/index',
    check,
    copied,
    announces: row => ({ event: WELCOME_MESSAGES.opened, values: { name: row.name, preTo: schoolTimeText(row.preTo), siteFrom: schoolTimeText(row.siteFrom) } }),
    closed: async (db, { id, state }) => {
      if (state === 'closed') await keepUnfinished(db, id)
    },
    published: async ({ db }, batch) => void (await enter(db, batch)),
  }),
  phases,
  counts,
]
