import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#model/days.ts'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { closed, type GraduationSchool, graduationSchool, ok, rulesOf } from '../testing.ts'
import { graduationBatch } from './model/batch.ts'

let s: GraduationSchool
beforeAll(async () => {
  s = await graduationSchool()
})
afterAll(() => s.close())

describe('a batch of graduation', () => {
  expectRound({ of: graduationBatch, path: 'graduation/graduationBatch' }, () => ({
    school: s,
    publisher: s.officer,
    // nobody graduates in two batches at once
    draft: async window => s.draft([await s.pupil()], { ...window }),
  }))
})
const post = (path: string, body: object, by = s.officer) => by.post(`graduation/${path}`, body)
const cancel = (id: string) => post('graduationBatch/cancel', { id, reason: '证书日期有误' })
it('30-GR1 who was in a batch that was cancelled is in the next one', async () => {
  const pupil = await s.pupil()
  ok(await cancel(await s.published([pupil])))
  expect(await s.audit(await s.published([pupil]), pupil)).toMatchObject({ state: 'open' })
})
it('30-GR7 nobody graduates by a batch that was cancelled, and none is cancelled by which somebody does', async () => {
  const pupil = await s.pupil()
  await s.passes(pupil, true)
  const [dropped, held] = [await s.published([pupil]), await s.published([await s.pupil()])]
  ok(await post('graduationAudit/decide', { batchId: dropped }, s.college))
  ok(await cancel(dropped))
  expect(rulesOf(await post('graduationAudit/approve', { batchId: dropped }))).toEqual(['stage'])
  expect(rulesOf(await post('graduationBatch/closeStudies', { id: dropped }))).toEqual(['running'])
  await s.confirmed(held)
  ok(await post('graduationBatch/closeStudies', { id: held }))
  expect(rulesOf(await cancel(held))).toEqual(['stage'])
  await closed(s, held)
})
it('30-GR2 a student sees the own batch, however many the school has made since', async () => {
  const pupil = await s.pupil()
  const batchId = await s.published([pupil])
  const { endTime, certDate, audience } = await s.db.unscoped(graduationBatch).one(batchId)
  for (let n = 0; n < 9; n++)
    await s.db.insert(graduationBatch, {
      processType: 'graduation',
      name: `另一批${n}`,
      state: 'published',
      beginTime: endTime,
      endTime: new Date(Date.parse(endTime) + HOUR_MS).toISOString(),
      certDate,
      audience,
    })
  const mine = await pupil.actor.get<Array<{ batchId: string }>>('graduation/graduationAudit/mine')
  expect(mine.data.map(m => m.batchId)).toEqual([batchId])
})
