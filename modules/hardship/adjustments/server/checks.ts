import { createHash, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { term } from '#modules/campus/model/calendar.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { calendarOf, currentOf } from '#modules/campus/server/api.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { levelsOn } from '../../levels/server/api.ts'
import { aidBatch } from '../../recognition/model/batch.ts'
import { drawChecks, recordCheck } from '../model/actions.ts'
import { levelCheck } from '../model/check.ts'
import { ADJUSTMENT_MESSAGES } from '../model/messages.ts'

type Check = Row<typeof levelCheck>
const LINK = '/hardship/checks'
const todos = rowTodos<Check, 'talk'>(
  levelCheck,
  { bizType: 'levelCheck', link: () => LINK, values: () => ({}) },
  { talk: { text: '{name}抽中困难核查，请谈话了解', while: c => c.state === 'open', link: () => LINK, message: ADJUSTMENT_MESSAGES.checkDue } },
)
const SHARE = 5
const AFTER_DAYS = 28
/** The share of the batch whose levels hold, else the usual one. */
const shareOf = async (db: Db): Promise<number> => (await db.unscoped(aidBatch).all({ stage: 'effective' }, { sort: ['-beginTime'], limit: 1 }))[0]?.checkShare ?? SHARE // of the whole school
/** 40-D11: a random share of those who have a level now; their counsellors get it as a task. A term is drawn once: under its lock, since two draws at once would find different people. */
export async function drawOfTerm(db: Db, on = today()): Promise<number | undefined> {
  const current = currentOf(await calendarOf(db), on)
  if (!current) return undefined
  const { xn, xqM } = await db.unscoped(term).lock(current.id) // everybody's calendar
  if (await db.unscoped(levelCheck).count({ xn, xqM })) return 0 // of the whole school
  const all = await db.query<{ id: string; level: string }>(
    levelsOn(db, sql`select id from student where tenant_id = ${db.me.tenantId} and status = 'active' and deleted_at is null`, on),
  )
  const seed = randomBytes(8).toString('hex')
  const hash = (id: string): string => createHash('sha256').update(`${seed}:${id}`).digest('hex')
  const drawn = all.sort((a, b) => (hash(a.id) < hash(b.id) ? -1 : 1)).slice(0, Math.ceil((all.length * (await shareOf(db))) / 100))
  await db.insertMany(
    levelCheck,
    drawn.map(({ id, level }) => ({ xn, xqM, studentId: id, level })),
    { skipExisting: true },
  )
  await tellCounsellors(db, await db.unscoped(levelCheck).all({ xn, xqM, state: 'open' })) // just drawn
  return drawn.length
}
async function tellCounsellors(db: Db, rows: readonly Check[]): Promise<void> {
  const people = await withStudents(db, rows)
  const staff = await staffOfAll(
    db,
    people.map(({ who }) => ({ counselledClassId: who.counselledClassId, departmentId: who.departmentId })),
    'fdy',
  )
  await todos.open(
    db,
    'talk',
    people.map(({ row, who }, n) => ({ row, who, to: staff[n] ?? [] })),
  )
}
const draw = handle(drawChecks, async ({ db }) => {
  const drawn = await drawOfTerm(db)
  if (drawn === undefined) throw refusalOf(drawChecks, 'noTerm')
  return { drawn }
})
const record = handle(recordCheck, async ({ db, me }, { id, result, talk }) => {
  await db.visible(levelCheck).lock(id, 'record')
  await todos.follow(db, [await db.update(levelCheck, id, { result, talk, checkedById: me.userId, state: 'done' })])
})
/** Four weeks into a term its checks are drawn, if nobody has done so. */
const clock = scheduledJob(
  'hardship.checks',
  '困难核查抽取',
  '40 6 * * *',
  async db => {
    const on = today()
    const current = currentOf(await calendarOf(db), on)
    return current && addDays(current.startDate, AFTER_DAYS) <= on && on <= current.endDate ? ((await db.tx(tx => drawOfTerm(tx, on))) ?? 0) : 0
  },
  { due: `select from aid_level_span where tenant_id = $1 and "to" >= current_date limit 1` },
)
export default [draw, record, clock]
