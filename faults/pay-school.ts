import { randomUUID } from 'node:crypto'
import { handIn } from '#modules/fee/bills/server/api.ts'
import { merchantOf } from '#modules/fee/merchants/server/api.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import type { Db } from '#server/context.ts'
import { FINANCE, fillPrices } from '../bench/bills.ts'
import { withClient } from '../bench/database.ts'
import type { Session } from '../bench/product.ts'
import { inSchool } from '../bench/school.ts'
import { ask } from './client.ts'
import type { Stage } from './stage.ts'

export const MERCHANT = 'FAULT01'
const FEE_YEAR = '2026-2027'
export interface Payer {
  name: string
  lineId: string
}
export interface PaySchool {
  finance: Session
  merchantId: string
  /** Of the simulated provider: signs its notices. */
  privateKey: string
  payers: Payer[]
}
/** In this process, on the experiment's database. */
export const inStage = <T>(stage: Stage, run: (db: Db) => Promise<T>): Promise<T> => inSchool({ school: stage.url, folder: stage.dataDir }, run)

/** The simulated provider, and students who each owe something. */
export async function paySchool(stage: Stage, port: number, payers: number, amount: number): Promise<PaySchool> {
  const { itemIds } = await withClient(stage.url, fillPrices)
  const [finance] = await stage.people([FINANCE], port)
  if (!finance) throw new Error('nobody of the finance office')
  const draft = { provider: 'sandbox', name: '模拟支付', merchantNo: MERCHANT, scenes: ['h5'], isEnabled: true, mode: 'test' }
  const { id: merchantId } = (await ask(finance, 'fee/merchantAccount/add', draft)).data as { id: string }
  const people = await stage.rows<{ name: string; studentId: string; payer: string }>(
    `select u.user_name as name, u.student_id as "studentId", s.name as payer from sys_user u join student s on s.tenant_id = u.tenant_id and s.id = u.student_id
    where u.user_name like 'bench-s%' order by u.user_name limit $1`,
    [payers],
  )
  return inStage(stage, async db => {
    const item = await db.unscoped(chargeItem).one(itemIds[0] ?? '') // the experiment's own school
    const lines = people.map(({ studentId, payer }) => ({
      ...{ sourceType: 'fault', sourceId: randomUUID(), sourceSeq: '1', payer: { type: 'student' as const, id: studentId, name: payer } },
      ...{ item: item.code, amount, xn: FEE_YEAR, dueDate: '2026-12-31', explain: {} },
    }))
    const ids = await handIn(db, lines)
    return { finance, merchantId, privateKey: (await merchantOf(db, merchantId)).privateKey, payers: people.map(({ name }, n) => ({ name, lineId: ids[n] ?? '' })) }
  })
}
