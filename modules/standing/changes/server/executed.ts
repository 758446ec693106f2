import { today } from '#server/base/today.ts'
import { on } from '#server/context.ts'
import { RECORD_LOSS, WITHDRAWAL_DECIDED } from '../model/change-type.ts'
import { recordChange } from './record.ts'

const TYPES: Readonly<Record<string, string>> = { expulsion: 'expulsion', withdrawal: WITHDRAWAL_DECIDED, recordCancel: RECORD_LOSS, admissionCancel: 'admissionCancellation' }
const MISCONDUCT = '32'
/** 30-SC: expulsions, decided withdrawals and cancellations come from discipline, once they are executed. */
export default on('discipline.executed', 'standing.executed', async ({ db }, { studentId, measure, on: day, documentNo }) => {
  const code = TYPES[String(measure)]
  if (!code || typeof studentId !== 'string') return
  const effectiveDate = typeof day === 'string' ? day : today()
  await recordChange({ db, me: db.me, lang: 'zh-cn' }, { studentId, code, reasonCode: MISCONDUCT, docNo: String(documentNo ?? ''), effectiveDate })
})
