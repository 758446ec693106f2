import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inHours, type SiteSchool, siteSchool } from '#modules/site/testing.ts'
import { ok } from '#testing/answers.ts'
import type { Actor } from '#testing/school.ts'
import { addProvider, changeUse, fullRuleOf, type Reply, type Sent, standIn, switchOn } from './testing.ts'

interface Run {
  id: string
  model: string
  provider: string
  promptVersion: string
  state: string
  total: number
  done: number
  correct: number
  share: number | null
  why: string | null
  reason: string | null
}
let s: SiteSchool
let admin: Actor
let student: Actor
const CASES = 20
const RIGHT = '宿舍调换办法'
const numberOf = ({ body }: Sent): number => Number(/问题：第(\d+)周/.exec(body.messages[1]?.content ?? '')?.[1] ?? 0)
const placeOf = ({ body }: Sent, title: string): string => new RegExp(`\\[(\\d+)\\] ${title}`).exec(body.messages[1]?.content ?? '')?.[1] ?? '9'
/** What a model of this name answers; the second is wrong in three of twenty questions, the third in four. */
function answerOf(sent: Sent): Reply {
  const n = numberOf(sent)
  const right: Reply = { text: `不能换。[${placeOf(sent, RIGHT)}]`, tokens: [30, 10] }
  const wrong: Readonly<Record<number, string>> = {
    1: '不能换。', // no citation at all
    2: '不能换。[9]', // one that was not supplied
    3: `不能换。[${placeOf(sent, '宿舍调换通告')}]`, // another document
    ...(sent.body.model === 'qing-3' ? { 4: `交二百元可以 加急。[${placeOf(sent, RIGHT)}]` } : {}),
  }
  const text = sent.body.model === 'qing-1' ? undefined : wrong[n]
  return text === undefined ? right : { ...right, text }
}
const model = standIn({})
beforeAll(async () => {
  s = await siteSchool()
  admin = await s.as({ roles: ['admin'] })
  student = await s.as({ roles: ['student'], userType: 2 })
  await s.out({ title: RIGHT, body: '<p>第几周以后都不能换宿舍。</p>', publishAt: inHours(-5) })
  await s.out({ title: '宿舍调换通告', body: '<p>第几周以后换宿舍先看办法。</p>', publishAt: inHours(-9) })
  await switchOn(s, admin, 'policyQa', model)
})
afterAll(() => s.close())
const ask = async (question = '第5周以后还能换宿舍吗') => ok(await student.post<{ paragraphs: object[]; passages: object[] }>('ai/aiCall/ask', { question }))
const isOn = async () => ok(await student.get<{ isOn: boolean }>('ai/aiCall/askState')).isOn
const runs = async () => ok(await admin.get<{ result: Run[] }>('ai/aiTestRun/list')).result
/** The run that counts of a model. */
const runOf = async (name: string) => (await runs()).find(r => r.model === name && r.state !== 'past') as Run
async function provider(name: string, values: Record<string, unknown>): Promise<void> {
  const row = ok(await admin.get<{ result: Array<{ id: string; version: number; name: string }> }>('ai/aiProvider/list')).result.find(p => p.name === name)
  ok(await admin.post('ai/aiProvider/update', { id: row?.id, version: row?.version, ...values }))
}
const calls = (use: string) => s.db.query<{ result: string; userId: string }>(sql`select result, user_id as "userId" from ai_call where tenant_id = ${s.tenantId} and use = ${use}`)
/** The model answers no question until it is let go. */
function held(answer: (sent: Sent) => Reply = answerOf): () => void {
  let go = (): void => {}
  const gate = new Promise<void>(done => {
    go = done
  })
  model.says = async sent => {
    await gate
    return answer(sent)
  }
  return go
}
const settled = async (): Promise<void> => {
  model.says = answerOf
  await s.server.settle()
  await s.server.settle() // what the runs told
}

describe('60-AI14 the test set', () => {
  it('60-AI14 without a test set a provider answers at once; a question of the set names what it expects, once', async () => {
    model.says = answerOf
    expect(await runs()).toMatchObject([{ model: 'qing-1', state: 'untested', total: 0, share: null }])
    expect((await ask()).paragraphs).toHaveLength(1)
    expect(fullRuleOf(await admin.post('ai/aiTestCase/add', { question: '没有要求' }))).toBe('ai.aiTestCase.expects')
    for (let n = 1; n <= CASES; n++) ok(await admin.post('ai/aiTestCase/add', { question: `第${n}周以后还能换宿舍吗`, mustCite: RIGHT, mustNotSay: '可以加急\n不用申请' }))
    ok(await admin.post('ai/aiTestCase/add', { question: '关掉的题', mustCite: '没有的文件', isEnabled: false }))
    expect((await admin.post('ai/aiTestCase/add', { question: '第1周以后还能换宿舍吗', mustCite: RIGHT })).code).toBe(422)
    for (const who of [student, await s.as({ roles: ['fdy'], teacherId: s.ids.lin })]) {
      expect((await who.get('ai/aiTestCase/list')).code).toBe(403)
      expect((await who.get('ai/aiTestRun/list')).code).toBe(403)
    }
    // questions alone change no version
    await s.server.settle()
    expect((await ask()).paragraphs).toHaveLength(1)
    expect(await calls('testSet')).toEqual([])
  })
  it('60-AI14 another model answers nobody until the set was run through retrieval, citations and quotas, and 85 % suffice', async () => {
    const quota = ok(await admin.post<{ id: string }>('ai/aiQuota/add', { scope: 'school', period: 'month', limitTokens: 2_000_000_000 }))
    const own = ok(await admin.post<{ id: string }>('ai/aiQuota/add', { scope: 'user', period: 'day', limitTokens: 1 }))
    await changeUse(admin, 'policyQa', { dailyPerUser: 1 })
    const before = model.sent.length
    const asked = (await calls('policyQa')).length
    const go = held()
    await provider('校内', { model: 'qing-2' })
    expect((await runs()).map(r => [r.model, r.state])).toEqual([
      ['qing-2', 'running'],
      ['qing-1', 'past'],
    ])
    expect(await isOn()).toBe(false)
    expect(await ask()).toMatchObject({ paragraphs: [], passages: [expect.anything(), expect.anything()] })
    const [progress] = ok(await admin.get<Array<{ model: string; done: number; total: number }>>('ai/aiTestRun/running'))
    expect(progress).toMatchObject({ model: 'qing-2', done: 0, total: CASES })
    go()
    await settled()
    const run = await runOf('qing-2')
    expect(run).toMatchObject({ state: 'passed', total: CASES, done: CASES, correct: 17, share: 85, reason: null })
    const verdicts = ok(await admin.get<Array<{ question: string; verdict: string; cited: string | null }>>('ai/aiTestRun/results', { id: run.id }))
    expect(verdicts.slice(0, 4).map(v => [v.verdict, v.cited])).toEqual([
      ['silent', null],
      ['silent', null],
      ['uncited', '宿舍调换通告'],
      ['right', RIGHT],
    ])
    // two questions were asked twice; every call went out, is marked, is booked on the school and on no person
    expect(model.sent.length - before).toBe(CASES + 2)
    expect((await calls('testSet')).map(c => c.userId)).toEqual(Array(CASES + 2).fill(admin.userId))
    expect((await calls('policyQa')).length).toBe(asked)
    const shown = ok(await admin.get<{ result: Array<{ id: string; used: number; reserved: number }> }>('ai/aiQuota/list')).result
    expect(shown.find(q => q.id === quota.id)).toMatchObject({ used: (CASES + 2) * 40, reserved: 0 })
    expect(shown.find(q => q.id === own.id)).toMatchObject({ used: 0, reserved: 0 })
    expect(JSON.stringify(model.sent.at(-1)?.body.messages)).toContain(RIGHT)
    ok(await admin.post('ai/aiQuota/remove', { ids: [quota.id, own.id] }))
    await changeUse(admin, 'policyQa', { dailyPerUser: 1000 })
    model.says = answerOf
    expect((await ask()).paragraphs).toHaveLength(1)
  })
  it('60-AI14 under 85 % a change is refused without a reason, which names the share; with one it answers, and the reason is kept', async () => {
    await provider('校内', { model: 'qing-3' })
    await settled()
    const run = await runOf('qing-3')
    expect(run).toMatchObject({ state: 'waiting', correct: 16, share: 80 })
    const verdicts = ok(await admin.get<Array<{ verdict: string }>>('ai/aiTestRun/results', { id: run.id }))
    expect(verdicts[3]?.verdict).toBe('said')
    expect(await isOn()).toBe(false)
    expect((await ask()).paragraphs).toEqual([])
    expect(ok(await admin.get<{ total: number }>('base/message/mine', { keyword: 'qing-3' })).total).toBe(1)
    for (const reason of [undefined, '   ']) {
      const refused = await admin.post('ai/aiTestRun/adopt', { id: run.id, ...(reason ? { reason } : {}) })
      expect([fullRuleOf(refused), refused.msg]).toEqual(['ai.aiTestRun.needsReason', expect.stringMatching(/80% 引用正确（16\/20），低于 85%/)])
    }
    expect((await student.post('ai/aiTestRun/adopt', { id: run.id, reason: '我想用' })).code).toBe(403)
    expect(await isOn()).toBe(false)
    const both = await Promise.all(['旧模型下线', '旧模型停用'].map(reason => admin.post('ai/aiTestRun/adopt', { id: run.id, reason })))
    expect(both.filter(a => a.code === 200)).toHaveLength(1)
    expect(fullRuleOf(both.find(a => a.code !== 200) as (typeof both)[number])).toBe('ai.aiTestRun.state')
    const adopted = await runOf('qing-3')
    expect(adopted).toMatchObject({ state: 'adopted', reason: expect.stringContaining('旧模型'), share: 80 })
    const history = await admin.get('ai/aiTestRun/history', { id: run.id })
    expect(history.raw.toString()).toContain(adopted.reason)
    expect((await ask()).paragraphs).toHaveLength(1)
  })
  it('60-AI14 another provider of the use is tested again while one that may goes on; so is one of the parameters, and the prompt of a release', async () => {
    model.says = answerOf
    const { id } = await addProvider(admin, model.address, { name: '备用', model: 'qing-2' })
    await settled()
    const first = await runOf('qing-2')
    expect(first.state).toBe('passed')
    const go = held()
    await changeUse(admin, 'policyQa', { providerId: id })
    expect(await runOf('qing-2')).toMatchObject({ state: 'running' })
    expect((await runOf('qing-2')).id).not.toBe(first.id)
    const asking = ask()
    go()
    expect((await asking).paragraphs).toHaveLength(1)
    await settled()
    model.says = answerOf
    await ask()
    expect([(await runOf('qing-2')).state, model.sent.at(-1)?.body.model]).toEqual(['passed', 'qing-2'])

    const group = ok(await admin.get<{ version: number }>('base/baseParams/getOne', { paramsId: 'ai' }))
    ok(
      await admin.post('base/baseParams/submit', {
        paramsId: 'ai',
        version: group.version,
        isConfirmed: true,
        content: { baseUrl: model.address, model: 'qing-1', apiKey: 'sk-1' },
      }),
    )
    await settled()
    expect(await runOf('qing-1')).toMatchObject({ provider: 'AI', state: 'passed', share: 100 })

    // as if these runs were of the release before
    await s.db.query(sql`update ai_test_run set prompt_version = '0' where tenant_id = ${s.tenantId}`)
    expect(await isOn()).toBe(false)
    for (const seed of s.server.core.registry.seeds.filter(seed => seed.name.startsWith('ai.'))) await seed.run(s.db)
    await settled()
    expect(
      (await runs())
        .filter(r => r.promptVersion === '1')
        .map(r => [r.model, r.state])
        .toSorted(),
    ).toEqual([
      ['qing-1', 'passed'],
      ['qing-2', 'passed'],
      ['qing-3', 'waiting'],
    ])
    expect(new Set((await runs()).filter(r => r.promptVersion === '0').map(r => r.state))).toEqual(new Set(['past']))
    expect(await isOn()).toBe(true)
  })
  it('60-AI14 changes at once begin one run; one that cannot be ended says why, leaves others alone and is run again', async () => {
    const go = held(() => ({ status: 500 }))
    await Promise.all(['甲', '乙'].map(name => addProvider(admin, model.address, { name, model: 'qing-4', priority: 50 })))
    expect((await runs()).filter(r => r.model === 'qing-4')).toHaveLength(1)
    go()
    await s.server.settle()
    const broken = await runOf('qing-4')
    expect(broken).toMatchObject({ state: 'broken', why: 'unavailable', done: 4 })
    expect(fullRuleOf(await admin.post('ai/aiTestRun/adopt', { id: broken.id, reason: '就用它' }))).toBe('ai.aiTestRun.state')
    // what failed in a test stops nobody's questions
    model.says = answerOf
    expect((await ask()).paragraphs).toHaveLength(1)
    const quota = ok(await admin.post<{ id: string }>('ai/aiQuota/add', { scope: 'use', use: 'policyQa', period: 'day', limitTokens: 1 }))
    ok(await admin.post('ai/aiTestRun/rerun', { id: broken.id }))
    await settled()
    const full = await runOf('qing-4')
    expect(full).toMatchObject({ state: 'broken', why: 'quota', done: 0 })
    ok(await admin.post('ai/aiQuota/remove', { ids: [quota.id] }))
    ok(await admin.post('ai/aiTestRun/rerun', { id: full.id }))
    await settled()
    expect(await runOf('qing-4')).toMatchObject({ state: 'passed', share: 85 })
    await changeUse(admin, 'policyQa', { isEnabled: false })
    const before = model.sent.length
    await provider('甲', { model: 'qing-5' })
    await s.server.settle()
    expect(fullRuleOf(await admin.post('ai/aiTestRun/rerun', { id: (await runOf('qing-2')).id }))).toBe('ai.aiTestRun.off')
    expect([await runOf('qing-5'), model.sent.length]).toEqual([undefined, before])
  })
})
