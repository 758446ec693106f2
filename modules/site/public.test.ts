import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { upload } from '#testing/roster.ts'
import { inHours, ok, type SiteSchool, siteSchool } from './testing.ts'

let s: SiteSchool
beforeAll(async () => {
  s = await siteSchool()
})
afterAll(() => s?.close())
afterEach(() => {
  vi.useRealTimers()
})
const at = (id: string, lang = 'zh-cn', code = 'notice'): string => `/site/portal/${lang}/${code}/${id}`
const withdraw = (id: string) => s.author.post('site/contentItem/withdraw', { id, reason: '写错了' })
describe('what anybody reads', () => {
  it('60-WC4 only approved, current, public items of the site’s channels', async () => {
    const id = await s.out({ title: '开学典礼' })
    expect((await s.page(at(id))).text).toContain('开学典礼')
    expect((await s.page('/site/portal/zh-cn/notice')).text).toContain('开学典礼')
    expect((await s.page(`/site/exam/zh-cn/notice/${id}`)).status).toBe(404)
    const hidden = [await s.added({ title: '草稿' }), await s.out({ audience: 'students' }), await s.out({ publishAt: inHours(2) })]
    for (const one of hidden) expect([(await s.page(at(one))).status, (await s.page(at(one))).text.includes('请按时报到')]).toEqual([404, false])
    ok(await withdraw(id))
    expect((await s.page(at(id))).status).toBe(404)
    expect((await s.page('/site/portal/zh-cn/notice')).text).not.toContain('开学典礼')
  })
  it('lobby television shows notices of the portal for everybody, pinned ones first, and the numbers of contact blocks', async () => {
    const shown = async () => ok(await s.anonymous.get<{ stories: Array<{ title: string; text: string | null }>; phones: unknown[] }>('screen/wall/lobby'))
    const [first, second] = [await s.out({ title: '先发的', summary: '摘要一' }), await s.out({ title: '后发的' })]
    const hidden = ['只给学生', '明天才发', '还没审核'] as const
    await s.out({ title: hidden[0], audience: 'students' })
    await s.out({ title: hidden[1], publishAt: inHours(24) })
    await s.added({ title: hidden[2] })
    const titles = (await shown()).stories.map(one => one.title)
    expect([titles.indexOf('后发的') < titles.indexOf('先发的'), titles.filter(title => hidden.some(one => one === title))]).toEqual([true, []])
    ok(await s.author.post('site/contentItem/pin', { id: first, pinnedUntil: inHours(2) }))
    expect((await shown()).stories[0]).toMatchObject({ title: '先发的', text: '摘要一' })
    for (const id of [first, second]) ok(await withdraw(id))
    expect((await shown()).stories.map(one => one.title)).not.toContain('先发的')
    const block = { channelId: s.channels.overview, title: '联系我们', kind: 'contacts', content: '招生办｜0851-88301000\n地址｜花溪大道', sort: 1, isEnabled: true }
    ok(await s.author.post('site/overviewBlock/add', block))
    expect((await shown()).phones).toEqual([{ title: '招生办', phone: '0851-88301000' }])
  })
  it('60-WC2, 60-WC4 an item is unreadable a second before its time, even by file link, and readable ten seconds after; its end is as sharp', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const file = ok(await upload<{ fileId: string }>(s.author, 'oss/oss/endpoint/put-file', Buffer.from('%PDF-1.7 分数线'), '分数线.pdf')).fileId
    const [publishAt, expireAt] = [inHours(1), inHours(2)]
    const id = await s.out({ title: '准时发布', publishAt, expireAt, attachments: [file] })
    const paths = [at(id), `/site/portal/file/${file}`]
    const statuses = async (moment: string, ms: number) => {
      vi.setSystemTime(Date.parse(moment) + ms)
      return Promise.all(paths.map(async path => (await s.page(path)).status))
    }
    const student = await s.as({ roles: ['student'], userType: 2 })
    const byId = `/api/flySource-oss/oss/endpoint/link-file?fileId=${file}`
    expect((await student.get(byId)).code).toBe(404)
    expect((await s.anonymous.get(`/api/flySource-oss/openApi/public/link-file?fileId=${file}`)).code).toBe(404)
    expect(await statuses(publishAt, -1000)).toEqual([404, 404])
    expect((await s.page('/site/portal/zh-cn/notice')).text).not.toContain('准时发布')
    expect(await statuses(publishAt, 10_000)).toEqual([200, 200])
    expect((await s.page('/site/portal/zh-cn/notice')).text).toContain('准时发布')
    expect((await s.page(at(id))).text).toContain('分数线.pdf')
    expect((await student.get(byId)).raw.toString()).toContain('分数线')
    expect(await statuses(expireAt, 0)).toEqual([404, 404])
    vi.setSystemTime(Date.parse(publishAt) + 10_000)
    await s.clock()
    expect(ok(await s.author.get<{ state: string }>('site/contentItem/getOne', { id })).state).toBe('published')
    vi.setSystemTime(Date.parse(expireAt) + 1000)
    await s.clock()
    vi.useRealTimers()
    expect(ok(await s.author.get<{ state: string }>('site/contentItem/getOne', { id })).state).toBe('expired')
  })
  it('60-WC3 a signed link shows the draft at a moment to come, and nothing without its signature or after a day', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const id = await s.added({ title: '八月的安排', publishAt: inHours(48) })
    const { address, hours } = ok(await s.author.get<{ address: string; hours: number }>('site/contentItem/preview', { id }))
    expect(hours).toBe(24)
    const shown = await s.page(address)
    expect(shown.text).toContain('八月的安排')
    expect(shown.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    expect((await s.page(address.split('?')[0] as string)).status).toBe(404)
    expect((await s.page(at(id))).status).toBe(404)
    expect((await s.page(address.replace(/\.[\w-]+\/portal/, '.AAAA/portal'))).status).toBe(404)
    vi.setSystemTime(Date.now() + 25 * 3_600_000)
    expect((await s.page(address)).status).toBe(404)
  })
  it('repeated pages leave the database idle, and a change is seen at once', async () => {
    const id = await s.out({ title: '热门公告' })
    await s.server.settle()
    const first = await s.page(at(id))
    const query = vi.spyOn(s.server.core.pool, 'query')
    const connect = vi.spyOn(s.server.core.pool, 'connect')
    for (let n = 0; n < 20; n++) expect((await s.page(at(id))).text).toBe(first.text)
    expect(await s.page(at(id), { 'if-none-match': first.headers.etag as string })).toMatchObject({ status: 304 })
    expect([query.mock.calls.length, connect.mock.calls.length]).toEqual([0, 0])
    vi.restoreAllMocks()
    expect(first.headers['cache-control']).toBe('public, max-age=5')
    ok(
      await s.author.post('site/contentChannel/update', {
        id: s.channels.notice,
        version: ok(await s.author.get<{ version: number }>('site/contentChannel/getOne', { id: s.channels.notice })).version,
        nameEn: 'Latest news',
      }),
    )
    expect((await s.page('/site/portal/en/notice')).text).toContain('Latest news')
  })
  it('60-WC8 pages have language, landmarks, a way past the navigation, one heading, no script, and the record number', async () => {
    const admin = await s.as({ roles: ['admin'] })
    const info = ok(await admin.get<{ result: Array<{ id: string; version: number; appType: number }> }>('base/appInfo/list')).result.find(i => i.appType === 0)
    ok(
      info
        ? await admin.post('base/appInfo/update', { id: info.id, version: info.version, recordNo: '浙ICP备05000000号' })
        : await admin.post('base/appInfo/add', { appType: 0, isWartermark: false, recordNo: '浙ICP备05000000号' }),
    )
    const id = await s.out({ title: '<b>粗体</b>标题', body: '<h1>大标题</h1><p style="color:#ff0;text-align:center">黄字</p><script>alert(1)</script>' })
    const { text, headers } = await s.page(at(id))
    expect(text).toMatch(/^<!doctype html><html lang="zh-CN">/)
    for (const part of ['<main id="main"', 'class="skip" href="#main"', '<nav class="main" aria-label="栏目"', '<footer>', '浙ICP备05000000号', 'rel="canonical"', '&lt;b&gt;粗体'])
      expect(text).toContain(part)
    expect(text.match(/<h1/g)).toHaveLength(1)
    expect(text).not.toMatch(/<script|color:#ff0/)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
    expect(headers['content-security-policy']).not.toContain('script')
  })
  it('speaks three languages: English of its own, Traditional Chinese derived or overridden, the Chinese marked where English lacks', async () => {
    const id = await s.out({ title: '网络服务', titleEn: 'Network service', body: '<p>软件下载</p>' })
    const own = await s.out({ title: '网络服务', titleTw: '自訂標題' })
    expect((await s.page(at(id, 'en'))).text).toContain('<span lang="zh-CN">信息工程学院</span>')
    expect((await s.page(at(id, 'en'))).text).toContain('<div class="body" lang="zh-CN"><p>软件下载</p>')
    expect((await s.page(at(id, 'zh-tw'))).text).toContain('軟體下載')
    expect((await s.page(at(own, 'zh-tw'))).text).toContain('自訂標題')
    const moved = await s.page('/site/portal', { 'accept-language': 'en' })
    expect([moved.status, moved.headers.location]).toEqual([302, '/site/portal/en'])
  })
  it('60-WC9 searches titles, texts, names of attachments and questions, in either writing; what finds nothing is counted and answered as a question', async () => {
    const file = ok(await upload<{ fileId: string }>(s.author, 'oss/oss/endpoint/put-file', Buffer.from('%PDF-1.7 x'), '报名表样张.pdf')).fileId
    await s.out({ title: '校车时刻', body: '<p>东门上车</p>', attachments: [file] })
    const search = async (q: string, lang = 'zh-cn') => (await s.page(`/site/portal/${lang}/search?q=${encodeURIComponent(q)}`)).text
    for (const q of ['校车', '东门 上车', '报名表样张']) expect(await search(q)).toContain('校车时刻')
    expect(await search('校車時刻', 'zh-tw')).toContain('校車時刻')
    expect(await search('宿舍 空调')).toContain('没有找到')
    expect(await search('%_')).toContain('没有找到')
    await search('宿舍 空调')
    const found = async () => ok(await s.author.get<{ result: Array<{ id: string; words: string; count: number; state: string }> }>('site/emptySearch/list')).result
    await vi.waitFor(async () => {
      await s.flush()
      expect((await found()).find(r => r.words === '宿舍 空调')).toMatchObject({ count: 2, state: 'open' })
    })
    const row = (await found()).find(r => r.words === '宿舍 空调')
    const answer = { id: row?.id, channelId: s.channels.faq, question: '宿舍有空调吗', category: 'lodging', answer: '<p>都装了</p>' }
    ok(await s.author.post('site/emptySearch/answer', answer))
    expect((await s.author.post('site/emptySearch/answer', answer)).errors[0]?.rule).toBe('site.emptySearch.settled')
    expect(await search('宿舍 空调')).toContain('宿舍有空调吗')
  })
})
describe('addresses', () => {
  it('of pages there are none lead nowhere and drive nothing out of memory', async () => {
    await s.out()
    const paths = ['notice?page=99', 'notice?page=x', 'notice/extra/more', 'charge?xn=1900-1901', 'nothing', 'notice/no-id']
    expect(await Promise.all(paths.map(async path => (await s.page(`/site/portal/zh-cn/${path}`)).status))).toEqual(paths.map(() => 404))
    for (const path of ['/site/portal/fr', '/site/portal/file/no-id', '/site/preview/x/portal/zh-cn']) expect([path, (await s.page(path)).status]).toEqual([path, 404])
  })
  it('of one school show nothing of another', async () => {
    const file = ok(await upload<{ fileId: string }>(s.author, 'oss/oss/endpoint/put-file', Buffer.from('%PDF-1.7 own'), '本校.pdf')).fileId
    const id = await s.out({ title: '本校公告', attachments: [file] })
    const other = await s.another()
    const [row] = await other.db.query<{ code: string }>({ text: 'select code from tenant where id = $1', values: [other.tenantId] } as never)
    const statuses = await Promise.all(
      [at(id), `/site/portal/file/${file}`].map(async path => [(await s.page(path)).status, (await s.page(`${path}?tenantId=${row?.code}`)).status]),
    )
    expect(statuses).toEqual([
      [200, 404],
      [200, 404],
    ])
  })
  it('of pictures answer them reduced, from memory the second time', async () => {
    const png = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#2063c4' } })
      .png()
      .toBuffer()
    const cover = ok(await upload<{ fileId: string }>(s.author, 'oss/oss/endpoint/put-file', png, '封面.png')).fileId
    expect((await s.author.post('site/contentItem/add', s.draft({ cover: [cover] }))).errors[0]?.rule).toBe('site.contentItem.coverAlt')
    const id = await s.out({ cover: [cover], coverAlt: '蓝色的校门' })
    expect((await s.page(at(id))).text).toContain('alt="蓝色的校门"')
    const path = `/site/portal/file/${cover}?size=800`
    const first = await s.page(path)
    expect([first.headers['content-type'], (await sharp(first.raw).metadata()).width]).toEqual(['image/webp', 800])
    expect((await s.page(path, { 'if-none-match': first.headers.etag as string })).status).toBe(304)
  })
})
describe('what follows by the clock', () => {
  it('60-WC2 tells the author that an item is out, and once that it ends within seven days', async () => {
    const id = await s.out({ title: '快到期的公告', expireAt: inHours(100) })
    const job = s.server.core.works.get('site.expiring')
    expect(await job?.run(s.db, {})).toBeGreaterThanOrEqual(1)
    expect(await job?.run(s.db, {})).toBe(0)
    await s.server.settle()
    const told = await s.db.query<{ code: string }>(
      sql`select event_code as code from message where tenant_id = ${s.tenantId} and biz_id = ${id} and recipient_id = ${s.author.userId} order by 1`,
    )
    expect(told.map(m => m.code)).toEqual(['site.expiring', 'site.out'])
  })
})
describe('what people with an account read', () => {
  it('60-WC4 items for new students, students and staff are read by them alone, and by nobody before they are out', async () => {
    const [students, staff, fresh] = [
      await s.out({ title: '给学生', audience: 'students' }),
      await s.out({ title: '给教职工', audience: 'staff' }),
      await s.out({ title: '给新生', audience: 'newStudents' }),
    ]
    const later = await s.out({ title: '以后给学生', audience: 'students', publishAt: inHours(3) })
    const readers = {
      students: await s.as({ roles: ['student'], userType: 2 }),
      staff: await s.as({ roles: ['teacher'], userType: 1 }),
      fresh: await s.as({ realm: 'welcome', roles: ['newStudent'] }),
    }
    for (const [kind, reader] of Object.entries(readers)) {
      const titles = ok(await reader.get<Array<{ title: string }>>('site/contentItem/mine'))
        .map(i => i.title)
        .filter(title => title.startsWith('给') || title.startsWith('以后'))
      expect(titles).toEqual([{ students: '给学生', staff: '给教职工', fresh: '给新生' }[kind]])
      const codes = await Promise.all([students, staff, fresh, later].map(async id => (await reader.get('site/contentItem/read', { id })).code))
      expect(codes).toEqual([kind === 'students' ? 200 : 422, kind === 'staff' ? 200 : 422, kind === 'fresh' ? 200 : 422, 422])
    }
  })
})
describe('what the pages are made of', () => {
  it('a guide is a timeline, questions take votes once a day, the overview shows figures and a map', async () => {
    const { guide, faq, overview, notice } = s.channels
    ok(await s.author.post('site/guideStep/add', { channelId: guide, no: 1, title: '预报到', materials: '录取通知书\n身份证', link: '/welcome/arrival' }))
    expect((await s.author.post('site/guideStep/add', { channelId: guide, no: 2, title: '坏链接', link: 'javascript:alert(1)' })).errors[0]?.rule).toBe('site.guideStep.link')
    expect((await s.author.post('site/guideStep/add', { channelId: notice, no: 2, title: '放错' })).errors[0]?.rule).toBe('site.contentChannel.kind')
    expect((await s.page('/site/welcome/zh-cn/guide')).text).toContain('<ol class="time card"><li><h2>1. 预报到</h2>')
    const { id } = ok(await s.author.post<{ id: string }>('site/faqItem/add', { channelId: faq, question: '几点关门', answer: '<p>十一点</p>', category: 'lodging' }))
    const vote = () =>
      s.server.app.inject({ method: 'POST', url: `/site/portal/zh-cn/faq/${id}`, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'vote=notHelpful' })
    for (let n = 0; n < 3; n++) expect((await vote()).statusCode).toBe(303)
    await s.flush()
    expect(ok(await s.author.get('site/faqItem/getOne', { id }))).toMatchObject({ helpful: 0, notHelpful: 1 })
    ok(await s.author.post('site/overviewBlock/add', { channelId: overview, kind: 'figure', title: '规模', content: '在校生｜12000 人' }))
    ok(await s.author.post('site/overviewBlock/add', { channelId: overview, kind: 'map', title: '位置', position: '120.15,30.27' }))
    const { text } = await s.page('/site/portal/zh-cn/overview')
    expect(text).toContain('<dt>在校生</dt><dd>12000 人</dd>')
    expect(text).toContain('position=120.15,30.27')
  })
  it('60-WC6 a published table of charges stays as it was; a change makes a further edition and both are read', async () => {
    const finance = await s.as({ roles: ['finance'] })
    const item = ok(
      await finance.post<{ id: string }>('fee/chargeItem/add', { code: 'xf', name: '学费', nature: 'administrative', book: 'student', filingNo: '浙价费 1 号', period: 'year' }),
    ).id
    const table = { channelId: s.channels.charge, xn: '2026-2027', itemIds: [item], basis: '浙价费〔2026〕1 号' }
    const { id } = ok(await s.author.post<{ id: string }>('site/chargeTable/add', table))
    expect((await s.author.post('site/chargeTable/publish', { id })).errors[0]?.rule).toBe('site.chargeTable.none')
    const standard = ok(await finance.post<{ id: string; version: number }>('fee/chargeStandard/add', { itemId: item, xn: '2026-2027', amount: 600_000, published: true }))
    ok(await s.author.post('site/chargeTable/publish', { id }))
    expect((await s.page('/site/portal/zh-cn/charge')).text).toContain('6000')
    expect((await s.author.post('site/chargeTable/renew', { id })).errors[0]?.rule).toBe('site.chargeTable.same')
    ok(await finance.post('fee/chargeStandard/update', { id: standard.id, version: standard.version, amount: 640_000 }))
    expect((await s.page('/site/portal/zh-cn/charge')).text).not.toContain('6400')
    expect(ok(await s.author.get<{ result: Array<{ differs: string }> }>('site/chargeTable/list')).result[0]?.differs).toBe('changed')
    const both = await Promise.all([s.author.post('site/chargeTable/renew', { id }), s.author.post('site/chargeTable/renew', { id })])
    expect(both.map(a => a.code).sort()).toEqual([200, 422])
    expect((await s.page('/site/portal/zh-cn/charge')).text).toContain('6400')
    const old = (await s.page('/site/portal/zh-cn/charge?xn=2026-2027&edition=1')).text
    expect([old.includes('6000'), old.includes('这是旧版')]).toEqual([true, true])
    expect((await s.author.post('site/chargeTable/update', { id, version: 3, basis: '改了' })).code).not.toBe(200)
  })
  it('has a feed and a map of the site with whole addresses', async () => {
    const id = await s.out({ title: '订阅 & 发现' })
    const feed = await s.page('/site/portal/zh-cn/feed.xml')
    expect(feed.headers['content-type']).toContain('application/atom+xml')
    expect(feed.text).toContain('<title>订阅 &amp; 发现</title>')
    expect(feed.text).toMatch(new RegExp(`<link href="https?://[^"]+/site/portal/zh-cn/notice/${id}"/>`))
    expect((await s.page('/site/portal/sitemap.xml')).text).toContain(`/site/portal/en/notice/${id}</loc>`)
  })
  it('counts views by item and day, and tells what nobody found', async () => {
    const id = await s.out({ title: '被看三次' })
    for (let n = 0; n < 3; n++) await s.page(at(id))
    await s.flush()
    const { byItem } = ok(await s.author.get<{ byItem: Array<{ id: string; views: number }> }>('site/contentItem/statistics', { from: '2020-01-01', to: '2099-12-31' }))
    expect(byItem.find(i => i.id === id)?.views).toBe(3)
  })
})
