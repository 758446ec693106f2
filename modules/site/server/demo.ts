import sql from 'sql-template-tag'
import type { Row } from '#model'
import { richOf } from '#model/rich.ts'
import { schoolYearOf, yearBefore } from '#modules/campus/model/school-year.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import type { Demo } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { contentChannel } from '../model/channel.ts'
import { chargeTable } from '../model/charge-table.ts'
import { contentItem, contentRevision } from '../model/content-item.ts'
import { contentView, emptySearch } from '../model/counts.ts'
import { faqItem, guideStep, overviewBlock } from '../model/pieces.ts'
import { standardsOf } from './charges.ts'
import { BLOCKS, PUBLIC_NOTICES, QUESTIONS, SEARCHED, STEPS } from './demo-texts.ts'
import { snapshotOf, wordsOf } from './revisions.ts'

const NOTICES = 60
const SCHEDULED = 3
const DAYS_BETWEEN = 6
const VIEW_DAYS = 30
const CHANNELS = [
  ['notice', '通知公告', 'News', ['portal', 'welcome', 'exam']],
  ['guide', '报到指南', 'Guide', ['portal', 'welcome']],
  ['faq', '常见问题', 'Questions', ['portal', 'welcome', 'exam']],
  ['charge', '收费标准', 'Fees', ['portal', 'welcome']],
  ['overview', '学校概况', 'About the school', ['portal', 'welcome', 'exam']],
] as const
/** The website of the school as new students and their parents find it. */
export default (async db => {
  const [author, reviewer] = [await demoAccount(db, 'admissions'), await demoAccount(db, 'officer')]
  const [department] = await db.query<{ id: string }>(
    sql`select id from department where tenant_id = ${db.me.tenantId} and is_enabled order by parent_id nulls first, code limit 1`,
  )
  if (!author || !reviewer || !department) return
  const channels = new Map<string, string>()
  for (const [sort, [code, name, nameEn, sites]] of CHANNELS.entries())
    channels.set(code, (await db.insert(contentChannel, { code, name, nameEn, sites: [...sites], sort: sort + 1 })).id)
  const idOf = (code: (typeof CHANNELS)[number][0]): string => channels.get(code) ?? ''
  await notices(db, { channelId: idOf('notice'), sourceDeptId: department.id, authorId: author.id, reviewerId: reviewer.id })
  const steps = STEPS.map(([title, titleEn, who, whenText, materials, link], n) => ({
    channelId: idOf('guide'),
    no: n + 1,
    title,
    titleEn,
    who,
    whenText,
    materials: materials || null,
    link,
  }))
  await db.insertMany(guideStep, steps, { history: false })
  const random = randomOf(613)
  const questions = QUESTIONS.map(([category, question, answer], n) => ({
    channelId: idOf('faq'),
    question,
    answer: richOf(answer),
    category,
    sort: n + 1,
    helpful: random.int(0, 90),
    notHelpful: random.int(0, 12),
  }))
  await db.insertMany(faqItem, questions, { history: false })
  await db.insertMany(
    overviewBlock,
    BLOCKS.map((block, n) => ({ ...block, channelId: idOf('overview'), sort: n + 1 })),
    { history: false },
  )
  await db.insertMany(
    emptySearch,
    SEARCHED.map(([words, count], n) => ({ words, count, lastOn: day(-n) })),
    { history: false },
  )
  await charges(db, idOf('charge'))
}) satisfies Demo

type Item = Row<typeof contentItem>
/** Every sixth day one; the newest wait for their time, the one before them stands on top. */
async function notices(db: Db, of: Pick<Item, 'channelId' | 'sourceDeptId' | 'authorId' | 'reviewerId'>): Promise<void> {
  const drafts = Array.from({ length: NOTICES }, (_, n) => {
    const [title = '', summary = '', text = ''] = PUBLIC_NOTICES[n % PUBLIC_NOTICES.length] ?? []
    const isWaiting = n < SCHEDULED
    const daysAgo = isWaiting ? -(SCHEDULED - n) * 2 : (n - SCHEDULED) * DAYS_BETWEEN + 1
    const round = Math.floor(n / PUBLIC_NOTICES.length)
    return {
      ...{
        ...of,
        id: uuidv7(),
        title: round ? `${title}（${['', '往期', '更早'][round]}）` : title,
        summary,
        body: richOf(`${text}\n详情请看指南和常见问题，或向招生办咨询。`),
        audience: 'public' as const,
      },
      ...{ publishAt: moment(-daysAgo, '08:00'), expireAt: n % 10 === 4 ? moment(5, '18:00') : null, pinnedUntil: n === SCHEDULED ? moment(20, '18:00') : null },
      ...{ state: isWaiting ? ('scheduled' as const) : ('published' as const), lastNo: 1, liveNo: 1, step: 1, views: isWaiting ? 0 : 3000 - n * 40 },
    }
  })
  await db.insertMany(contentItem, drafts, { history: false })
  const rows = await db.unscoped(contentItem).all({ id: drafts.map(d => d.id) }) // demo data
  await db.insertMany(
    contentRevision,
    rows.map(row => ({ itemId: row.id, no: 1, snapshot: snapshotOf(row) as unknown as Record<string, unknown>, words: wordsOf(row, []), byId: of.authorId })),
    { history: false },
  )
  const read = drafts.filter(d => d.state === 'published').slice(0, 12)
  const views = read.flatMap((item, at) => Array.from({ length: VIEW_DAYS }, (_, n) => ({ itemId: item.id, day: day(-n), views: 40 - at * 2 + ((n * 7) % 13) })))
  await db.insertMany(contentView, views, { history: false })
}
const LESS = 20_000
/** This year's charges and, a little lower, those of the year before. */
async function charges(db: Db, channelId: string): Promise<void> {
  const items = [...(await db.cached(chargeItem)).values()].filter(item => item.isEnabled)
  const xn = schoolYearOf(day(0))
  const id = uuidv7()
  const all = (await standardsOf(db, [{ id, xn, itemIds: items.map(item => item.id) }])).get(id) ?? []
  const priced = items.filter((_, n) => all[n]?.lines.length)
  if (!priced.length) return
  const rows = all.filter(row => row.lines.length)
  const of = { channelId, itemIds: priced.map(item => item.id), basis: '省发改委、省教育厅关于高等学校收费的规定', filingNo: '省价费备案' }
  const before = rows.map(row => ({ ...row, lines: row.lines.map(line => ({ ...line, amount: line.amount > LESS * 2 ? line.amount - LESS : line.amount })) }))
  await db.insert(chargeTable, { ...of, xn: yearBefore(xn), state: 'published', publishedAt: moment(-420, '09:00'), rows: before })
  await db.insert(chargeTable, { ...of, id, xn, state: 'published', publishedAt: moment(-60, '09:00'), rows })
}
