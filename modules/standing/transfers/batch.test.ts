import { afterAll, beforeAll, describe } from 'vitest'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { day } from '../testing.ts'
import { type TransferSchool, transferSchool } from '../testing-transfers.ts'
import { majorTransferBatch } from './model/batch.ts'

let s: TransferSchool
beforeAll(async () => {
  s = await transferSchool()
})
afterAll(() => s.close())

describe('a batch of transfers', () => {
  expectRound({ of: majorTransferBatch, path: 'standing/majorTransferBatch' }, () => ({
    school: s,
    publisher: s.officer,
    draft: window => ({ ...window, ownerDepartmentId: s.ids.info, audience: { roles: ['student'] }, atEnd: 'stay', effectiveDate: day(20) }),
    prepare: id => s.officer.post('standing/majorTransferBatch/allot', { id, reason: '按计划', quotas: [{ holder: s.ids.gmArt, was: 0, issued: 1 }] }),
    take: id => s.apply(s.first.actor, id, [s.ids.gmArt]),
  }))
})
