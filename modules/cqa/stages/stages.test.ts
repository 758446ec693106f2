import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { wordsOfPdf } from '#server/print/fixture.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { cqaScore, cqaSheet } from '../sheets/model/sheet.ts'
import { type CqaSchool, cqaSchool, inHours, ruleOf, startAfresh, TREE } from '../testing.ts'
import type { fdyGrid, fdyPlaces, groupGrid } from './model/actions.ts'
import { cqaGroup } from './model/group.ts'
import { openStages, remindStages } from './server/jobs.ts'

let s: CqaSchool
beforeAll(async () => {
  s = await cqaSchool()
})
afterAll(() => s.close())
afterEach(() => startAfresh(s))
/** A class with a group of five and one more, in a scheme at a stage. */
async function cast(stage: 'self' | 'group' | 'fdy' | 'college') {
  const ids: string[] = []
  for (let n = 0; n < 6; n++) ids.push(await s.student(`学生${n}`))
  const { id, index } = await s.scheme(
    {},
    {
      ...TREE,
      combine: 'sum',
      below: [
        {
          code: 'D',
          kind: 'group',
          combine: 'sum',
          maxScore: 100,
          below: [
            { code: 'D2', kind: 'scored', scorer: 'group', needsProof: true, minScore: 0, maxScore: 10 },
            { code: 'D3', kind: 'scored', scorer: 'fdy', minScore: 0, maxScore: 5 },
          ],
        },
      ],
    },
  )
  const members = ids.slice(0, 5)
  const group = await s.fdy.post<{ id: string }>('cqa/cqaGroup/add', { schemeId: id, classId: s.ids.s2301, leaderId: members[0], memberIds: members })
  if (group.code !== 200) throw new Error(group.msg)
  await s.at(id, stage)
  const sheets = await Promise.all(ids.map(student => s.sheet(id, student)))
  const d2 = index.get('D2') ?? ''
  const scoreBy = (by: Actor, n: number, score: number, version: number | null = null, more: object = {}) =>
    by.post<{ version: number }>('cqa/cqaScore/groupScore', { sheetId: sheets[n]?.id, indexId: d2, score, version, ...more })
  const sheetOf = (n: number) => s.sheet(id, ids[n] ?? '')
  return { id, ids, sheets, d2, d3: index.get('D3') ?? '', scoreBy, sheetOf, self: (n: number) => s.self(ids[n] ?? '') }
}
describe('50-CQ7 a self score', () => {
  it('stays within its maximum, has two decimals, counts 0 without the proof it needs and says so, and is given in its window only', async () => {
    const c = await cast('self')
    const self = await c.self(5)
    const score = (given: object) => self.post<{ version: number; note: string | null }>('cqa/cqaScore/selfScore', { schemeId: c.id, indexId: c.d2, version: null, ...given })
    expect(ruleOf(await score({ score: 10.01 }))).toBe('range')
    expect((await score({ score: 1.234 })).code).toBe(400)
    expect(ruleOf(await score({ score: 3, indexId: c.d3 }))).toBe('notScored')
    const bare = await score({ score: 8 })
    expect(bare.data.note).toContain('0 分')
    expect((await self.get<Array<{ total: number }>>('cqa/cqaSheet/mine')).data[0]?.total).toBe(0)
    await s.db.updateWhere(cqaScore, { sheetId: c.sheets[5]?.id ?? '' }, { proofs: ['00000000-0000-7000-8000-000000000001'] }, { history: false })
    expect((await self.get<Array<{ total: number }>>('cqa/cqaSheet/mine')).data[0]?.total).toBe(8)
    expect((await self.post('cqa/cqaSheet/submitSelf', { schemeId: c.id })).code).toBe(200)
    expect((await c.sheetOf(5)).state).toBe('selfDone')
    expect(ruleOf(await score({ score: 9, version: 2 }))).toBe('state')
    await s.at(c.id, 'group')
    const refused = await (await c.self(4)).post('cqa/cqaScore/selfScore', { schemeId: c.id, indexId: c.d2, score: 1, version: null })
    expect([ruleOf(refused), refused.msg]).toEqual(['window', expect.stringContaining('学生自评的时间是')])
  })
})
describe('50-CQ8 the group of a class', () => {
  it('has an odd number of students of the class, 5 to 11, led by one of them', async () => {
    const c = await cast('group')
    const [group] = (await s.fdy.get<{ result: Array<{ id: string; version: number }> }>('cqa/cqaGroup/list', { 'filters.schemeId': c.id })).data.result
    const change = async (given: object) => ruleOf(await s.fdy.post('cqa/cqaGroup/update', { id: group?.id, version: group?.version, ...given }))
    expect(await change({ memberIds: c.ids })).toBe('even')
    expect(await change({ leaderId: c.ids[5] })).toBe('leader')
    expect(await change({ memberIds: [...c.ids.slice(0, 4), await s.student('外班', s.ids.n2301)] })).toBe('strangers')
    expect((await s.college.post('cqa/cqaGroup/update', { id: group?.id, version: group?.version })).code).toBe(403)
  })
  it('scores everybody but oneself and the leader, inside the window only; strangers see nothing', async () => {
    const c = await cast('group')
    const [leader, member, stranger] = [await c.self(0), await c.self(1), await c.self(5)]
    expect((await c.scoreBy(member, 5, 7)).code).toBe(200)
    expect(ruleOf(await c.scoreBy(member, 1, 7))).toBe('self')
    expect(ruleOf(await c.scoreBy(member, 0, 7))).toBe('leader')
    expect(ruleOf(await c.scoreBy(stranger, 2, 7))).toBe('notMember')
    const { data } = await member.get<OutputOf<typeof groupGrid>>('cqa/cqaGroup/mine')
    expect(data.rows.map(r => r?.mayScore)).toEqual([false, false, true, true, true, true])
    expect((await stranger.get<OutputOf<typeof groupGrid>>('cqa/cqaGroup/mine')).data.rows).toEqual([])
    expect(ruleOf(await member.post('cqa/cqaSheet/submitGroup', { schemeId: c.id }))).toBe('notLeader')
    expect((await leader.post<{ count: number }>('cqa/cqaSheet/submitGroup', { schemeId: c.id })).data.count).toBe(6)
    expect(await c.sheetOf(5)).toMatchObject({ state: 'groupDone', isSelfMissed: true, total: 7 })
    expect(ruleOf(await c.scoreBy(member, 5, 8, 1))).toBe('state')
    await s.at(c.id, 'fdy')
    expect(ruleOf(await c.scoreBy(member, 5, 8, 1))).toBe('window')
    for (const over of ['self', 'fdy', 'college'] as const) {
      await s.at(c.id, over)
      expect((await member.get<OutputOf<typeof groupGrid>>('cqa/cqaGroup/mine')).data).toMatchObject({ schemeId: c.id, rows: [] })
    }
  })
  it('of two members who save one cell at once the second gets a conflict with both values', async () => {
    const c = await cast('group')
    const [one, two] = [await c.self(1), await c.self(2)]
    const answers = await Promise.all([c.scoreBy(one, 5, 6), c.scoreBy(two, 5, 9)])
    expect(answers.map(a => a.code).sort()).toEqual([200, 409])
    const lost = answers.find(a => a.code === 409)
    expect([lost?.msg.includes('6'), lost?.msg.includes('9')]).toEqual([true, true])
    expect((await c.scoreBy(one, 5, 5, 1)).code).toBe(200)
  })
})
describe('50-CQ9 the counsellor', () => {
  it('gives a reason for a larger change, which the student reads; passes classes on, and back one stage', async () => {
    const c = await cast('group')
    const [leader, member, self] = [await c.self(0), await c.self(1), await c.self(5)]
    await c.scoreBy(member, 5, 6)
    await leader.post('cqa/cqaSheet/submitGroup', { schemeId: c.id })
    const [sheet] = c.sheets.slice(5)
    const review = (score: number, more: object = {}) =>
      s.fdy.post<{ version: number }>('cqa/cqaScore/review', { sheetId: sheet?.id, indexId: c.d2, score, version: null, ...more })
    expect(ruleOf(await review(8))).toBe('window')
    await s.at(c.id, 'fdy')
    expect((await s.fdy.post('cqa/cqaScore/review', { sheetId: c.sheets[0]?.id, indexId: c.d2, score: 8, version: null })).code).toBe(200) // the leader's (50-CQ8)
    const refused = await review(7.01)
    expect([ruleOf(refused), refused.msg]).toEqual(['reason', expect.stringContaining('由 6 改为 7.01')])
    expect((await review(7)).code).toBe(200)
    expect((await review(9, { version: 1, reason: '补充了证明' })).code).toBe(200)
    await s.server.settle()
    const messages = await s.db.query(
      sql`select id from message where tenant_id = ${s.tenantId} and recipient_id = ${self.userId} and content like '%由 6 改为 9，原因：补充了证明%'`,
    )
    expect(messages).toHaveLength(1)
    const told = await self.get<Array<{ nodes: Array<{ code: string; reason: string | null; score: number }> }>>('cqa/cqaSheet/mine')
    expect(told.data[0]?.nodes.find(n => n.code === 'D2')).toMatchObject({ score: 9, reason: '补充了证明' })
    expect((await s.fdy.post('cqa/cqaScore/review', { sheetId: sheet?.id, indexId: c.d3, score: 5, version: null })).code).toBe(200)
    expect((await s.fdy.post('cqa/cqaSheet/returnGroup', { sheetId: sheet?.id, reason: '漏了一项' })).code).toBe(200)
    expect(await c.sheetOf(5)).toMatchObject({ state: 'selfDone', returnedReason: '漏了一项' })
    expect((await member.get<OutputOf<typeof groupGrid>>('cqa/cqaGroup/mine')).data.rows.map(r => r?.sheetId)).toEqual([sheet?.id])
    expect((await c.scoreBy(member, 5, 6.5, 1)).code).toBe(200)
    expect((await leader.post<{ count: number }>('cqa/cqaSheet/submitGroup', { schemeId: c.id })).data.count).toBe(1)
    const grid = await s.fdy.get<OutputOf<typeof fdyGrid>>('cqa/cqaGroup/reviewGrid', { schemeId: c.id, classId: s.ids.s2301 })
    expect((await s.fdy.get('cqa/cqaGroup/reviewGrid', { schemeId: c.id, classId: s.ids.n2301 })).code).toBe(404)
    const ids = grid.data.rows.flatMap(r => (r?.mayScore ? [r.sheetId] : []))
    expect((await s.fdy.post<{ count: number }>('cqa/cqaSheet/passFdy', { ids })).data.count).toBe(6)
    expect(await c.sheetOf(5)).toMatchObject({ state: 'fdyDone', total: 14 })
    await s.at(c.id, 'college')
    expect((await s.college.post('cqa/cqaSheet/returnFdy', { sheetId: sheet?.id, reason: '再核对' })).code).toBe(200)
    expect((await c.sheetOf(5)).state).toBe('groupDone')
    const refusal = await s.college.post('cqa/cqaSheet/passCollege', { ids })
    expect(ruleOf(refusal)).toBe('state')
    expect((await s.college.post<{ count: number }>('cqa/cqaSheet/passCollege', { ids: ids.filter(id => id !== sheet?.id) })).data.count).toBe(5)
    expect((await s.fdy.post('cqa/cqaSheet/passCollege', { ids })).code).toBe(403)
  })
})
describe('50 §3 the review', () => {
  it('offers scores and passing in its own stage only', async () => {
    const c = await cast('group')
    const offered = async () =>
      (await s.fdy.get<OutputOf<typeof fdyGrid>>('cqa/cqaGroup/reviewGrid', { schemeId: c.id, classId: s.ids.s2301 })).data.rows.filter(r => r?.mayScore).length
    expect(await offered()).toBe(0)
    await s.at(c.id, 'fdy')
    expect(await offered()).toBe(6)
    await s.at(c.id, 'college')
    expect(await offered()).toBe(0)
  })
  it('offers schemes with the classes of whoever asks, and how many sheets of each wait for them', async () => {
    const c = await cast('fdy')
    const at = async (by: typeof s.fdy, path: 'review' | 'confirm') =>
      (await by.get<Array<OutputOf<typeof fdyPlaces>>>(`cqa/cqaGroup/${path}Places`)).data
        .filter(p => p.id === c.id)
        .map(p => [p.running, p.classes.map(o => [o?.id, o?.students, o?.waiting])])
    expect(await at(s.fdy, 'review')).toEqual([['fdy', [[s.ids.s2301, c.sheets.length, 0]]]])
    await s.db.updateWhere(cqaSheet, { schemeId: c.id }, { state: 'groupDone' })
    expect(await at(s.fdy, 'review')).toEqual([['fdy', [[s.ids.s2301, c.sheets.length, c.sheets.length]]]])
    expect(await at(s.college, 'confirm')).toEqual([['fdy', [[s.ids.s2301, c.sheets.length, 0]]]])
    expect((await s.fdy.get('cqa/cqaGroup/confirmPlaces')).code).toBe(403)
    const elsewhere = await s.as({ roles: ['college'], departmentId: s.ids.art, nickName: '别的学院' })
    expect(await at(elsewhere, 'confirm')).toEqual([])
  })
})
describe('50 §3 the messages of the stages', () => {
  const DAYS = DAY_MS
  it('say two days before an end who has not submitted, to them and to their counsellor, once; again where the end is moved', async () => {
    const c = await cast('self')
    const told = captureNotifications(s.server)
    const [one, two] = [await c.self(4), await c.self(5)]
    expect((await one.post('cqa/cqaSheet/submitSelf', { schemeId: c.id })).code).toBe(200)
    await remindStages(s.db, Date.now() - 3 * DAYS)
    expect(await told('cqa.ending')).toEqual([])
    for (let n = 0; n < 2; n++) await remindStages(s.db)
    expect([(await told('cqa.ending', two.userId)).length, (await told('cqa.ending', one.userId)).filter(h => h.link?.startsWith('/cqa/mine'))]).toEqual([1, []])
    const lacking = (await told('cqa.lacking', s.fdy.userId)).map(h => [h.values?.stage, h.values?.count])
    expect(lacking).toEqual([[{ text: '学生自评' }, 5]])
    const ends = { selfUntil: inHours(11), groupUntil: inHours(20), fdyUntil: inHours(30), endTime: inHours(40) }
    expect((await s.officer.post('cqa/cqaScheme/extendStages', { id: c.id, ...ends, reason: '系统维护' })).msg).toBe('成功')
    await remindStages(s.db)
    expect((await told('cqa.ending', two.userId)).filter(h => h.link?.startsWith('/cqa/mine'))).toHaveLength(2)
  })
  it('say when a stage begins, to the group, the counsellor and the college in turn', async () => {
    const c = await cast('self')
    const told = captureNotifications(s.server)
    const [member, stranger] = [await c.self(1), await c.self(5)]
    await openStages(s.db)
    expect(await told('cqa.opened')).toEqual([])
    for (const [stage, who] of [
      ['group', member],
      ['fdy', s.fdy],
      ['college', s.college],
    ] as const) {
      await s.at(c.id, stage)
      for (let n = 0; n < 2; n++) await openStages(s.db)
      expect(await told('cqa.opened', who.userId)).toHaveLength(1)
    }
    expect(await told('cqa.opened', stranger.userId)).toEqual([])
  })
})
describe('50 §3 the result book', () => {
  it('prints the final results of a class, with who lacks grades and who did not take part, for whoever sees the class', async () => {
    const c = await cast('college')
    const state = (n: number, patch: object) => s.db.updateWhere(cqaSheet, { id: c.sheets[n]?.id ?? '' }, patch)
    const group = (await s.db.unscoped(cqaGroup).find({ schemeId: c.id }))?.id ?? ''
    const print = (by: Actor) => by.post('sheet/print/issue', { code: 'cqaClassBook', ids: [group] })
    expect(wordsOfPdf((await print(s.fdy)).raw)).toContain('还没有已定的结果')
    await state(0, { state: 'final', total: 87.655, classRank: 1, classSize: 2 })
    await state(1, { state: 'final', total: 71, pendingReason: '高数' })
    await state(2, { state: 'excluded', excludedReason: 'exchange' })
    const words = wordsOfPdf((await print(s.officer)).raw)
    for (const word of ['班级综合测评结果册', '软件2301', '学生0', '87.66', '1 / 2', '指标D', '学生1', '待补成绩', '学生2', '在外交流']) expect(words).toContain(word)
    for (const word of ['学生3', '71.00']) expect(words).not.toContain(word)
    expect((await print(await s.as({ roles: ['college'], departmentId: s.ids.art }))).code).toBe(404)
    expect((await print(await s.as({ roles: ['fdy'], teacherId: s.ids.he, departmentId: s.ids.info }))).code).toBe(404)
    for (const by of [await c.self(0), await s.as({ roles: ['bzr'], departmentId: s.ids.info })]) expect((await print(by)).code).toBe(403)
  })
})
