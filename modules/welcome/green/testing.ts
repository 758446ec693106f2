import sql from 'sql-template-tag'
import type { Newcomer } from '#modules/admission/testing.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { billLine } from '#modules/fee/bills/model/bill-line.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { handIn, offsetBills } from '#modules/fee/server/api.ts'
import { approveAs } from '#modules/standing/testing.ts'
import { today } from '#server/base/today.ts'
import { serial } from '#testing/serial.ts'
import { welcomePoint } from '../steps/model/point.ts'
import { lookAgain } from '../steps/server/enter.ts'
import { ok, welcomeSchool } from '../testing.ts'
import { greenChannel } from './model/green-channel.ts'

/** A welcome school with bills, a batch whose key waits for the fees, and a point of the green channel. */
export async function greenSchool() {
  const s = await welcomeSchool()
  await s.db.insertMany(chargeItem, [
    { code: 'tuition', name: '学费', nature: 'administrative', filingNo: 'JY1', period: 'year' },
    { code: 'lodging', name: '住宿费', nature: 'administrative', filingNo: 'JY2', period: 'year' },
    { code: 'bedding', name: '床上用品', nature: 'agency', period: 'once', optional: true },
  ] as never)
  await s.newcomer()
  const batchId = await s.published([
    { code: 'fee', name: '缴费', kind: 'auto', autoSource: 'fee' },
    { code: 'key', name: '领钥匙', kind: 'staff', phase: 'site', dependsOn: ['fee'] },
  ])
  const pointId = (await s.db.insert(welcomePoint, { batchId, name: '绿色通道', campusId: s.campusId, stepCodes: ['key'], staff: [s.officer.userId, s.college.userId] })).id
  async function someone(): Promise<Newcomer> {
    const who = await s.newcomer({ name: `林${serial('green')}舟` })
    await s.db.query(sql`update student set class_id = ${s.ids.s2301} where id = ${who.id}`)
    await lookAgain(s.db)
    return who
  }
  async function bill({ id }: Newcomer, amount: number, item = 'tuition', dueDate = addDays(today(), 20)): Promise<string> {
    const [line = ''] = await handIn(s.db, [
      { sourceType: 'test', sourceId: id, sourceSeq: String(serial('line')), payer: { type: 'student', id, name: '林晓舟' }, item, amount, xn: '2024-2025', dueDate, explain: {} },
    ])
    return line
  }
  const pay = (line: string, amount: number, sourceId = `a${serial('paid')}`) =>
    offsetBills(s.db, [{ kind: 'aidOffset', sourceType: 'aid', sourceId, reason: '资助', bizDate: today(), amount, on: { lineIds: [line] } }])
  const asks = (lines: Array<[string, number]>, more: object = {}) => ({ reasons: ['hardship'], lines: lines.map(([lineId, defer]) => ({ lineId, defer })), ...more })
  const apply = (who: Newcomer, lines: Array<[string, number]>, more: object = {}) =>
    who.actor.post<{ id: string; instanceId: string }>('welcome/greenChannel/apply', asks(lines, more))
  async function approve(instanceId: string): Promise<void> {
    for (const by of [s.fdy, s.college, s.officer]) ok(await approveAs(by, instanceId))
    await s.server.settle()
  }
  async function granted(who: Newcomer, lines: Array<[string, number]>): Promise<string> {
    const { id, instanceId } = ok(await apply(who, lines))
    await approve(instanceId)
    return id
  }
  const rowOf = (id: string) => s.db.unscoped(greenChannel).one(id)
  const lineOf = (id: string) => s.db.unscoped(billLine).one(id)
  const onSite = (who: Newcomer, name: string, lines: Array<[string, number]>, by = s.officer, more: object = {}) =>
    by.post<{ deferred: number; until: string }>('welcome/greenChannel/approveOnSite', { pointId, name, last4: who.idNo.slice(-4), idChecked: true, ...asks(lines), ...more })
  return { s, batchId, pointId, someone, bill, pay, asks, apply, approve, granted, rowOf, lineOf, onSite }
}
export type GreenSchool = Awaited<ReturnType<typeof greenSchool>>
