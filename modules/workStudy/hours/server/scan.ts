import { type OutputOf, type Row, refusalOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { schoolClock, schoolDate } from '#model/school-time.ts'
import { ownStudentId, studentOf, withStudents } from '#modules/student/server/api.ts'
import { codeAt, isFresh, leftOf, rowIn } from '#server/base/rotating-code.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { engagement } from '../../posts/model/engagement.ts'
import { workPost } from '../../posts/model/post.ts'
import { employUnit } from '../../posts/model/unit.ts'
import { type Engaged, unitsOf } from '../../posts/server/api.ts'
import { scanWork, settleScan, unitCode } from '../model/actions.ts'
import { hoursBetween } from '../model/rules.ts'
import { workScan } from '../model/work-scan.ts'
import { addHours } from './enter.ts'
import { settingsOf } from './settings.ts'
import { scanTodos } from './todos.ts'

export type Scan = Row<typeof workScan>
/** How long a code is good for: those before the current one are not. */
const SECONDS = 30
const secretOf = (db: Db, unitId: string): string => `${db.key('workStudy codes').toString('base64url')} ${unitId}`
const titlesOf = async (db: Db, rows: readonly Engaged[]): Promise<Map<string, string>> =>
  new Map((await db.unscoped(workPost).all({ id: rows.map(r => r.postId) })).map(p => [p.id, p.title])) // names
/** The student's engagements with the unit whose screen shows this code. */
async function scanned({ db, me }: Ctx, code: string): Promise<Engaged[]> {
  const unitId = rowIn(code)
  const unit = (await db.cached(employUnit)).get(unitId ?? '')
  if (!unit || !isFresh(secretOf(db, unit.id), code, SECONDS, Date.now(), 0)) throw refusalOf(workScan, 'codeOld')
  const rows = await db.unscoped(engagement).all({ studentId: ownStudentId(me), unitId: unit.id, state: 'active' }) // the caller's own
  if (!rows.length) throw refusalOf(workScan, 'notHere', { unit: unit.name })
  return rows
}
const scan = handle(scanWork, async (ctx, { code, engagementId }): Promise<OutputOf<typeof scanWork>> => {
  const { db, me } = ctx
  const rows = await scanned(ctx, code.trim())
  const studentId = ownStudentId(me)
  await studentOf(db, studentId, { lock: true })
  const titles = await titlesOf(db, rows)
  const at = new Date().toISOString()
  const open = await db.unscoped(workScan).find({ studentId, state: 'open' }) // the caller's own
  const on = rows.find(r => r.id === (open?.engagementId ?? engagementId)) ?? (open || rows.length > 1 ? undefined : rows[0])
  if (!on) {
    if (open) throw refusalOf(workScan, 'elsewhere', { unit: (await db.cached(employUnit)).get(open.unitId)?.name ?? '' })
    return { what: 'choose', post: null, at, hours: null, choices: rows.map(r => ({ engagementId: r.id, post: titles.get(r.postId) ?? '' })) }
  }
  const post = titles.get(on.postId) ?? ''
  if (!open) {
    const { forgottenHours } = await settingsOf(db)
    await db.insert(workScan, { engagementId: on.id, unitId: on.unitId, studentId, inAt: at, dueAt: new Date(Date.now() + forgottenHours * HOUR_MS).toISOString() })
    return { what: 'in', post, at, hours: null, choices: [] }
  }
  const span = { date: schoolDate(open.inAt), start: schoolClock(open.inAt), end: schoolDate(at) === schoolDate(open.inAt) ? schoolClock(at) : '23:59' }
  if (!hoursBetween(span.start, span.end)) throw refusalOf(workScan, 'soon')
  const { hours } = await addHours(db, on, span, 'scan')
  await db.update(workScan, open.id, { state: 'closed', outAt: at })
  return { what: 'out', post, at, hours, choices: [] }
})
/** The unit of a screen: the one asked for, or the reader's first. */
async function unitShown({ db }: Ctx, asked: string | null | undefined): Promise<Row<typeof employUnit>> {
  const mine = await unitsOf(db)
  const id = asked ?? mine[0]
  const unit = id ? await db.visibleFor(employUnit, unitCode.permission).find({ id }) : undefined
  if (!unit) throw notFound()
  return unit
}
const screen = handle(unitCode, async (ctx, { unitId }) => {
  const { db } = ctx
  const unit = await unitShown(ctx, unitId)
  const now = Date.now()
  const open = await withStudents(db, await db.visibleFor(workScan, unitCode.permission).all({ unitId: unit.id, state: 'open' }, { sort: ['inAt'] }))
  const on = await db.unscoped(engagement).all({ id: open.map(o => o.row.engagementId) }) // of the unit
  const titles = await titlesOf(db, on)
  const postOf = (id: string): string => titles.get(on.find(e => e.id === id)?.postId ?? '') ?? ''
  return {
    ...{ unitId: unit.id, unit: unit.name, seconds: SECONDS, leftMs: leftOf(now, SECONDS), code: codeAt(secretOf(db, unit.id), unit.id, SECONDS, now) },
    here: open.map(({ row, who }) => ({ name: who.name, post: postOf(row.engagementId), inAt: row.inAt })),
  }
})
/** A forgotten scan at the end: the unit says when work ended. */
const end = handle(settleScan, async ({ db }, { id, end: endAt, work }) => {
  const row = await db.visible(workScan).lock(id, 'settle')
  if (endAt) await addHours(db, await db.unscoped(engagement).one(row.engagementId), { date: schoolDate(row.inAt), start: schoolClock(row.inAt), end: endAt, work }, 'employer') // of a row in scope
  await scanTodos.follow(db, [await db.update(workScan, id, { state: 'settled' })])
})
export default [scan, screen, end]
