import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { DraftOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { richOf } from '#model/rich.ts'
import { contentChannel } from '#modules/site/model/channel.ts'
import { contentItem, contentRevision } from '#modules/site/model/content-item.ts'
import { faqItem, guideStep } from '#modules/site/model/pieces.ts'
import { snapshotOf, wordsOf } from '#modules/site/server/revisions.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { countStatements } from '#testing/statements.ts'
import { type Bench, launchProduct, SECOND_PORT } from './bench.ts'
import { atTheirTime, p95Of } from './paced.ts'
import type { Line } from './results.ts'
import { ACCOUNTS, inSchool, SCHOOL_CODE } from './school.ts'

const [PACE, SECONDS, NOTICES, STEPS, QUESTIONS] = [300, 60, 60, 14, 45]
/** Visitors come from more than one address. */
const ADDRESSES = Array.from({ length: 20 }, (_, n) => `127.0.0.${n + 2}`)
const count = (n: number): string => n.toLocaleString('en')

/** The busiest minute of the day of admission: repeated pages come from memory, and the database is left alone. */
export async function visitors({ databases, say }: Bench): Promise<Line[]> {
  const items = await inSchool(databases, fill)
  const counter = await countStatements(databases.school)
  const server = await launchProduct({ ...databases, school: counter.url }, {}, SECOND_PORT)
  try {
    const places = ['', '/notice', '/guide', '/faq', ...items.map(id => `/notice/${id}`)]
    const paths = ['portal', 'welcome'].flatMap(site => places.map(place => `/site/${site}/zh-cn${place}?tenantId=${SCHOOL_CODE}`))
    const agents = ADDRESSES.map(localAddress => new Agent({ keepAlive: true, localAddress } as never))
    const visit = (n: number): Promise<{ status: number }> => read(server.port, paths[n % paths.length] ?? '', agents[n % agents.length] as Agent)
    const first = await Promise.all(paths.map((_, n) => visit(n)))
    const before = counter.count()
    await pause(SECONDS * 1000)
    const idle = counter.count() - before
    const began = counter.count()
    const answers = await atTheirTime(Array.from({ length: PACE * SECONDS }), PACE, (_, n) => visit(n))
    const statements = counter.count() - began
    for (const agent of agents) agent.destroy()
    const p95 = p95Of(answers)
    const odd = [...first, ...answers].filter(a => a.status !== 200)
    say(`${answers.length} pages: p95 ${p95.toFixed(0)} ms, ${statements} statements beside ${idle}, ${odd.length} not read ${odd[0]?.status ?? ''}`)
    return [
      {
        work: `${count(answers.length)} pages of the site at ${PACE} a second, ${paths.length} different ones`,
        figure: `p95 ${p95.toFixed(0)} ms, ${odd.length} not read`,
        target: '≤ 300 ms, none',
        isMet: p95 <= 300 && !odd.length,
      },
      {
        work: `statements meanwhile, beside those of the same process without visitors`,
        figure: `${statements}, ${idle}`,
        target: 'a hundredth of the pages more at most',
        isMet: statements - idle <= answers.length / 100,
      },
    ]
  } finally {
    await server.stop()
    await counter.close()
  }
}
const read = (port: number, path: string, agent: Agent): Promise<{ status: number }> =>
  new Promise(done => {
    get({ host: '127.0.0.1', port, path, agent, headers: { 'accept-encoding': 'gzip' } }, answer => {
      answer.resume()
      answer.on('end', () => done({ status: answer.statusCode ?? 0 }))
    }).on('error', () => done({ status: 0 }))
  })
/** Notices, a guide and questions on both sites; returns the notices. */
async function fill(db: Db): Promise<string[]> {
  const { tenantId } = db.me
  const [officer] = await db.query<{ id: string }>(sql`select id from sys_user where tenant_id = ${tenantId} and user_name = ${ACCOUNTS.officer}`)
  const [unit] = await db.query<{ id: string }>(sql`select id from department where tenant_id = ${tenantId} limit 1`)
  const channels = new Map<string, string>()
  for (const [sort, code] of (['notice', 'guide', 'faq'] as const).entries())
    channels.set(code, (await db.insert(contentChannel, { code, name: `压测${code}`, nameEn: code, sites: ['portal', 'welcome'], sort })).id)
  const of = (code: string): string => channels.get(code) ?? ''
  const drafts = Array.from({ length: NOTICES }, (_, n) => ({
    ...{
      id: uuidv7(),
      channelId: of('notice'),
      title: `新生报到须知之${n + 1}`,
      summary: '请按时报到',
      body: richOf('带好录取通知书和身份证。\n'.repeat(40)),
      audience: 'public' as const,
    },
    ...{
      sourceDeptId: unit?.id ?? '',
      authorId: officer?.id ?? '',
      publishAt: new Date(Date.now() - n * DAY_MS).toISOString(),
      state: 'published' as const,
      lastNo: 1,
      liveNo: 1,
      step: 1,
    },
  }))
  await db.insertMany(contentItem, drafts as Array<DraftOf<typeof contentItem>>, { history: false })
  const rows = await db.unscoped(contentItem).all({ id: drafts.map(d => d.id) }) // of the bench
  await db.insertMany(
    contentRevision,
    rows.map(row => ({ itemId: row.id, no: 1, snapshot: snapshotOf(row) as unknown as Record<string, unknown>, words: wordsOf(row, []), byId: officer?.id ?? null })),
    { history: false },
  )
  const steps = Array.from({ length: STEPS }, (_, n) => ({ channelId: of('guide'), no: n + 1, title: `第 ${n + 1} 步`, who: '新生', whenText: '报到当天' }))
  await db.insertMany(guideStep, steps, { history: false })
  const questions = Array.from({ length: QUESTIONS }, (_, n) => ({
    channelId: of('faq'),
    question: `宿舍怎么安排？（${n + 1}）`,
    answer: richOf('报到时领钥匙。\n'.repeat(5)),
    category: 'dormitory',
    sort: n,
  }))
  await db.insertMany(faqItem, questions, { history: false })
  return drafts.map(d => d.id)
}
