import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { roundAccounts } from '#modules/workflow/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { markersNeeded } from '../model/mark.ts'
import { testPaper } from '../model/paper.ts'
import { isByHand } from '../model/question.ts'
import { testSchedule } from '../model/schedule.ts'
import type { Schedule } from './schedules.ts'
import { settingsOf } from './settings.ts'

/** 60-OT10: one person marks, or two and a third for what they differ on. */
export function mustHaveMarkers({ isDouble, markerIds }: Pick<Schedule, 'isDouble' | 'markerIds'>): void {
  const [n, needed] = [new Set(markerIds).size, markersNeeded(isDouble)]
  if (!n) throw refusalOf(testSchedule, 'markers', {}, 'markerIds')
  if (n < needed) throw refusalOf(testSchedule, 'doubleMarkers', { n, needed }, 'markerIds')
}
/** Nobody marks their own class, so the others must suffice for each class that is asked. */
async function mustHaveOthers(db: Db, row: Schedule): Promise<void> {
  const { othersMark } = await settingsOf(db)
  if (!othersMark) return
  const [n, needed] = [new Set(row.markerIds).size, markersNeeded(row.isDouble)]
  const [short] = await db.query<{
    class: string
    own: number
  }>(sql`select min(k.name) as class, count(distinct n.user_id)::int as own from ${await roundAccounts(db, testSchedule, row)} a
    join student_staff_now n on n.tenant_id = ${db.me.tenantId} and n.student_id = a.student_id and n.user_id = any(${row.markerIds ?? []}::uuid[])
    join stu_class k on k.tenant_id = n.tenant_id and k.id = n.class_id group by n.class_id having count(distinct n.user_id) > ${n - needed} limit 1`)
  if (short) throw refusalOf(testSchedule, 'ownMarkers', { class: short.class, n: n - short.own, needed }, 'markerIds')
}
/** Whether people mark some of it. */
async function mustFit(db: Db, row: Schedule, paperId: string, field: 'paperId' | 'makeupPaperId'): Promise<boolean> {
  const paper = await db.unscoped(testPaper).one(paperId) // chosen by whoever publishes, who may read it
  if (paper.state !== 'ready') throw refusalOf(testSchedule, 'paper', { paper: paper.name }, field)
  if (row.passScore > paper.total) throw refusalOf(testSchedule, 'passOver', { pass: row.passScore, paper: paper.name, total: paper.total }, 'passScore')
  return (paper.sections?.some(section => isByHand(section.type)) ?? false) || (paper.pool?.some(({ from }) => from.some(one => one.parts?.some(part => part.h))) ?? false)
}
/** Everything that keeps a test from being published. */
export async function mustBePossible({ db }: Ctx, row: Schedule): Promise<void> {
  const isByPeople = [await mustFit(db, row, row.paperId, 'paperId'), row.makeupPaperId ? await mustFit(db, row, row.makeupPaperId, 'makeupPaperId') : false].includes(true)
  if (isByPeople) {
    mustHaveMarkers(row)
    await mustHaveOthers(db, row)
  }
  if (row.stayMinutes > row.minutes) throw refusalOf(testSchedule, 'stay', { stay: row.stayMinutes, minutes: row.minutes }, 'stayMinutes')
  if ((row.growthCategory === null) !== (row.growthHours === null)) throw refusalOf(testSchedule, 'growth', {}, row.growthHours === null ? 'growthHours' : 'growthCategory')
}
