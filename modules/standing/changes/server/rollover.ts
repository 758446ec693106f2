import { yearEnds } from '#modules/campus/model/school-year.ts'
import { changes, type PlannedChange, rolloverStep } from '#modules/campus/server/api.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { changeType } from '../model/change-type.ts'
import { CHANGE_MESSAGES } from '../model/messages.ts'
import { statusChange } from '../model/status-change.ts'
import { aboutChange, everybody, peopleOf, staffLink } from './notify.ts'

/** Mark of the reminder with which a school year begins, before those of the last days. */
const OF_YEAR = 'year'

/** Suspensions and retentions that end in the new year and of which nobody was reminded yet; one that ended without an application has to be decided about first. */
async function endingIn(db: Db, toXn: string): Promise<PlannedChange[]> {
  const rows = await db
    .unscoped(statusChange) // the whole school
    .all({ period: ['running', 'over'], 'until.le': yearEnds(toXn) }, { sort: ['until', 'changeNo'] })
  const [types, students] = await Promise.all([
    db.cached(changeType),
    studentsOf(
      db,
      rows.map(row => row.studentId),
    ),
  ])
  return rows
    .filter(row => row.period === 'over' || row.told === null)
    .map(row => {
      const who = students.get(row.studentId)
      const title = `${who?.name ?? ''} ${types.get(row.typeId)?.name ?? ''} ${row.changeNo}`
      const exception = row.period === 'over' ? { why: { text: '{until} 期满，没有申请复学', values: { until: row.until ?? '' } }, link: staffLink(row) } : undefined
      return changes('change', statusChange, row, { told: OF_YEAR }, { title, departmentId: who?.departmentId ?? null, exception })
    })
}
export default rolloverStep({
  code: 'standing.periods',
  title: '到期的休学和保留学籍',
  order: 60,
  preview: (db, { toXn }) => endingIn(db, toXn),
  async followed(db, ids, { toXn }, direction) {
    if (direction === 'undo') return
    const people = await peopleOf(db, await db.unscoped(statusChange).all({ id: [...ids] })) // changes that were just marked
    await notifyAbout(
      db,
      CHANGE_MESSAGES.periodInYear,
      aboutChange,
      people.map(one => ({ row: one.row, who: one.who, to: everybody(one), more: { xn: toXn } })),
    )
  },
})
