import { afterAll, beforeAll } from 'vitest'
import { type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import { expectLedger } from '#testing/ledger.ts'
import { repairMaterial, repairStock, stockLedger } from './model/material.ts'

let s: SmallSchool
let materials = 0
beforeAll(async () => {
  s = await smallSchool()
})
afterAll(() => s.close())

// 40-M1, 40-M2, 40-M3: the standard tests of a ledger
expectLedger(stockLedger, {
  school: () => s,
  newAccount: async () => {
    const material = await s.db.insert(repairMaterial, { code: `T${++materials}`, name: '水龙头', unit: '个', price: 500 })
    return (await s.db.insert(repairStock, { materialId: material.id })).id
  },
})
