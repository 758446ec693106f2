import { refusalOf } from '#model'
import { daysBetween } from '#modules/campus/model/days.ts'
import { ADMISSION_RESTORATION, RESUMPTION } from '#modules/standing/changes/model/change-type.ts'
import { SOLDIER_RETURNS } from '#modules/standing/changes/model/dictionaries.ts'
import { classesToReturn, recordChange } from '#modules/standing/server/api.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { confirmReturn, returnPlan } from '../model/actions.ts'
import { militaryAid } from '../model/aid.ts'
import { sumOf } from '../model/computation.ts'
import { type EnlistRecord, enlistRecord } from '../model/record.ts'
import { settingsOf } from './settings.ts'
import { enterStage } from './stages.ts'
import { groundOf, knownOf } from './tuition.ts'
import { applyWaiver, waiverYears } from './waivers.ts'

export const entitlementsOf = async (db: Db): Promise<string[]> => (await settingsOf(db)).entitlements.split(/[;；]/).flatMap(text => text.trim() || [])
/** Years that are waived on return; none where a ground speaks against it. */
async function waivedYears(db: Db, row: EnlistRecord, from: string) {
  const known = await knownOf(db, row.studentId)
  return groundOf(known, row) ? [] : waiverYears(db, known, { noticeDate: row.noticeDate, from })
}
const plan = handle(returnPlan, async ({ db }, { id, on }) => {
  const row = await db.visible(enlistRecord).one(id)
  const years = await waivedYears(db, row, on ?? today())
  const classes = await classesToReturn(db, row.studentId)
  return {
    ...{ returnBy: row.returnBy ?? today(), daysLeft: daysBetween(today(), row.returnBy ?? today()), years, total: sumOf(years), entitlements: await entitlementsOf(db) },
    classes: classes.map(c => ({ ...c, isNext: c.isNext ? ('yes' as const) : ('no' as const) })),
  }
})
type ReturnInput = { on: string; classId: string | null; docNo: string }
/** 30-SC5: back to where the student stands in the school’s records; somebody whom the record already has back stays there. Answers the number of the change. */
async function resume(ctx: Ctx, row: EnlistRecord, { on, classId, docNo }: ReturnInput): Promise<string | null> {
  const who = await studentOf(ctx.db, row.studentId, { lock: true })
  if (who?.status === 'active') return null
  const isNew = who?.status === 'reserved'
  if (!isNew && !classId) throw refusalOf(enlistRecord, 'noClass', {}, 'classId')
  const change = { studentId: row.studentId, reasonCode: SOLDIER_RETURNS, docNo, effectiveDate: on }
  return recordChange(ctx, { ...change, ...(isNew ? { code: ADMISSION_RESTORATION } : { code: RESUMPTION, toClassId: classId }) })
}
const confirm = handle(confirmReturn, async (ctx, { id, on, classId, docNo, majorAfter, reason }) => {
  const { db } = ctx
  const row = await db.visible(enlistRecord).lock(id, 'confirmReturn')
  const { returnBy, dischargedOn } = row
  if (dischargedOn && on < dischargedOn) throw refusalOf(enlistRecord, 'early', { on, dischargedOn }, 'on')
  if (returnBy && on > returnBy && !reason) throw refusalOf(enlistRecord, 'late', { name: (await studentOf(db, row.studentId))?.name ?? '', returnBy, on }, 'reason')
  const years = await waivedYears(db, row, on)
  const changeNo = await resume(ctx, row, { on, classId: classId ?? null, docNo })
  await enterStage(db, [{ row, patch: { stage: 'returned', returnedOn: on, majorAfter: majorAfter ?? null, returnReason: reason ?? null } }])
  return { changeNo, total: await waive(db, row, years) }
})
/** 40-E6: the waiver of the years that are left, at once on bills that are issued; one that was applied for stays. */
async function waive(db: Db, row: EnlistRecord, years: Awaited<ReturnType<typeof waivedYears>>): Promise<number> {
  if (!years.length) return 0
  const { studentId, departmentId, classId } = row
  const made = await db.insertOrSkip(militaryAid, {
    ...{ studentId, departmentId, classId, enlistId: row.id, kind: 'waiver', state: 'approved', payTo: 'feeAccount' },
    ...{ years: years.map(y => ({ lineId: null, ...y })), total: sumOf(years) },
  })
  return made ? (await applyWaiver(db, made.id)).total : 0
}
export default [plan, confirm]
