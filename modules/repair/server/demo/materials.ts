import { MANUAL } from '#model/ledger.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import type { Random } from '#server/demo/random.ts'
import { MAIN, repairMaterial, repairStock, stockMove } from '../../model/material.ts'
import type { DemoWorker } from './workers.ts'

const PARTS = [
  '水龙头',
  '角阀',
  '软管',
  '水箱配件',
  '地漏',
  '花洒',
  '热水混合阀',
  'LED 灯管',
  '灯泡',
  '镇流器',
  '开关面板',
  '五孔插座',
  '空气开关',
  '电线',
  '插线板',
  '门锁芯',
  '门把手',
  '合页',
  '玻璃',
  '纱窗网',
  '窗帘轨道',
  '床板',
  '床梯螺栓',
  '椅子脚垫',
  '柜门铰链',
  '晾衣杆',
  '瓷砖',
  '腻子',
  '网线',
  '水晶头',
] as const
const SPECS = ['小号', '中号', '大号', '加强型', '4 分', '6 分', '10A', '16A', '白色', '银色'] as const
const BAG = 6

/** Three hundred materials; the store has most of them, every worker a bag with some. */
export async function makeMaterials(db: Db, random: Random, workers: readonly DemoWorker[]): Promise<void> {
  const materials = PARTS.flatMap((name, p) =>
    SPECS.map((spec, n) => ({
      id: uuidv7(),
      code: `CL${String(p * SPECS.length + n + 1).padStart(4, '0')}`,
      name,
      spec,
      unit: name === '电线' || name === '网线' ? '米' : '个',
      price: random.int(2, 90) * 100,
      minStock: 10,
      chargeable: n % 5 !== 0,
    })),
  )
  await db.insertMany(repairMaterial, materials, { history: false })
  const main = materials.map((m, n) => ({ id: uuidv7(), materialId: m.id, store: MAIN, qty: n % 23 ? random.int(12, 240) : random.int(0, 8) }))
  const bags = workers.flatMap((w, n) =>
    Array.from({ length: BAG }, (_, k) => ({ id: uuidv7(), materialId: materials[(n * 17 + k * 41) % materials.length]?.id ?? '', store: w.id, qty: random.int(2, 9) })),
  )
  const stocks = [...main, ...bags].filter(s => s.qty)
  await db.insertMany(repairStock, stocks, { history: false })
  const moves = stocks.map((s, n) => ({
    accountId: s.id,
    kind: s.store === MAIN ? ('in' as const) : ('issue' as const),
    amount: s.qty,
    sourceType: MANUAL,
    sourceId: `demo-${n}`,
    sourceSeq: 1,
    reason: s.store === MAIN ? '入库' : '领用',
  }))
  await db.insertMany(stockMove, moves, { history: false })
}
