import { refusalOf } from '#model'
import type { Ctx, Db } from '#server/context.ts'
import { testPaper } from '../model/paper.ts'
import { isByHand } from '../model/question.ts'
import { testSchedule } from '../model/schedule.ts'
import type { Schedule } from './schedules.ts'

async function mustFit(db: Db, row: Schedule, paperId: string, field: 'paperId' | 'makeupPaperId'): Promise<void> {
  const paper = await db.unscoped(testPaper).one(paperId) // chosen by whoever publishes, who may read it
  if (paper.state !== 'ready') throw refusalOf(testSchedule, 'paper', { paper: paper.name }, field)
  if (row.passScore > paper.total) throw refusalOf(testSchedule, 'passOver', { pass: row.passScore, paper: paper.name, total: paper.total }, 'passScore')
  if (paper.sections?.some(section => isByHand(section.type)) && !row.markerIds?.length) throw refusalOf(testSchedule, 'markers', {}, 'markerIds')
}
/** Everything that keeps a test from being published. */
export async function mustBePossible({ db }: Ctx, row: Schedule): Promise<void> {
  await mustFit(db, row, row.paperId, 'paperId')
  if (row.makeupPaperId) await mustFit(db, row, row.makeupPaperId, 'makeupPaperId')
  if (row.stayMinutes > row.minutes) throw refusalOf(testSchedule, 'stay', { stay: row.stayMinutes, minutes: row.minutes }, 'stayMinutes')
  if ((row.growthCategory === null) !== (row.growthHours === null)) throw refusalOf(testSchedule, 'growth', {}, row.growthHours === null ? 'growthHours' : 'growthCategory')
}
