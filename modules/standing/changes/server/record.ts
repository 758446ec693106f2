import { refusalOf } from '#model'
import { student } from '#modules/student/model/student.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Ctx } from '#server/context.ts'
import { serialNo } from '#server/data/serial-no.ts'
import { statusChange } from '../model/status-change.ts'
import { validate } from './application.ts'
import { settle } from './settle.ts'
import { typeNamed } from './types.ts'

export interface Decided {
  studentId: string
  /** Code of a type that rests on a document. */
  code: string
  reasonCode: string
  docNo: string
  effectiveDate?: string
  until?: string | null
  toClassId?: string | null
}
/** What an application would bring with it; here the document stands for the proof, and nobody applies. */
const NOT_ASKED = ['proof', 'noAccount', 'notOffered', 'groundMissing']
/** Another module has decided on a change by a document: the same rules hold as for one entered by hand, and it takes effect on its day. Answers its number. */
export async function recordChange(acting: Pick<Ctx, 'db' | 'me' | 'lang'>, { studentId, code, effectiveDate = today(), ...decided }: Decided): Promise<string> {
  const { db } = acting
  const type = await typeNamed(db, code)
  const who = await studentOf(db, studentId, { lock: true })
  if (!who) throw refusalOf(student, 'notStudent')
  if (!type) throw refusalOf(statusChange, 'typeOff', { name: code })
  const form = { typeId: type.id, effectiveDate, proofs: [], ...decided }
  const { violations } = await validate({ db }, who, form, { isStaff: true, isTransfer: false, id: null })
  const [first] = violations.filter(v => !NOT_ASKED.includes(v.key))
  if (first) throw refusalOf(statusChange, first.key, first.values)
  const changeNo = await serialNo(db, 'YD', 'status_change_no_seq')
  const place = { studentId, departmentId: who.departmentId, classId: who.classId }
  const row = await db.insert(statusChange, { changeNo, ...place, ...form, state: 'approved', effectState: 'scheduled', applyWay: 'document' })
  await settle(acting, row)
  return changeNo
}
