import { setParams } from '#modules/message/testing.ts'
import type { SmallSchool } from '#modules/student/testing.ts'
import { smallSchool } from '#modules/student/testing.ts'
import { ok } from '#testing/answers.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { begin, end } from './server/jobs.ts'
import { flushCounts } from './server/public/counts.ts'

export { ok } from '#testing/answers.ts'

export interface SiteSchool extends SmallSchool {
  author: Actor
  reviewer: Actor
  third: Actor
  channels: Record<'notice' | 'guide' | 'faq' | 'charge' | 'overview', string>
  draft(more?: Record<string, unknown>): Record<string, unknown>
  added(more?: Record<string, unknown>): Promise<string>
  /** Written, submitted and approved. */
  out(more?: Record<string, unknown>): Promise<string>
  /** Reviewed by so many. */
  set(content: Record<string, unknown>): Promise<void>
  page(path: string, headers?: Record<string, string>): Promise<Answer & { text: string }>
  clock(now?: number): Promise<void>
  /** Writes what readers did. */
  flush(): Promise<void>
}
export const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
export const siteSchool = fixture(
  'site',
  smallSchool,
  async (school: SmallSchool) => {
    const author = await school.as({ roles: ['officer'], nickName: '李作者', departmentId: school.ids.info })
    const reviewer = await school.as({ roles: ['officer'], nickName: '王审核' })
    const third = await school.as({ roles: ['admissions'], nickName: '赵复审' })
    const channels: Record<string, string> = {}
    for (const [code, name, nameEn] of [
      ['notice', '通知公告', 'News'],
      ['guide', '新生指南', 'Guide'],
      ['faq', '常见问题', 'Questions'],
      ['charge', '收费标准', 'Fees'],
      ['overview', '学校概况', 'Overview'],
    ] as const)
      channels[code] = ok(await author.post<{ id: string }>('site/contentChannel/add', { code, name, nameEn, sites: ['portal', 'welcome'], sort: 1 })).id
    return { author, reviewer, third, channels: channels as SiteSchool['channels'] }
  },
  (s): SiteSchool => {
    const draft: SiteSchool['draft'] = (more = {}) => ({
      ...{ channelId: s.channels.notice, title: `通知 ${serial('content')}`, body: '<p>请按时报到。</p>', sourceDeptId: s.ids.info, publishAt: inHours(-1) },
      ...more,
    })
    const added: SiteSchool['added'] = async more => ok(await s.author.post<{ id: string }>('site/contentItem/add', draft(more))).id
    return {
      ...{ ...s, draft, added },
      async out(more) {
        const id = await added(more)
        ok(await s.author.post('site/contentItem/submit', { id, reason: '测试' }))
        const row = ok(await s.reviewer.get<{ lastNo: number }>('site/contentItem/getOne', { id }))
        ok(await s.reviewer.post('site/contentItem/publish', { id, no: row.lastNo }))
        return id
      },
      set: content => setParams(s, 'site', content),
      async page(path, headers = {}) {
        const answer = await s.anonymous.get<never>(path, {}, headers)
        return { ...answer, text: answer.raw.toString() }
      },
      flush: () => flushCounts(s.server.core),
      async clock(now = Date.now()) {
        await begin(s.db, now)
        await end(s.db, now)
      },
    }
  },
)
