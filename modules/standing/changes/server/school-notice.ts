import { major } from '#modules/campus/model/organisation.ts'
import { clearedAmong, publishNotice } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, on } from '#server/context.ts'
import { TRANSFER_OUT } from '../model/change-type.ts'
import { statusChange } from '../model/status-change.ts'
import { knownOf } from './known.ts'
import { settingsOf } from './settings.ts'
import { settle } from './settle.ts'
import type { Change } from './target.ts'
import { typeOf } from './types.ts'

const COLUMNS = ['name', 'studentNo', 'college', 'className', 'item', 'admissionScore']
/** 教学厅〔2015〕4号: a transfer between schools is shown for five working days or more, with the schools, the major and the score of admission, before it takes effect. */
export async function publiciseTransfer(db: Db, row: Change): Promise<void> {
  const [type, { student }, majors] = [await typeOf(db, row.typeId), await knownOf(db, row.studentId), await db.cached(major)]
  const of = [majors.get(student.majorId ?? '')?.name, student.grade && `${student.grade}级`].filter(Boolean).join(' ')
  const item = type.code === TRANSFER_OUT ? `${of} 转出至 ${row.otherSchool}` : `由 ${row.otherSchool} 转入 ${of}`
  await publishNotice(
    { db },
    {
      round: { id: row.id, name: `转学公示 ${row.changeNo}`, noticeWorkdays: (await settingsOf(db))['transfer.noticeWorkdays'], ownerDepartmentId: row.departmentId },
      ...{ roundOf: statusChange, of: statusChange, level: 'school', columns: COLUMNS },
      lines: [{ bizId: row.id, studentId: row.studentId, values: { item, admissionScore: row.admissionScore === null ? '' : String(row.admissionScore) } }],
    },
  )
}
/** A transfer between schools that is cleared holds: on its day, or now where the notice outlasted it. */
async function pass(db: Db, id: unknown): Promise<void> {
  const row = typeof id === 'string' ? await db.unscoped(statusChange).find({ id }) : undefined // the event names the row
  if (!row || row.batchId || row.state !== 'publicised' || !(await clearedAmong(db, 'statusChange', [row.id])).has(row.id)) return
  const isLate = row.effectiveDate < today()
  await settle({ db, me: db.me, lang: 'zh-cn' }, isLate ? await db.update(statusChange, row.id, { effectiveDate: today() }) : row)
}
const OBJECTED = '公示异议成立'
const ended = on('publicNotice.ended', 'standing.transferNotice', ({ db }, { roundId }) => pass(db, roundId))
const objected = on('publicNotice.objectionDecided', 'standing.transferNoticeObjection', async ({ db }, { bizType, bizId, upheld }) => {
  if (bizType !== 'statusChange' || typeof bizId !== 'string') return
  if (!upheld) return pass(db, bizId)
  const row = await db.unscoped(statusChange).find({ id: bizId }) // the event names the row
  if (row && !row.batchId && row.state === 'publicised') await db.update(statusChange, bizId, { state: 'rejected', cancelReason: OBJECTED })
})
export default [ended, objected]
