import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { face, uploaded } from '#modules/photo/testing.ts'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { commit, settled, sheet, upload } from '#testing/roster.ts'
import { batchDraft, type Entrant, type ExamSchool, examSchool, INFO, inHours, ok, person, planDraft, ruleOf } from '../testing.ts'
import { examBatch } from './model/batch.ts'

let s: ExamSchool
beforeAll(async () => {
  s = await examSchool()
})
afterAll(() => s.close())
const PATH = 'exam/examApplication'
const mine = (who: Pick<Entrant, 'actor'>, batchId: string) =>
  who.actor.get<{ applicant: Record<string, unknown>; application: Record<string, unknown>; versions: unknown[]; lacks: string[] }>(`${PATH}/mine`, { batchId })

expectRound({ of: examBatch, path: 'exam/examBatch', shut: ['notOpen', 'over'] }, () => ({
  school: s,
  publisher: s.admissions,
  draft: window => ({ ...batchDraft({ reviewTo: inHours(400), payTo: inHours(500) }), ...window }),
  prepare: async id => ok(await s.admissions.post('exam/examPlan/add', planDraft(s, id))),
  take: async id => s.begin(await s.stranger(), id),
}))
describe('a batch', () => {
  it('is published before anybody has an account, but not without plans or an item for its fee', async () => {
    const draft = async (more: object) => ok(await s.admissions.post<{ id: string }>('exam/examBatch/add', batchDraft(more as never))).id
    const publish = (id: string) => s.admissions.post('exam/examBatch/publish', { id })
    const id = await draft({})
    expect(ruleOf(await publish(id))).toBe('noPlans')
    expect(ruleOf(await s.admissions.post('exam/examBatch/add', batchDraft({ payTo: inHours(100), reviewTo: inHours(200) })))).toBe('windows')
    await s.db.query(sql`update charge_item set is_enabled = false where tenant_id = ${s.tenantId} and code = 'examFee'`)
    const withFee = await draft({ fee: 100_00 })
    ok(await s.admissions.post('exam/examPlan/add', planDraft(s, withFee)))
    expect(ruleOf(await publish(withFee))).toBe('noItem')
    await s.db.query(sql`update charge_item set is_enabled = true where tenant_id = ${s.tenantId} and code = 'examFee'`)
    expect((await publish(withFee)).code).toBe(200)
  })
  it('is copied with its plans, and its stages lie as far behind the registration', async () => {
    const { id } = await s.batch({}, [{}, { quotas: [{ category: 'veteran', places: 5 }] }])
    const [beginTime, endTime] = [inHours(1000), inHours(1096)]
    const copy = ok(await s.admissions.post<{ id: string }>('exam/examBatch/copy', { id, name: '下一年', beginTime, endTime })).id
    const [from, to] = [await s.db.unscoped(examBatch).one(id), await s.db.unscoped(examBatch).one(copy)]
    expect(Date.parse(to.payTo) - Date.parse(to.endTime)).toBe(Date.parse(from.payTo) - Date.parse(from.endTime))
    const plans = await s.admissions.get<{ result: unknown[] }>('exam/examPlan/list', { batchId: copy })
    expect(plans.data.result).toHaveLength(2)
  })
})
describe('30-EA1 the list of the province', () => {
  const HEAD = ['考试批次', '考生号', '证件号', '姓名', '性别', '考生类别', '毕业学校', '生源地'] as const
  const brought = async (lines: string[][]) =>
    settled(s.admissions, ok(await upload<{ jobId: string }>(s.admissions, 'exam/examCandidate/import', await sheet(HEAD, lines), '名单.xlsx')).jobId)
  it('30-EA1 is imported whole or not at all; then only its pairs register, and what it says stays', async () => {
    const batch = await s.batch()
    const { name } = await s.db.unscoped(examBatch).one(batch.id)
    const [one, other] = [person(), person()]
    const line = (of: typeof one, more: Partial<Record<(typeof HEAD)[number], string>> = {}) => {
      const gender = Number(of.idNo[16]) % 2 ? '男' : '女'
      const of8 = { 考试批次: name, 考生号: of.ksh, 证件号: of.idNo, 姓名: '周闻', 性别: gender, 考生类别: '普高毕业生', 毕业学校: '江城一中', 生源地: '110101' }
      return HEAD.map(h => ({ ...of8, ...more })[h])
    }
    const bad = await brought([line(one), line(other, { 证件号: one.idNo })])
    expect(bad.state).not.toBe('done')
    expect(await s.db.query(sql`select 1 from exam_candidate where tenant_id = ${s.tenantId} and batch_id = ${batch.id}`)).toHaveLength(0)
    const good = await brought([line(one), line(other)])
    await commit(s.admissions, good)
    expect(await s.db.query(sql`select 1 from exam_candidate where tenant_id = ${s.tenantId} and batch_id = ${batch.id} and birth_date is not null`)).toHaveLength(2)
    const actor = async () => s.as({ realm: 'exam', roles: ['applicant'], nickName: '别的名字' })
    expect(ruleOf(await s.begin({ actor: await actor(), ksh: one.ksh, idNo: other.idNo }, batch.id))).toBe('notListed')
    expect(ruleOf(await s.begin({ actor: await actor(), ...person() }, batch.id))).toBe('notListed')
    const who = { actor: await actor(), ...one }
    const { id } = ok(await s.begin(who, batch.id))
    expect((await mine(who, batch.id)).data.applicant).toMatchObject({ name: '周闻', school: '江城一中', isListed: true, idNo: one.idNo })
    const save = (more: object) => who.actor.post(`${PATH}/saveInfo`, { id, ...INFO, name: '周闻', school: '江城一中', ...more })
    expect(ruleOf(await save({ name: '周文' }))).toBe('listed')
    expect(ruleOf(await save({ school: '青山中学' }))).toBe('listed')
    expect((await save({ phone: '13900001111' })).code).toBe(200)
    expect((await mine(who, batch.id)).data.applicant).toMatchObject({ name: '周闻', phone: '13900001111' })
  })
})
describe('30-EA2 one registration', () => {
  it('30-EA2 for each person, number and account in a batch, however many ask at once', async () => {
    const batch = await s.batch()
    const who = await s.stranger()
    const answers = await Promise.all([1, 2, 3].map(() => s.begin(who, batch.id)))
    expect(answers.filter(a => a.code === 200)).toHaveLength(1)
    expect(ruleOf(await s.begin(who, batch.id))).toBe('registered')
    const again = await s.stranger()
    expect(ruleOf(await s.begin({ ...again, ksh: who.ksh }, batch.id))).toBe('kshTaken')
    expect(ruleOf(await s.begin({ ...again, idNo: who.idNo }, batch.id))).toBe('idNoTaken')
    expect((await s.begin(who, (await s.batch()).id)).code).toBe(200)
    const account = await s.stranger()
    await s.db.query(sql`update sys_user set account_no = ${account.idNo} where id = ${account.actor.userId}`)
    expect(ruleOf(await s.begin({ ...account, idNo: person().idNo }, batch.id))).toBe('otherId')
  })
  it('30-EA2 names distinct plans of the batch that are open to the category', async () => {
    const batch = await s.batch({ maxChoices: 2, adjust: false }, [{}, {}, { quotas: [{ category: 'veteran', places: 3 }] }])
    const other = await s.batch()
    const [a = '', b = '', veterans = ''] = batch.plans
    const who = await s.entrant(batch.id)
    const rule = async (choices: readonly string[], more = {}) => ruleOf(await s.choose(who, choices, more))
    expect(await rule([a, a])).toBe('choiceTwice')
    expect(await rule([veterans])).toBe('closedTo')
    expect(await rule(other.plans)).toBe('otherBatch')
    expect(await rule([a, b, a])).toBe('tooMany')
    expect(await rule([a], { obeyAdjust: true })).toBe('noAdjust')
    expect((await s.choose(who, [b, a])).code).toBe(200)
    expect((await s.row(who)).choices).toEqual([b, a])
    // a plan that is chosen stays what it is
    const { version } = (await s.db.query<{ version: number }>(sql`select version from exam_plan where id = ${a}`))[0] ?? { version: 0 }
    expect(ruleOf(await s.admissions.post('exam/examPlan/update', { id: a, version, subjects: ['math'] }))).toBe('chosen')
    expect(ruleOf(await s.admissions.post('exam/examPlan/remove', { id: a, version }))).toBeDefined()
  })
  it('is read and changed by its owner only, and another photo than a photo is refused', async () => {
    const batch = await s.batch()
    const [who, other] = [await s.entrant(batch.id), await s.entrant(batch.id)]
    expect((await other.actor.post(`${PATH}/saveChoices`, { id: who.id, choices: batch.plans })).code).toBe(404)
    expect((await who.actor.get('exam/examApplication/list')).code).toBe(401)
    const small = [await uploaded(who.actor, await face({ width: 60, height: 80 }), '小.jpg')]
    expect(ruleOf(await who.actor.post(`${PATH}/saveFiles`, { id: who.id, photoId: small, exempt: 'none', proofs: [] }))).toBe('photo')
  })
})
