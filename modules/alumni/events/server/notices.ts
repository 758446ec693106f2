import sql, { type Sql } from 'sql-template-tag'
import { mustAllow, refusalOf } from '#model'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { compute, type Db, handle, rules } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { likePattern } from '#server/data/where.ts'
import { whenDue } from '#server/deadlines/deadlines.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { alumniClub } from '../../clubs/model/club.ts'
import { mustLead } from '../../clubs/server/api.ts'
import type { Alumnus } from '../../records/model/alumnus.ts'
import { alumniAccounts, hasAccount, mustBeAlumnus } from '../../records/server/api.ts'
import * as act from '../model/alumni-notice.ts'
import { type AlumniNotice, alumniNotice, alumniNoticeRead, MOST_NOTICES } from '../model/alumni-notice.ts'
import { NOTICE_MESSAGES } from '../model/event-messages.ts'

const refuse = (key: string, values: Record<string, unknown>, field: string): never => {
  throw refusalOf(alumniNotice, key, values, field)
}
const studied = (condition: Sql): Sql => sql`exists (select from alumnus_study y where y.tenant_id = a.tenant_id and y.alumnus_id = a.id and ${condition})`
const inYears = (year: Sql): Sql => sql`(${year} >= coalesce(n.year_from, 0) and ${year} <= coalesce(n.year_to, 9999))`
const isBlank = (column: Sql): Sql => sql`coalesce(jsonb_array_length(${column}), 0) = 0`
const inClubs = (condition: Sql): Sql =>
  sql`exists (select from alumni_club_member m where m.tenant_id = a.tenant_id and m.alumnus_id = a.id and m.state = 'member' and ${condition})`
/** Whether an alumnus (`a`) is in the audience of a notice (`n`). Of several studies any one counts. */
const isMeant = sql`((n.year_from is null and n.year_to is null) or ${inYears(sql`a.leave_year`)} or ${studied(inYears(sql`y.leave_year`))})
  and (${isBlank(sql`n.major_names`)} or n.major_names ? a.major_name or ${studied(sql`n.major_names ? y.major_name`)})
  and (${isBlank(sql`n.regions`)} or exists (select from jsonb_array_elements_text(n.regions) x(code) where a.canton like regexp_replace(x.code, '(00)+$', '') || '%'))
  and ((n.club_id is null and ${isBlank(sql`n.club_ids`)}) or ${inClubs(sql`(m.club_id = n.club_id or n.club_ids ? m.club_id::text)`)})`
const meantBy = (id: string): Sql => sql`exists (select from alumni_notice n where n.tenant_id = a.tenant_id and n.id = ${id}::uuid and ${isMeant})`
/** 30-AN1: how many an audience has, how many of them do not agree to be contacted or cannot be told, and how many are left. */
async function countMeant(db: Db, isOne: Sql) {
  const [found] = await db.query<{
    all: number
    noConsent: number
    noAccount: number
    told: number
  }>(sql`select count(*)::int as all, count(*) filter (where not a.contact_consent)::int as "noConsent",
    count(*) filter (where a.contact_consent and not ${hasAccount})::int as "noAccount", count(*) filter (where a.contact_consent and ${hasAccount})::int as told
    from alumnus a where a.tenant_id = ${db.me.tenantId} and ${isOne}`)
  return found ?? { all: 0, noConsent: 0, noAccount: 0, told: 0 }
}
const LINK = '/alumni/notices'
const about: MessageAbout<AlumniNotice> = { bizType: 'alumniNotice', link: ({ id }) => `${LINK}?id=${id}`, values: ({ title }) => ({ title }) }
/** Whoever is meant and agrees to be contacted now is told, once. */
async function handOut(db: Db, row: AlumniNotice): Promise<number> {
  const told = await db.insertFrom(
    alumniNoticeRead,
    { noticeId: sql`${row.id}::uuid`, alumnusId: sql`a.id`, isTold: sql`true` },
    sql`alumnus a where a.tenant_id = ${db.me.tenantId} and a.contact_consent and ${hasAccount} and ${meantBy(row.id)}`,
    { skipExisting: true, returning: ['alumnusId'], history: false },
  )
  const accounts = await alumniAccounts(
    db,
    told.map(t => t.alumnusId),
  )
  await notifyAbout(db, NOTICE_MESSAGES.noticePublished, about, [{ row, to: [...accounts.values()].flat() }])
  return told.length
}
async function check(db: Db, { yearFrom, yearTo, regions }: Partial<Pick<AlumniNotice, 'yearFrom' | 'yearTo' | 'regions'>>): Promise<void> {
  if (yearFrom && yearTo && yearTo < yearFrom) refuse('yearsReversed', { yearFrom, yearTo }, 'yearTo')
  const known = await cantonsByCode(db)
  const code = regions?.find(r => r && !known.has(r))
  if (code) refuse('cantonUnknown', { code }, 'regions')
}
const publish = handle(act.publishNotice, async ({ db }, { id }) => {
  const row = await db.visible(alumniNotice).lock(id, 'publish')
  const { all, told } = await countMeant(db, meantBy(id))
  if (!all) refuse('nobody', {}, 'yearFrom')
  const isLater = row.publishAt !== null && Date.parse(row.publishAt) > Date.now()
  const state = isLater ? ('scheduled' as const) : ('published' as const)
  const after = await db.update(alumniNotice, id, { state, publishAt: isLater ? row.publishAt : new Date().toISOString() })
  return { state, told: isLater ? told : await handOut(db, after) }
})
/** Scheduled ones go out to whoever is meant and agrees then. */
export const publishDue = whenDue(alumniNotice, {
  when: `t.state = 'scheduled'`,
  at: 'publishAt',
  set: { state: 'published' },
  async act(db, rows) {
    for (const row of rows) await handOut(db, row)
  },
})
const withdraw = handle(act.withdrawNotice, async ({ db }, { id }) => {
  await db.visible(alumniNotice).lock(id, 'withdraw')
  await db.update(alumniNotice, id, { state: 'withdrawn', isPinned: false })
})
const pin = handle(act.pinNotice, async ({ db }, { id, isPinned }) => {
  await db.visible(alumniNotice).lock(id, 'pin')
  await db.update(alumniNotice, id, { isPinned })
})
const post = handle(act.postNotice, async (ctx, { clubId, title, content }) => {
  const { club } = await mustLead(ctx, clubId)
  const { all } = await countMeant(ctx.db, inClubs(sql`m.club_id = ${club.id}::uuid`))
  if (!all) refuse('nobody', {}, 'clubId')
  const row = await ctx.db.insert(alumniNotice, { title, content, clubId: club.id, state: 'published', publishAt: new Date().toISOString() })
  return { told: await handOut(ctx.db, row) }
})
/** Published notices (`n`) that are for this alumnus. */
async function noticesFor(db: Db, own: Alumnus, which: Sql): Promise<AlumniNotice[]> {
  const found = await db.query<{ id: string }>(sql`select n.id from alumni_notice n where n.tenant_id = ${db.me.tenantId} and n.state = 'published' and ${which} and (
      exists (select from alumni_notice_read r where r.tenant_id = n.tenant_id and r.notice_id = n.id and r.alumnus_id = ${own.id}::uuid)
      or exists (select from alumnus a where a.tenant_id = n.tenant_id and a.id = ${own.id}::uuid and ${isMeant}))
    order by n.is_pinned desc, n.publish_at desc, n.id limit ${MOST_NOTICES}`)
  return db.unscoped(alumniNotice).all({ id: found.map(f => f.id) }, { sort: ['-publishAt'] }) // the caller is meant
}
async function shownOf(db: Db, own: Alumnus, rows: readonly AlumniNotice[]) {
  const clubs = new Map((await db.unscoped(alumniClub).all({ id: rows.flatMap(r => r.clubId ?? []) })).map(c => [c.id, c.name])) // their names
  const reads = new Map((await db.unscoped(alumniNoticeRead).all({ noticeId: rows.map(r => r.id), alumnusId: own.id })).map(r => [r.noticeId, r.readAt])) // the caller's own
  return rows.map(({ id, title, isPinned, publishAt, clubId }) => ({
    id,
    title,
    isPinned,
    publishedAt: publishAt,
    club: clubs.get(clubId ?? '') ?? null,
    readAt: reads.get(id) ?? null,
  }))
}
const mine = handle(act.myNotices, async (ctx, { q }) => {
  const own = await mustBeAlumnus(ctx)
  const shown = await shownOf(ctx.db, own, await noticesFor(ctx.db, own, sql`n.title ilike ${likePattern(q ?? '')}`))
  return shown.sort((a, b) => Number(b.isPinned) - Number(a.isPinned))
})
const open = handle(act.openNotice, async (ctx, { id }) => {
  const { db } = ctx
  const own = await mustBeAlumnus(ctx)
  const [row] = await noticesFor(db, own, sql`n.id = ${id}::uuid`)
  if (!row) throw notFound()
  const readAt = new Date().toISOString()
  const made = await db.insertOrSkip(alumniNoticeRead, { noticeId: id, alumnusId: own.id, readAt })
  if (!made) await db.updateWhere(alumniNoticeRead, { noticeId: id, alumnusId: own.id, 'readAt.isNull': true }, { readAt }, { history: false })
  const [{ title, publishedAt, club }] = (await shownOf(db, own, [row])) as [Awaited<ReturnType<typeof shownOf>>[number]]
  return { title, publishedAt, club, content: row.content }
})
export default [
  rules(alumniNotice, {
    add: ({ db }, draft) => check(db, draft),
    async update({ db }, row, patch) {
      mustAllow(alumniNotice, row, 'update')
      await check(db, { ...row, ...patch })
    },
    async remove(_ctx, row) {
      mustAllow(alumniNotice, row, 'remove')
    },
  }),
  compute(alumniNotice, ['told', 'reads'], async ({ db }, rows) => {
    const found = await db.query<{ id: string; told: number; reads: number }>(sql`select notice_id as id, count(*) filter (where is_told)::int as told, count(read_at)::int as reads
      from alumni_notice_read where tenant_id = ${db.me.tenantId} and notice_id = any(${rows.map(r => r.id ?? '')}::uuid[]) group by 1`)
    const of = new Map(found.map(f => [f.id, f]))
    for (const row of rows) Object.assign(row, { told: of.get(row.id ?? '')?.told ?? 0, reads: of.get(row.id ?? '')?.reads ?? 0 })
  }),
  handle(act.previewNotice, async ({ db }, { id }) => countMeant(db, meantBy((await db.visible(alumniNotice).one(id)).id))),
  handle(act.previewClubNotice, async (ctx, { clubId }) => countMeant(ctx.db, inClubs(sql`m.club_id = ${(await mustLead(ctx, clubId)).club.id}::uuid`))),
  publish,
  withdraw,
  pin,
  post,
  mine,
  open,
  scheduledJob('alumni.notices', '校友通知定时发布', '* * * * *', db => publishDue(db), { due: publishDue.candidates }),
]
