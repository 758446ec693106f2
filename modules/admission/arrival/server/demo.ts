import type { Demo } from '#server/demo/options.ts'
import { admittedStudent } from '../../roll/model/admitted-student.ts'
import { lateArrival } from '../model/late-arrival.ts'

const ASKED = [
  { cause: 'illness', reason: '阑尾炎手术，医生建议休息一周' },
  { cause: 'traffic', reason: '家乡道路中断，暂时不能出发' },
] as const // verbatim
/** The requests of those who come later. */
export default (async db => {
  const late = await db.unscoped(admittedStudent).all({ state: 'late' }) // demo data: no data scope
  await db.insertMany(
    lateArrival,
    late.map(({ id, departmentId, lateUntil }, n) => ({
      studentId: id,
      departmentId,
      until: lateUntil ?? '',
      ...(ASKED[n % ASKED.length] ?? ASKED[0]),
      state: 'approved' as const,
    })),
    { history: false },
  )
}) satisfies Demo
