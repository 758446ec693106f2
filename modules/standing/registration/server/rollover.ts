import { factsIn } from '#flow/index.ts'
import { schoolInstant } from '#model/school-time.ts'
import { term } from '#modules/campus/model/calendar.ts'
import { calendarOf, creates, type PlannedChange, type RolloverYears, rolloverStep } from '#modules/campus/server/api.ts'
import { knownFacts } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { DEFAULT_CONDITIONS, registrationBatch } from '../model/batch.ts'

/** Term 1 of the new year: as it stands in the calendar, or as the run will make it. */
async function firstTerm(db: Db, { toXn }: RolloverYears, planned: readonly PlannedChange[]) {
  const known = (await calendarOf(db)).terms.find(t => t.xn === toXn && t.xqM === '1')
  const coming = planned.find(p => p.of.name === term.name && p.after.xn === toXn && p.after.xqM === '1' && !p.exception)
  return known ?? (coming?.after as typeof known)
}
async function draftOf(db: Db, years: RolloverYears, planned: readonly PlannedChange[]): Promise<PlannedChange[]> {
  const { toXn: xn } = years
  const batches = await db.unscoped(registrationBatch).all({ xqM: '1' }, { sort: ['-beginTime'] }) // the batches of the whole school
  const made = batches.filter(b => b.state !== 'cancelled')
  if (made.some(b => b.xn === xn)) return []
  const { name: termName, registerFrom, registerTo, startDate = '', endDate = '' } = (await firstTerm(db, years, planned)) ?? {}
  const name = `${termName ?? `${xn}学年第一学期`}注册`
  const why = startDate ? undefined : { text: '校历里还没有 {xn} 学年第一学期', values: { xn } }
  const known = new Set((await knownFacts(db)).map(f => f.name))
  const last = made[0]
  const draft = {
    ...{ processType: 'registration', name, xn, xqM: '1' as const, audience: last?.audience ?? { roles: ['student'] }, selfAllowed: last?.selfAllowed ?? true },
    beginTime: startDate ? schoolInstant(registerFrom ?? startDate, '08:00') : null,
    endTime: startDate ? schoolInstant(registerTo ?? endDate, '20:00') : null,
    conditions: last?.conditions ?? DEFAULT_CONDITIONS.filter(c => factsIn(c.when).every(f => known.has(f))),
    ...{ copiedFrom: last?.id ?? null, ownerDepartmentId: last?.ownerDepartmentId ?? null },
  }
  const about = { key: xn, title: name, departmentId: draft.ownerDepartmentId, exception: why && { why, link: '/campus/calendar' } }
  return [creates(registrationBatch, draft as Parameters<typeof creates<typeof registrationBatch>>[1], about)]
}
/** The registration of term 1, as a draft that looks like the last one; the office publishes it. */
export default rolloverStep({
  code: 'standing.registration',
  title: '第一学期注册批次（草稿）',
  order: 70,
  after: ['campus.year'],
  preview: draftOf,
})
