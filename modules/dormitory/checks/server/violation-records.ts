import sql from 'sql-template-tag'
import { mustAllow, type Refusal, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { type Db, rules } from '#server/context.ts'
import { dormRoom } from '../../places/model/places.ts'
import { dormViolation } from '../model/violation.ts'
import { dayOf } from '../model/week.ts'
import { residentsOf, roomOf } from './occupants.ts'
import type { Violation } from './violation.ts'

type Patch = Partial<Violation> & Record<string, unknown>
const wrong = (key: string, values: Record<string, unknown> = {}, field?: string): Refusal => refusalOf(dormViolation, key, values, field)
/** Place of the violation, and its class and building at that time. */
async function place(db: Db, draft: Patch): Promise<void> {
  if (!draft.studentId && !draft.roomId) throw wrong('nobody', {}, 'studentId')
  if (draft.at && Date.parse(draft.at) > Date.now()) throw wrong('futureAt', { at: schoolTimeText(draft.at) }, 'at')
  const { studentId } = draft
  const [who] = studentId
    ? await db.query<{ name: string; classId: string | null; departmentId: string | null }>(
        sql`select name, class_id as "classId", department_id as "departmentId" from student where tenant_id = ${db.me.tenantId} and id = ${studentId}`,
      )
    : []
  const room = studentId && !draft.roomId ? await roomOf(db, studentId) : undefined
  if (studentId && !draft.roomId && !room) throw wrong('noPlace', { name: who?.name ?? '—', at: schoolTimeText(draft.at ?? new Date().toISOString()) }, 'roomId')
  draft.roomId ??= room?.id ?? null
  const residents = who || !draft.roomId ? [] : await residentsOf(db, [draft.roomId], dayOf(draft.at ?? new Date().toISOString()))
  draft.classId = who?.classId ?? residents[0]?.classId ?? null
  draft.departmentId = who?.departmentId ?? residents[0]?.departmentId ?? null
  if (draft.roomId) draft.dormId = (await db.unscoped(dormRoom).one(draft.roomId)).dormId // only its building is read; the row itself is scoped
}
export default rules(dormViolation, {
  async add({ db }, draft) {
    await place(db, draft)
  },
  async update(_ctx, row, patch) {
    mustAllow(dormViolation, row, 'update')
    if (patch.at && Date.parse(patch.at) > Date.now()) throw wrong('futureAt', { at: schoolTimeText(patch.at) }, 'at')
  },
  async remove(_ctx, row) {
    if (row.askedAt) throw wrong('askedFixed', { violationNo: row.violationNo })
    mustAllow(dormViolation, row, 'remove')
  },
})
