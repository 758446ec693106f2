import { schoolDate, schoolTimeText } from '#model/school-time.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { type Ctx, handle } from '#server/context.ts'
import { schoolName } from '#server/data/school-name.ts'
import { downloadHeaders } from '#server/http/download.ts'
import { translate } from '#server/i18n/translate.ts'
import type { Part, PrintDocument } from '#server/print/document.ts'
import { drawPdf } from '#server/print/draw-pdf.ts'
import { audit } from '#server/records/verbs.ts'
import { RISKS } from '../../attention/model/risk.ts'
import { mhAppointment } from '../model/appointment.ts'
import { type CounsellingRecord, mhRecord, printRecord } from '../model/record.ts'
import { mhSlot } from '../model/slot.ts'
import { readable } from './records.ts'

const WORDS = ['notes', 'plan', 'quote'] as const
async function documentOf({ db, lang }: Ctx, row: CounsellingRecord): Promise<PrintDocument> {
  const say = (text: string): string => translate(lang, text)
  const { slotId } = await db.unscoped(mhAppointment).one(row.appointmentId) // of the record
  const { start } = await db.unscoped(mhSlot).one(slotId) // the same
  const [who, nameOf] = [await studentOf(db, row.studentId), await accountNamer(db, [row.psychologistId])]
  const { fields } = mhRecord
  const cells: Array<readonly [string, string]> = [
    [say('姓名'), who?.name ?? ''],
    [say('学号'), who?.studentNo ?? ''],
    [say('时间'), schoolTimeText(start)],
    [say(fields.psychologistId.label), nameOf(row.psychologistId)],
    [say(fields.risk.label), say(RISKS[row.risk])],
    [say(fields.nextOn.label), row.nextOn ?? ''],
    ...(row.hospital ? [[say(fields.hospital.label), `${row.hospital} ${row.hospitalOn ?? ''}`] as const] : []),
  ]
  const texts = WORDS.flatMap((name): Part[] => (row[name] ? [{ kind: 'text', text: `${say(fields[name].label)}：${row[name]}`, align: 'left' }] : []))
  return {
    school: await schoolName(db),
    title: say('咨询记录#one'),
    parts: [{ kind: 'grid', title: '', columns: 2, cells }, ...texts],
    foot: { left: [say('保密资料')], right: [], link: '' },
  }
}
/** 50-MH12: one record on paper, for whoever reads it. Over every page stands who printed it and when, whatever watermark the school has. */
export default handle(printRecord, async (ctx, { appointmentId }) => {
  const { db, me } = ctx
  const row = await readable(db, appointmentId)
  // without the student, and before there is a file: no paper without an entry
  await audit(ctx, 'print', mhRecord.name, row.id, {})
  const paper = await documentOf(ctx, row)
  const watermark = `${me.nickName} ${me.accountNo} ${schoolTimeText(new Date().toISOString())}`
  const blob = await drawPdf(db, { size: 'A4', title: paper.title, papers: [paper], watermark })
  return { blob, type: 'application/pdf', headers: downloadHeaders(`${paper.title} ${schoolDate(Date.now())}.pdf`) }
})
