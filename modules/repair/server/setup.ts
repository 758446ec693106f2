import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { isWeekSpan, type WeekSpan } from '#model/week-spans.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { holdersOf } from '#server/access/holders.ts'
import { compute, rules, seed } from '#server/context.ts'
import { repairOutage, repairType, repairUrgency } from '../model/faults.ts'
import { repairSkill } from '../model/workers.ts'
import { USUAL_URGENCIES, usualTypes } from './seed-types.ts'
import { workersOf } from './workers.ts'

interface Times {
  respondMin?: number
  arriveMin?: number | null
  finishMin?: number
}
function mustRise({ respondMin = 0, arriveMin, finishMin = 0 }: Times): void {
  const arrive = arriveMin ?? respondMin
  if (respondMin > arrive || arrive > finishMin) throw refusalOf(repairUrgency, 'order', { respondMin, arriveMin: arriveMin ?? '—', finishMin }, 'finishMin')
}
function mustBeShifts(shifts: readonly WeekSpan[] | null | undefined): void {
  if (shifts && !(Array.isArray(shifts) && shifts.every(isWeekSpan))) throw refusalOf(repairSkill, 'shift', {}, 'shifts')
}
function mustEnd({ startAt = '', endAt = '' }: { startAt?: string; endAt?: string }): void {
  if (Date.parse(endAt) <= Date.parse(startAt)) throw refusalOf(repairOutage, 'order', { startAt: schoolTimeText(startAt), endAt: schoolTimeText(endAt) }, 'endAt')
}
export default [
  rules(repairUrgency, { add: async (_ctx, draft) => mustRise(draft), update: async (_ctx, row, patch) => mustRise({ ...row, ...patch }) }),
  rules(repairOutage, { add: async (_ctx, draft) => mustEnd(draft), update: async (_ctx, row, patch) => mustEnd({ ...row, ...patch }) }),
  rules(repairSkill, {
    async add({ db }, draft) {
      mustBeShifts(draft.shifts)
      const id = draft.repairerId ?? ''
      if ((await holdersOf(db, 'repairer')).some(h => h.id === id)) return
      throw refusalOf(repairSkill, 'notRepairer', { name: (await accountNamer(db, [id]))(id) }, 'repairerId')
    },
    update: async (_ctx, _row, patch) => mustBeShifts(patch.shifts),
  }),
  compute(repairSkill, ['openCount'], async ({ db }, rows) => {
    const open = new Map((await workersOf(db)).map(w => [w.id, w.open]))
    for (const row of rows) row.openCount = open.get(row.repairerId) ?? 0
  }),
  /** Urgencies and usual types of a new school. */
  seed('repair.setup', async db => {
    const known = await db.query(sql`select 1 from repair_urgency where tenant_id = ${db.me.tenantId} limit 1`)
    if (known.length) return
    await db.insertMany(repairUrgency, USUAL_URGENCIES)
    const ids = new Map((await db.unscoped(repairUrgency).all()).map(u => [u.code, u.id])) // a setting without scope
    for (const level of usualTypes(code => ids.get(code) ?? '')) await db.insertMany(repairType, level)
  }),
]
