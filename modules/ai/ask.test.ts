import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inHours, type SiteSchool, siteSchool } from '#modules/site/testing.ts'
import { draftOf } from '#modules/student/testing.ts'
import { ok } from '#testing/answers.ts'
import type { Actor } from '#testing/school.ts'
import { changeUse, standIn, switchOn } from './testing.ts'

interface Answer {
  isFound: boolean
  callId: string | null
  paragraphs: Array<{ text: string; cites: number[] }>
  conflicts: Array<{ cites: number[] }>
  passages: Array<{ no: number; kind: string; title: string; text: string; department: string | null; at: string; link: string }>
  office: string | null
  why: string | null
  sent: string[]
  label: string | null
}
let s: SiteSchool
let admin: Actor
let student: Actor
let lin: Actor
const model = standIn({ text: '无', tokens: [1, 1] })
const QUESTION = '第四周以后还能换宿舍吗'
beforeAll(async () => {
  s = await siteSchool()
  admin = await s.as({ roles: ['admin'] })
  student = await s.as({ roles: ['student'], userType: 2 })
  lin = await s.as({ roles: ['fdy'], userType: 1, teacherId: s.ids.lin })
  ok(await s.author.post('base/student/add', draftOf(s.ids.s2301, { name: '欧阳青禾', phone: '13800000001' })))
})
afterAll(() => s.close())
const ask = async (question = QUESTION, who = student) => ok(await who.post<Answer>('ai/aiCall/ask', { question }))
const titles = (answer: Answer) => answer.passages.map(p => p.title)
const change = (values: Record<string, unknown>) => changeUse(admin, 'policyQa', values)
const results = () => s.db.query<{ result: string }>(sql`select result from ai_call where tenant_id = ${s.tenantId} and use = 'policyQa' order by at, id`)
/** A notice to the given people. */
async function notice(title: string, content: string, audience: object): Promise<string> {
  const { id } = ok(await s.author.post<{ id: string }>('base/notice/add', { title, content, audience }))
  ok(await s.author.post('base/notice/publish', { id }))
  await s.server.settle()
  return id
}

describe('asking the documents of the school', () => {
  it('60-AI5 finds at each moment what the asker may read, without any model', async () => {
    expect(await ask()).toMatchObject({ isFound: false, passages: [], paragraphs: [], callId: null })
    const swap = await s.out({ title: '宿舍调换办法', body: '<p>开学第四周以后不办理换宿舍，特殊情况由学院审批。</p>', audience: 'students' })
    await s.out({ title: '图书馆开放时间', body: '<p>图书馆每天八点开门，二十二点闭馆。</p>' })
    await s.out({ title: '教职工值班换宿舍', body: '<p>第四周以后教职工换宿舍值班。</p>', audience: 'staff' })
    await s.out({ title: '下月的换宿舍安排', body: '<p>第四周以后换宿舍。</p>', publishAt: inHours(5) })
    ok(
      await s.author.post('site/faqItem/add', {
        channelId: s.channels.faq,
        question: '换宿舍找谁',
        answer: '<p>找楼栋<b>辅</b>导员，第四周以后不换宿舍。</p>',
        category: 'lodging',
      }),
    )
    const mine = await notice('换宿舍登记', '<p>第四周以后换宿舍的同学请登记。</p>', { userIds: [student.userId] })
    await notice('换宿舍登记（外班）', '<p>第四周以后换宿舍的同学请登记。</p>', { userIds: [lin.userId] })
    const found = await ask()
    expect(found).toMatchObject({ isFound: true, paragraphs: [], callId: null, sent: [], label: null })
    expect(titles(found).toSorted()).toEqual(['宿舍调换办法', '换宿舍找谁', '换宿舍登记'].toSorted())
    expect(found.passages.find(p => p.title === '换宿舍登记')).toMatchObject({ kind: '通知公告', link: `/personal/mynotice?id=${mine}` })
    expect(found.passages.find(p => p.title === '宿舍调换办法')).toMatchObject({ kind: '学校公告', department: expect.any(String), link: `/site/read?id=${swap}` })
    expect(titles(await ask(QUESTION, lin)).toSorted()).toEqual(['教职工值班换宿舍', '换宿舍找谁', '换宿舍登记（外班）'].toSorted())
    // gone with the next question
    ok(await s.author.post('base/notice/withdraw', { id: mine }))
    ok(await s.author.post('site/contentItem/withdraw', { id: swap, reason: '另发' }))
    expect(titles(await ask())).toEqual(['换宿舍找谁'])
    await s.db.query(sql`update faq_item set is_enabled = false where tenant_id = ${s.tenantId}`)
    expect(await ask()).toMatchObject({ isFound: false, passages: [] })
    expect(ok(await student.get<{ isOn: boolean; kinds: string[] }>('ai/aiCall/askState'))).toMatchObject({ isOn: false, kinds: expect.arrayContaining(['通知公告', '学校公告']) })
    expect(model.sent).toEqual([])
    expect(await results()).toEqual([])
  })
  it('60-AI6 of an answer only paragraphs stay that cite what was supplied; what contradicts is shown with both dates', async () => {
    await switchOn(s, admin, 'policyQa', model)
    await s.out({ title: '宿舍调换办法（旧）', body: '<p>第四周以后可以换宿舍，找欧阳青禾，电话 13800000001。</p>', publishAt: inHours(-9000) })
    await s.out({ title: '宿舍调换办法（新）', body: '<p>第四周以后不能换宿舍。见[7]。</p>', publishAt: inHours(-5) })
    model.says = () => ({
      text: [
        '第四周以后不能换宿舍。[1]',
        '旧办法说可以，找«学生1»，«电话1»。【2，9】',
        '交二百元可以加急办理。[9]',
        '宿舍楼长可以特批。',
        '<script>alert(1)</script>请看[这里](https://evil.example/x) ![图](https://evil.example/y.png)',
        // said twice stands once
        '第四周以后不能换宿舍。[1]',
        '分歧：[1][2]',
        '分歧：[2][8]',
      ].join('\n'),
      tokens: [10, 10],
    })
    const answer = await ask()
    expect(answer.paragraphs).toEqual([
      { text: '第四周以后不能换宿舍。', cites: [1] },
      { text: '旧办法说可以，找欧阳青禾，13800000001。', cites: [2] },
    ])
    expect(answer.conflicts).toEqual([{ cites: [1, 2] }])
    expect(answer.label).toBe('由人工智能生成')
    expect(new Set(answer.passages.map(p => p.at)).size).toBe(2)
    expect(JSON.stringify(answer.paragraphs)).not.toMatch(/evil|script|二百元|特批/)
    const sent = model.sent.at(-1)?.raw ?? ''
    for (const secret of ['青禾', '13800000001', '[7]']) expect(sent).not.toContain(secret)
    expect(answer.sent).toEqual(model.sent.at(-1)?.body.messages.map(m => m.content))
    const before = model.sent.length
    model.says = () => ({ text: '可以换，交二百元。[9]', tokens: [1, 1] })
    const bare = await ask()
    expect(bare).toMatchObject({ paragraphs: [], label: null, isFound: true, why: expect.stringContaining('没有给出有出处的回答') })
    expect(titles(bare)).toHaveLength(2)
    expect(model.sent.length).toBe(before + 2)
  })
  it('60-AI6 below the least similarity nothing is found, and the office in charge is named; nothing goes out', async () => {
    const before = model.sent.length
    await change({ officeId: s.ids.info })
    const nothing = await ask('火星移民要交什么材料')
    expect(nothing).toMatchObject({ isFound: false, passages: [], paragraphs: [] })
    expect(nothing.office).toBeTruthy()
    await change({ minSimilarity: 100 })
    expect(await ask('换宿舍和火星移民')).toMatchObject({ isFound: false, passages: [], office: expect.any(String) })
    await change({ minSimilarity: 25 })
    expect(model.sent.length).toBe(before)
    expect((await results()).at(-1)).toEqual({ result: 'noSource' })
    expect(await ask('换宿舍')).toMatchObject({ isFound: true, paragraphs: [], callId: expect.any(String), office: expect.any(String) })
  })
  it('60-AI4 60-AI11 what must not go out, or is over quota, is answered with the passages and the reason', async () => {
    const before = model.sent.length
    expect(await ask('我确诊抑郁第四周以后能换宿舍吗')).toMatchObject({ isFound: true, why: expect.stringContaining('确诊、抑郁'), callId: null })
    expect(await ask('第四周以后换宿舍 11010519491231002X')).toMatchObject({ why: expect.stringContaining('证件号码') })
    expect(model.sent.length).toBe(before)
    expect((await student.post('ai/aiCall/ask', { question: '问'.repeat(1001) })).code).toBe(400)
    await s.db.query(sql`delete from ai_daily where tenant_id = ${s.tenantId}`)
    await change({ dailyPerUser: 3 })
    model.says = () => ({ text: '不能换。[1]', tokens: [1, 1] })
    const many = await Promise.all(Array.from({ length: 8 }, () => ask()))
    expect(many.filter(a => a.paragraphs.length)).toHaveLength(3)
    expect(model.sent.length - before).toBe(3)
    const over = many.find(a => !a.paragraphs.length)
    expect(over).toMatchObject({ isFound: true, why: expect.stringContaining('今天已用 3 次，每天最多 3 次') })
    expect(over?.passages.length).toBeGreaterThan(0)
    expect(ok(await student.get<{ left: number; limit: number; isOn: boolean }>('ai/aiCall/askState'))).toMatchObject({ isOn: true, left: 0, limit: 3 })
  })
})
