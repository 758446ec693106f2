import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftOf } from '#modules/student/testing.ts'
import { inHours, ok, type SiteSchool, siteSchool } from './testing.ts'

let s: SiteSchool
beforeAll(async () => {
  s = await siteSchool()
})
afterAll(() => s?.close())

const one = async (id: string) =>
  ok(await s.reviewer.get<{ state: string; lastNo: number; liveNo: number | null; version: number; title: string }>('site/contentItem/getOne', { id }))
const submit = (id: string, reason?: string) => s.author.post('site/contentItem/submit', { id, ...(reason ? { reason } : {}) })
const publish = async (id: string, who = s.reviewer) => who.post<{ state: string; left: number }>('site/contentItem/publish', { id, no: (await one(id)).lastNo })
const edit = async (id: string, patch: object) => s.author.post('site/contentItem/update', { id, version: (await one(id)).version, ...patch })
const ruleOf = (answer: { errors: Array<{ rule: string }> }) => answer.errors[0]?.rule

describe('review', () => {
  it('60-WC1 an author does not review what they wrote, unless the school lets them', async () => {
    const id = await s.added()
    ok(await submit(id))
    expect(ruleOf(await publish(id, s.author))).toBe('site.contentItem.own')
    await s.set({ otherReviewer: false })
    expect(ok(await publish(id, s.author))).toEqual({ state: 'published', left: 0 })
    await s.set({ otherReviewer: true })
  })
  it('60-WC1 three steps take three people, each with something to do until they have passed it', async () => {
    await s.set({ reviewSteps: 3 })
    const fourth = await s.as({ roles: ['officer'] })
    const id = await s.added()
    ok(await submit(id))
    expect(ok(await publish(id))).toEqual({ state: 'reviewing', left: 2 })
    expect(ruleOf(await publish(id))).toBe('site.contentItem.again')
    const open = await s.db.query<{ n: number }>(
      sql`select count(*)::int as n from todo where tenant_id = ${s.tenantId} and biz_id = ${id} and user_id = ${s.reviewer.userId} and state = 'open'`,
    )
    expect(open[0]?.n).toBe(0)
    expect(ok(await publish(id, s.third))).toEqual({ state: 'reviewing', left: 1 })
    expect(ok(await publish(id, fourth))).toEqual({ state: 'published', left: 0 })
    await s.set({ reviewSteps: 1 })
  })
  it('60-WC1 two reviewers at the same moment pass it once, and who read an older version passes nothing', async () => {
    const id = await s.added()
    ok(await submit(id))
    const both = await Promise.all([publish(id), publish(id, s.third)])
    expect(both.map(a => a.code).sort()).toEqual([200, 422])
    const other = await s.added()
    ok(await edit(other, { title: '改过的标题' }))
    ok(await submit(other))
    expect(ruleOf(await s.reviewer.post('site/contentItem/publish', { id: other, no: 1 }))).toBe('site.contentItem.version')
  })
  it('60-WC1 sent back with a note it is a draft; a college reaches its own items and reviews none', async () => {
    const id = await s.added()
    ok(await submit(id))
    ok(await s.reviewer.post('site/contentItem/sendBack', { id, note: '请写明时间' }))
    expect(await one(id)).toMatchObject({ state: 'draft', reviewNote: '请写明时间' })
    const art = await s.as({ roles: ['college'], departmentId: s.ids.art })
    expect((await art.get('site/contentItem/getOne', { id })).code).toBe(404)
    expect((await art.post('site/contentItem/publish', { id, no: 1 })).code).toBe(403)
  })
  it('refuses an end before the beginning, a cover without words and what is over already', async () => {
    expect(ruleOf(await s.author.post('site/contentItem/add', s.draft({ publishAt: inHours(5), expireAt: inHours(4) })))).toBe('site.contentItem.dates')
    const over = await s.added({ publishAt: inHours(-9), expireAt: inHours(-8) })
    expect(ruleOf(await submit(over))).toBe('site.contentItem.expired')
  })
})
describe('removal', () => {
  it('leaves what is on the website, and whatever is under review', async () => {
    const id = await s.out()
    const remove = async () => ok(await s.author.post<{ done: number; failed: Array<{ msg: string }> }>('site/contentItem/remove', { ids: [id] }))
    expect((await remove()).failed[0]?.msg).toContain('已发布，不能删除')
    ok(await edit(id, { title: '改了一半' }))
    expect((await remove()).failed[0]?.msg).toContain('第 1 版还在网站上')
    expect((await s.author.post('site/contentItem/withdraw', { id, reason: '不要了' })).code).toBe(200)
    expect(await one(id)).toMatchObject({ state: 'withdrawn', liveNo: null })
    expect(await remove()).toMatchObject({ done: 1 })
  })
})
describe('revisions', () => {
  it('60-WC7 the public sees the approved text until the next one is approved, and any revision is compared and restored', async () => {
    const id = await s.out({ title: '第一稿标题', body: '<p>旧的正文</p>' })
    ok(await edit(id, { title: '第二稿标题', body: '<p>新的正文</p>' }))
    expect(await one(id)).toMatchObject({ state: 'draft', lastNo: 2, liveNo: 1 })
    expect((await s.page(`/site/portal/zh-cn/notice/${id}`)).text).toContain('旧的正文')
    const { changes } = ok(await s.author.get<{ changes: Array<{ field: string; before: string; after: string }> }>('site/contentItem/compare', { id }))
    expect(changes).toEqual([
      { field: '标题', before: '第一稿标题', after: '第二稿标题' },
      { field: '正文', before: '旧的正文', after: '新的正文' },
    ])
    ok(await submit(id))
    ok(await publish(id))
    expect((await s.page(`/site/portal/zh-cn/notice/${id}`)).text).toContain('新的正文')
    expect(ruleOf(await s.author.post('site/contentItem/restore', { id, no: 9 }))).toBe('site.contentItem.noRevision')
    expect(ok(await s.author.post('site/contentItem/restore', { id, no: 1 }))).toEqual({ no: 3 })
    expect(await one(id)).toMatchObject({ title: '第一稿标题', state: 'draft', liveNo: 2 })
    expect(await s.db.query(sql`select no from content_revision where tenant_id = ${s.tenantId} and item_id = ${id} order by no`)).toEqual([{ no: 1 }, { no: 2 }, { no: 3 }])
  })
  it('60-WC7 of two editors the second is refused and gets what the first saved', async () => {
    const id = await s.added()
    const { version } = await one(id)
    ok(await s.author.post('site/contentItem/update', { id, version, title: '先保存的' }))
    const second = await s.reviewer.post<{ title: string }>('site/contentItem/update', { id, version, title: '后保存的' })
    expect([second.code, (second.data as { title?: string } | null)?.title ?? JSON.stringify(second.data)]).toEqual([409, expect.stringContaining('先保存的')])
  })
})
describe('the detector', () => {
  it.each([
    ['idNo', '<p>身份证 11010519491231002X</p>'],
    ['mobile', '<p>电话 13912345678</p>'],
    ['bankCard', '<p>卡号 6222 0212 3456 7894</p>'],
    ['word', '<p>这是内部掌握的名额</p>'],
    ['link', '<p><a href="/site/portal/zh-cn/notice/01a9e3a0-0000-7000-8000-000000000000">看这里</a></p>'],
    ['alt', '<p><img src="/x.png" /></p>'],
  ])('60-WC5 finds %s, and lets it pass only with a reason', async (kind, body) => {
    await s.set({ badWords: '内部掌握' })
    const id = await s.added({ body })
    expect(ok(await s.author.get<{ findings: Array<{ kind: string }> }>('site/contentItem/findings', { id })).findings.map(f => f.kind)).toEqual([kind])
    expect(ruleOf(await submit(id))).toBe('site.contentItem.found')
    ok(await submit(id, '名单依规公示'))
    expect(await one(id)).toMatchObject({ state: 'reviewing', checkNote: '名单依规公示' })
  })
  it('60-WC5 finds a student by number and name, not by a number alone, and nothing in a plain notice', async () => {
    ok(await s.author.post('base/student/add', draftOf(s.ids.s2301)))
    const [row] = await s.db.query<{ no: string; name: string }>(sql`select student_no as no, name from student where tenant_id = ${s.tenantId} limit 1`)
    const kinds = async (body: string) =>
      ok(await s.author.get<{ findings: Array<{ kind: string }> }>('site/contentItem/findings', { id: await s.added({ body }) })).findings.map(f => f.kind)
    expect(await kinds(`<p>${row?.name} ${row?.no}</p>`)).toContain('studentNo')
    expect(await kinds(`<p>编号 ${row?.no}</p>`)).not.toContain('studentNo')
    const plain = await s.added({ body: '<p>请带身份证原件，联系电话 0571-88888888。</p>' })
    expect(ok(await s.author.get<{ findings: unknown[] }>('site/contentItem/findings', { id: plain })).findings).toEqual([])
  })
})
