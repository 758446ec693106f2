import { afterAll, beforeAll, expect, it } from 'vitest'
import { pagesOfPdf, wordsOfPdf } from '#server/print/fixture.ts'
import type { Actor } from '#testing/school.ts'
import { unzipped } from '#testing/workbook.ts'
import { type AwardSchool, awardSchool, rulesOf } from './testing.ts'

let s: AwardSchool
beforeAll(async () => {
  s = await awardSchool()
})
afterAll(() => s.close())
const formsOf = async (who: Actor, id: string) => (await who.get<Array<{ itemId: string; ids: string[] }>>('award/awardBatch/forms', { id })).data
const pack = (who: Actor, ids: readonly string[]) => who.post('sheet/print/issue', { code: 'awardForm', ids, packed: true })

it('forms of who was nominated are packed, one per student on a sheet; what does not fit is told before printing with student and box', async () => {
  const [short, long, waiting] = [await s.pupil({ name: '何晓' }), await s.pupil({ name: '孙倩' }), await s.pupil({ name: '吴越' })]
  const itemId = await s.item([])
  const batchId = await s.batch([itemId])
  const ids = [await s.approved(short, batchId, itemId), await s.approved(long, batchId, itemId, { statement: '第一行\n'.repeat(30) })]
  await s.approved(waiting, batchId, itemId)
  for (const id of ids) expect((await s.nominate(s.college, id)).msg).toBe('成功')
  const [forms] = await formsOf(s.officer, batchId)
  expect(forms).toMatchObject({ itemId, ids: expect.arrayContaining(ids) })
  expect(forms?.ids).toHaveLength(2)
  expect(await formsOf(s.art, batchId)).toEqual([])
  expect((await short.actor.get('award/awardBatch/forms', { id: batchId })).code).toBe(403)
  const refused = await pack(s.college, ids)
  expect([rulesOf(refused), refused.msg.includes('孙倩的“申请理由”有'), refused.msg.includes('何晓')]).toEqual([['overflow'], true, false])
  const made = await pack(s.college, ids.slice(0, 1))
  const [name, form] = [...(await unzipped(made.raw))][0] ?? []
  expect([name?.endsWith(' 何晓.pdf'), form && pagesOfPdf(form) <= 2, form && wordsOfPdf(form).includes('学习认真，成绩优良')]).toEqual([true, true, true])
})
