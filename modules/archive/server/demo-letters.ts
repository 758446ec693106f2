import sql from 'sql-template-tag'
import type { DraftOf } from '#model'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { takeNext } from '#server/data/series.ts'
import { day, moment } from '#server/demo/days.ts'
import { archiveDispatch } from '../model/archive-dispatch.ts'
import { archiveFile } from '../model/archive-file.ts'
import { archiveMove } from '../model/archive-move.ts'
import { GO_HOME, graduateDestination } from '../model/graduate-destination.ts'
import type { FileDraft, Owner } from './demo.ts'

const UNITS = [
  ['80', '省工业大学', '省工业大学档案馆', '学府路 1 号', '李老师 027-68750001'],
  ['10', '远航科技有限公司', '市人才服务中心', '滨江大道 88 号', '王主任 027-88880000'],
  ['11', '长江机械厂', '长江机械厂人力资源部', '工业路 12 号', '赵师傅 027-83330022'],
  ['50', '西部计划项目办', '县公共就业和人才服务中心', '人民路 3 号', '周科长 0874-3120055'],
  ['46', null, '市征兵办公室', '卫国路 6 号', '陈参谋 027-85550066'],
  ['70', null, '生源地公共就业和人才服务中心', '解放路 20 号', '吴老师 0731-8222001'],
] as const
const OVERDUE = 20
const [KIND, UNIT, TO, ADDRESS, CONTACT] = [0, 1, 2, 3, 4] as const
export const demoDestination = (
  { id: studentId, year: gradYear, departmentId, majorId, classId, isExpelled }: Owner,
  n: number,
): DraftOf<typeof graduateDestination> & Record<string, unknown> => {
  const unit = UNITS[n % UNITS.length] ?? UNITS[0]
  const place = isExpelled ? { kind: GO_HOME, archiveRecipient: '县公共就业和人才服务机构' } : { kind: unit[KIND], unitName: unit[UNIT], archiveRecipient: unit[TO] }
  return { studentId, gradYear, departmentId, majorId, classId, ...place, archiveAddress: unit[ADDRESS], contact: unit[CONTACT], files: [], asOf: day(-120), state: 'approved' }
}
/** Of whoever has left. */
export async function demoDestinations(db: Db, owners: readonly Owner[], files: readonly FileDraft[], verifiedBy: string): Promise<void> {
  const known = new Set(files.map(f => f.studentId))
  const gone = owners.filter(o => o.hasEnded && known.has(o.id))
  await db.insertMany(graduateDestination, gone.map((o, n) => ({ ...demoDestination(o, n), isCurrent: true, verifiedBy })) as never, { history: false })
}
/** Letters of those that were sent, of which the first have no receipt for too long; two wait to be packed. */
export async function demoLetters(db: Db, files: readonly FileDraft[], sentBy: string): Promise<void> {
  const current = await db.unscoped(graduateDestination).all({ isCurrent: true }) // the demo's own
  const toOf = new Map(current.map(d => [d.studentId, d]))
  const STATE = { inTransit: 'sent', delivered: 'delivered', returnedBack: 'returned', sealed: 'packing' } as const
  const sent = files.filter(f => f.state in STATE && toOf.has(f.studentId)).sort((a, b) => a.state.localeCompare(b.state) || String(a.archiveNo).localeCompare(String(b.archiveNo)))
  const year = day(0).slice(0, 4)
  const first = await takeNext(db, 'archive_series', `letter ${year}`, sent.length)
  await takeNext(db, 'archive_series', `batch ${year}`)
  let out = 0
  const letters = sent.map((file, n) => {
    const to = toOf.get(file.studentId)
    const state = STATE[file.state as keyof typeof STATE]
    const ago = state === 'sent' ? (out++ < OVERDUE ? 35 + (out % 40) : 2 + (out % 25)) : 60
    const isOut = state !== 'packing'
    return {
      ...{
        id: uuidv7(),
        fileId: file.id,
        letterNo: `${year}-${String(first + n).padStart(4, '0')}`,
        batchNo: `ZD${year}-0001`,
        carrier: n % 5 ? 'ems' : 'confidentialPost',
        state,
      },
      ...{
        recipientUnit: to?.archiveRecipient ?? '',
        address: to?.archiveAddress ?? '',
        contact: to?.contact ?? null,
        trackingNo: isOut ? `EB${String(730_000_000 + n)}CN` : null,
      },
      ...{
        sentOn: isOut ? moment(-ago, '15:20') : null,
        sentBy: isOut ? sentBy : null,
        receiptOn: state === 'delivered' ? day(-40) : null,
        reason: state === 'returned' ? '查无此单位' : null,
        receiptFiles: [],
      },
    }
  })
  await db.insertMany(archiveDispatch, letters.map(({ fileId: _, ...letter }) => letter) as never, { history: false })
  await db.updateMany(
    archiveFile,
    letters
      .filter(l => l.state !== 'returned')
      .map(l => ({
        id: l.fileId,
        dispatchId: l.id,
        packedAt: l.sentOn,
        packedBy: l.sentBy,
        holder: l.sentOn ? `${l.recipientUnit}（${l.letterNo}）` : '1 号库房',
        holderSince: l.sentOn ?? moment(-90, '15:00'),
      })),
    { history: false },
  )
  await db.updateWhere(archiveFile, { state: 'returnedBack' }, { holder: '退回，待上架', holderSince: moment(-20, '10:00') }, { history: false })
  for (const [kind, states, at] of [
    ['send', ['sent', 'delivered', 'returned'], sql`d.sent_on`],
    ['receipt', ['delivered'], sql`d.receipt_on::timestamptz`],
  ] as const)
    await db.insertFrom(
      archiveMove,
      { fileId: sql`f.id`, studentId: sql`f.student_id`, kind, at, fromHolder: '1 号库房', toHolder: sql`d.recipient_unit`, dispatchId: sql`d.id` },
      sql`archive_dispatch d join archive_file f on f.tenant_id = d.tenant_id and f.dispatch_id = d.id where d.tenant_id = ${db.me.tenantId} and d.state = any(${[...states]}::text[])`,
      { history: false },
    )
}
