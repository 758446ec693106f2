import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outsideText } from '#modules/message/server/texts.ts'
import { fundAccount } from '#modules/money/payout/model/fund-account.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { readWorkbook } from '#testing/read-workbook.ts'
import type { Actor } from '#testing/school.ts'
import { ADJUSTMENT_MESSAGES } from '../adjustments/model/messages.ts'
import { ruleOf } from '../testing.ts'
import { DEFAULT_ITEMS } from './model/default-model.ts'
import { indexModel } from './model/index-model.ts'
import { RECOGNITION_MESSAGES } from './model/messages.ts'
import { type RecognitionSchool, recognitionSchool } from './testing.ts'

let s: RecognitionSchool
beforeAll(async () => {
  s = await recognitionSchool()
})
afterAll(() => s.close())

describe('the decision on a batch', () => {
  it('40-D8 a simulation compares with what is left of a fund', async () => {
    const { id: fundId } = await s.db.insert(fundAccount, { code: 'KN', name: '国家助学金', sourceKind: 'central', year: 2026 })
    await s.db.query(sql`update fund_account set budget = 500000, reserved = 100000, spent = 150000 where tenant_id = ${s.tenantId} and id = ${fundId}`)
    const batchId = await s.batch({ levelAmounts: { general: 300_000 }, budget: 1, fundId })
    await s.applied(batchId, '钱经费')
    const { data } = await s.officer.post<Record<string, unknown>>('hardship/aidBatch/simulateThresholds', { id: batchId })
    expect(data).toMatchObject({ cost: 300_000, budget: 250_000, fund: '国家助学金' })
  })
  it('40-D8 a simulation stores nothing and says who would move', async () => {
    const batchId = await s.batch({ levelAmounts: { general: 300_000, hard: 400_000 }, budget: 1_000_000 })
    const { id } = await s.applied(batchId, '蒋试算')
    const before = await s.row(id)
    const lines = [
      { level: 'special', from: 80 },
      { level: 'hard', from: 40 },
      { level: 'general', from: 20 },
    ]
    const { data } = await s.officer.post<Record<string, unknown>>('hardship/aidBatch/simulateThresholds', { id: batchId, thresholds: lines })
    expect(data).toMatchObject({
      applied: 1,
      waiting: 1,
      recognised: 1,
      cost: 400_000,
      budget: 1_000_000,
      movedCount: 1,
      moved: [{ name: '蒋试算', before: 'general', after: 'hard' }],
    })
    expect(await s.row(id)).toEqual(before)
    expect(
      ruleOf(await s.officer.post('hardship/aidBatch/simulateThresholds', { id: batchId, thresholds: [...lines].reverse().map((l, n) => ({ ...l, from: n * 10 + 50 })) })),
    ).toBeUndefined()
    expect(
      ruleOf(
        await s.officer.post('hardship/aidBatch/simulateThresholds', {
          id: batchId,
          thresholds: [
            { level: 'special', from: 10 },
            { level: 'hard', from: 40 },
          ],
        }),
      ),
    ).toBe('thresholds')
  })
  it('40-D8 of two who confirm at once the second is told who and when, and of one who moves a line, too', async () => {
    const batchId = await s.batch()
    const { id } = await s.applied(batchId, '沈确认')
    expect(ruleOf(await s.confirm(s.officer, batchId))).toBe('stillOpen')
    await s.closeBatch(batchId)
    expect(ruleOf(await s.confirm(s.officer, batchId))).toBe('waiting')
    await s.approve([id])
    await s.reviewed([id])
    const other = await s.as({ roles: ['officer'], nickName: '副处长' })
    const lines = [
      { level: 'special', from: 90 },
      { level: 'hard', from: 60 },
      { level: 'general', from: 30 },
    ]
    const answers = await Promise.all([s.confirm(s.officer, batchId), s.confirm(other, batchId, { thresholds: lines })])
    expect(answers.map(a => a.code).sort()).toEqual([200, 422])
    const late = answers.find(a => a.code === 422)
    const first = answers[0]?.code === 200 ? '资助中心' : '副处长'
    expect(late?.errors[0]).toMatchObject({ rule: expect.stringMatching(/confirmed$/), values: { by: first, at: expect.stringMatching(/^\d{4}-/) } })
    expect(ruleOf(await s.fdy.post('hardship/aidRecognition/propose', { id, level: 'hard', reason: '晚了' }))).toBe('confirmed')
  })
  it('40-D9 a notice shows name, class and level at most, and levels hold when it is over', async () => {
    const told = captureNotifications(s.server)
    expect(ruleOf(await s.officer.post('hardship/aidBatch/add', { ...(await draftBatch()), noticeColumns: ['name', 'studentNo'] }))).toBe('columns')
    const batchId = await s.batch()
    const [one, below] = [await s.applied(batchId, '韩公示'), await s.applied(batchId, '杨未达', { annualIncome: 90_000_000 })]
    await s.approve([one.id, below.id])
    await s.closeBatch(batchId)
    await s.reviewed([one.id, below.id])
    expect((await s.confirm(s.officer, batchId)).data).toMatchObject({ recognised: 1, below: 1 })
    expect(await s.row(one.id)).toMatchObject({ state: 'publicised', level: 'general' })
    expect(await s.row(below.id)).toMatchObject({ state: 'rejected', isBelow: true, level: null })
    const shown = await s.db.query<{ shown: object; columns: string[] }>(
      sql`select l.shown, n.columns from public_notice_line l join public_notice n on n.id = l.notice_id where n.round_id = ${batchId}`,
    )
    expect(shown).toEqual([{ shown: { name: '韩公示', className: '软件2301', level: '一般困难' }, columns: ['name', 'className', 'level'] }])
    expect(await s.spansOf(one.studentId)).toEqual([])
    await s.endNotice(batchId)
    expect(await s.row(one.id)).toMatchObject({ state: 'effective' })
    expect(await told('hardship.recognised')).toHaveLength(1)
    expect(await told('hardship.notRecognised')).toHaveLength(1)
  })
  const draftBatch = async () => ({
    ...{ name: '列', xn: '2099-2100', beginTime: '2099-09-01T00:00:00Z', endTime: '2099-10-01T00:00:00Z', audience: { all: true }, atEnd: 'stay', modelId: s.modelId },
    ...{ levels: ['special', 'hard', 'general'], checkShare: 5, noticeShows: 'names', isBlind: true },
  })
  it('40-D9 the count alone is published: results hold at once and each reads the own one', async () => {
    const batchId = await s.batch({ noticeShows: 'count' })
    const one = await s.applied(batchId, '朱人数')
    await s.approve([one.id])
    await s.closeBatch(batchId)
    await s.reviewed([one.id])
    expect((await s.confirm(s.officer, batchId)).data).toEqual({ recognised: 1, below: 0, endAt: null })
    expect(await s.row(one.id)).toMatchObject({ state: 'effective', level: 'general' })
  })
  it('40-D1 a model is frozen with its batch; a later edition scores anew and both results are shown, equal input equally', async () => {
    const batchId = await s.batch()
    const { id } = await s.applied(batchId, '秦重算')
    expect(ruleOf(await s.officer.post('hardship/indexModel/update', { id: s.modelId, version: 2, indexWeight: 60, reviewWeight: 40 }))).toBe('frozen')
    const revised = await s.officer.post<{ id: string }>('hardship/indexModel/revise', { id: s.modelId })
    const again = async (modelId?: string) => {
      expect((await s.officer.post('hardship/aidBatch/rescore', { id: batchId, modelId })).code).toBe(200)
      await s.server.settle()
      return s.row(id)
    }
    const [first, second] = [await again(), await again()]
    expect([second.indexScore, second.scoreDetail, second.finalScore, second.suggestedLevel]).toEqual([first.indexScore, first.scoreDetail, first.finalScore, first.suggestedLevel])
    const items = await s.db.unscoped(indexModel).one(revised.data.id)
    const moved = (items.items ?? []).map(i => (i.key === 'income' ? { ...i, weight: 20 } : i.key === 'group' ? { ...i, weight: 35 } : i))
    expect((await s.officer.post('hardship/indexModel/update', { id: revised.data.id, version: items.version, items: moved })).code).toBe(200)
    const third = await again(revised.data.id)
    expect(third).toMatchObject({ indexScore: 29.2, earlier: { model: '认定指标 V1', indexScore: 44.2 } })
    const { data } = await s.officer.get<Record<string, unknown>>('hardship/aidBatch/compareScores', { id: batchId })
    expect(data).toMatchObject({ total: 1, changed: 1, levelChanged: 1, rows: [{ indexBefore: 44.2, indexAfter: 29.2, levelBefore: 'general', levelAfter: null }] })
  })
  it('40-D1 weights sum to 100, score lines fall with the levels, options fit their source', async () => {
    const model = (more: object) =>
      s.officer.post('hardship/indexModel/add', { name: '新指标', indexWeight: 70, reviewWeight: 30, items: [], thresholds: [{ level: 'hard', from: 10 }], floors: [], ...more })
    const [first, ...rest] = DEFAULT_ITEMS
    expect(ruleOf(await model({ items: rest }))).toBe('weights')
    expect(ruleOf(await model({ items: DEFAULT_ITEMS, reviewWeight: 20 }))).toBe('shares')
    expect(ruleOf(await model({ items: [{ ...first, options: first?.options.map(o => ({ ...o, upTo: null })) }, ...rest] }))).toBe('source')
    expect(
      ruleOf(
        await model({
          items: DEFAULT_ITEMS,
          thresholds: [
            { level: 'hard', from: 10 },
            { level: 'special', from: 5 },
          ],
        }),
      ),
    ).toBe('order')
    const tried = await s.officer.get<{ indexScore: number; finalScore: number }>('hardship/indexModel/tryOut', {
      id: s.modelId,
      incomePerHead: 500_000,
      studyingCount: 3,
      review: 10,
    })
    // 35 + 10, and nothing else: 45; with the best review 0.7 × 45 + 0.3 × 100
    expect(tried.data).toMatchObject({ indexScore: 45, finalScore: 61.5 })
  })
})
describe('40 the level decided on is personal', () => {
  it('masked in lists and exports, revealed with a permission, whole for its student', async () => {
    const batchId = await s.batch({ noticeShows: 'count' })
    const one = await s.applied(batchId, '许等级')
    await s.approve([one.id])
    await s.closeBatch(batchId)
    await s.reviewed([one.id])
    expect((await s.confirm(s.officer, batchId)).data).toMatchObject({ recognised: 1 })
    const path = 'hardship/aidRecognition'
    const listed = async (by: Actor) => (await by.get<{ result: Array<{ level: string }> }>(`${path}/list`, { batchId })).data.result.map(r => r.level)
    expect([await listed(s.officer), await listed(s.college), await listed(s.fdy)]).toEqual([['******'], ['******'], ['******']])
    expect((await s.college.get(`${path}/list`, { batchId, level: 'general' })).errors[0]?.rule).toBe('list.sensitiveFilter')
    const reveal = (by: Actor) => by.post<{ level: string }>(`${path}/reveal`, { id: one.id, fields: ['level'], reason: '核对认定结果' })
    expect([(await reveal(s.college)).code, (await reveal(s.officer)).data.level]).toEqual([403, 'general'])
    const sheet = join(s.server.core.dataDir, 'levels.xlsx')
    await writeFile(sheet, (await s.college.post(`${path}/export`, { fileName: '认定', params: { batchId }, header: { level: '等级' } })).raw)
    expect((await readWorkbook(sheet)).slice(0, 2)).toEqual([['等级'], ['******']])
    expect((await one.self.get<Array<{ level: string }>>(`${path}/mine`, { id: one.id })).data[0]?.level).toBe('general')
  })
  it('compared in conditions by who may reveal it; that somebody is recognised, by who reads the pool', async () => {
    const names = async (by: Actor) => (await by.get<Array<{ name: string }>>('workflow/condition/facts')).data.map(f => f.name).filter(name => name.startsWith('hardship.'))
    expect([await names(s.officer), await names(s.college)]).toEqual([['hardship.level', 'hardship.isRecognised'], ['hardship.isRecognised']])
  })
  it('10-N5 told in the product, not outside it', () => {
    const values = { batch: '2026 认定', name: '许等级', level: '特别困难', to: '2027-08-31', from: '特别困难', until: '2027-03-01', reason: '父亲重病' }
    for (const event of [...Object.values(RECOGNITION_MESSAGES), ...Object.values(ADJUSTMENT_MESSAGES)]) {
      const { title, content } = outsideText(event, event, values, '')
      expect(title + content).not.toMatch(/特别困难|重病/)
    }
  })
})
