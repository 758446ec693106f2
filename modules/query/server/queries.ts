import sql from 'sql-template-tag'
import { entityNamed, hasEntity, type Row } from '#model'
import { audienceSource } from '#modules/system/server/api.ts'
import { type Ctx, compute, type Db, handle, rules } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { translate } from '#server/i18n/translate.ts'
import { isCron, nextTimes } from '#server/jobs/cron.ts'
import { exportQuery, myQueries, runQuery, savedQuery, subjects, tile } from '../model/query.ts'
import type { Spec } from '../model/spec.ts'
import { checkedSpec } from './check-spec.ts'
import { Compiler } from './compile.ts'
import { order } from './export-tasks.ts'
import { assertKnown, fail, subjectOf, subjectsFor } from './fields.ts'
import { labelWords, subjectName } from './labels.ts'
import { offeredSubject } from './offered.ts'
import { auditRun, note, page, prepare } from './run.ts'
import { settingsOf } from './settings.ts'

type Query = Row<typeof savedQuery>
async function check(ctx: Ctx, draft: Partial<Query>, subject: string): Promise<void> {
  if (draft.spec) {
    const entity = subjectOf(ctx.me, subject)
    draft.spec = checkedSpec(draft.spec)
    assertKnown(entity, draft.spec)
  }
  const { recipients } = await settingsOf(ctx.db)
  if (draft.recipients && draft.recipients.length > recipients) throw fail('recipient', { max: recipients }, 'recipients')
  if (draft.cron === undefined) return
  if (draft.cron && !isCron(draft.cron)) throw fail('cron', { cron: draft.cron }, 'cron')
  draft.nextAt = draft.cron ? (nextTimes(draft.cron, 1)[0]?.toISOString() ?? null) : null
}
/** Own queries and those shared with a role of the caller; sharing grants no access to rows. */
const reachable = (db: Db) => sql`select q.id, q.name, q.subject, q.note, q.owner_id = ${db.me.userId} as "isMine", q.is_tile as "isTile", q.spec, u.nick_name as "ownerName"
  from saved_query q left join sys_user u on u.tenant_id = q.tenant_id and u.id = q.owner_id
  where q.tenant_id = ${db.me.tenantId} and (q.owner_id = ${db.me.userId} or q.shared_roles ?| ${db.me.roles}::text[])`
type Reached = Pick<Query, 'id' | 'name' | 'subject' | 'note' | 'isTile'> & { isMine: boolean; spec: Spec; ownerName: string | null }
const queriesFor = (db: Db): Promise<Reached[]> => db.query<Reached>(sql`${reachable(db)} order by q.updated_at desc limit 200`)
async function mustReach(db: Db, id: string | null): Promise<void> {
  if (id && !(await db.query(sql`select 1 from (${reachable(db)}) q where q.id = ${id}`)).length) throw notFound()
}
const isOutdated = (subject: string, spec: Spec): boolean => {
  if (!hasEntity(subject)) return true
  try {
    assertKnown(entityNamed(subject), spec)
    return false
  } catch {
    return true
  }
}
/** Accounts found by a saved query, within the user's own scope. */
const accounts = audienceSource('savedQuery', async (db, ids) => {
  const [row] = await db.query<{ subject: string; spec: Spec }>(sql`select q.subject, q.spec from (${reachable(db)}) q where q.id = ${ids[0] ?? null}`)
  if (!row) throw notFound()
  const entity = subjectOf(db.me, row.subject)
  const found = await new Compiler(db, entity).ids(checkedSpec(row.spec))
  const tie = entity.name === 'teacher' ? sql`teacher_id` : sql`student_id`
  return sql`(select id from sys_user where tenant_id = ${db.me.tenantId} and ${tie} in ${found})`
})
export default [
  accounts,
  rules(savedQuery, {
    async add(ctx, draft) {
      Object.assign(draft, { ownerId: ctx.me.userId })
      await check(ctx, draft, draft.subject ?? '')
    },
    update: async (ctx, row, patch) => check(ctx, patch, row.subject),
  }),
  compute(savedQuery, ['subjectName', 'isOutdated'], async ({ lang }, rows) => {
    for (const row of rows)
      Object.assign(row, {
        subjectName: subjectName(lang, row.subject),
        isOutdated: row.spec ? isOutdated(row.subject, row.spec) : true,
      })
  }),
  handle(subjects, async ctx => subjectsFor(ctx.me).map(e => offeredSubject(ctx, e.name))),
  handle(myQueries, async ({ db, lang }) => (await queriesFor(db)).map(q => ({ ...q, subjectName: subjectName(lang, q.subject) }))),
  handle(runQuery, async (ctx, { subject, spec, queryId = null, reason = null, current, size }) => {
    await mustReach(ctx.db, queryId)
    const ready = await prepare(ctx, { subject, spec, reason })
    const seen = await auditRun(ctx, ready, { kind: 'screen', reason })
    const began = performance.now()
    const found = await page(ctx, ready, { current: current ?? 1, size: size ?? 50, seen })
    const ms = Math.round(performance.now() - began)
    await note(ctx, ready, { queryId, reason }, found.total, ms, 'screen')
    return {
      ...found,
      ms,
      columns: ready.compiled.columns.map((c, i) => ({ key: c.path?.text ?? `#${i}`, label: labelWords(ctx.lang, c.label), kind: c.field?.kind ?? 'integer' })),
    }
  }),
  /** Queues an export into a file of the caller. */
  handle(exportQuery, async (ctx, { subject, spec, queryId = null, reason = null, name }) => {
    await mustReach(ctx.db, queryId)
    const { entity, spec: checked } = await prepare(ctx, { subject, spec, reason })
    const title = (name ?? translate(ctx.lang, entity.label)).replace(/[\\/:*?"<>|]/g, ' ').slice(0, 60)
    const jobId = await order(ctx.db, { userId: ctx.me.userId, lang: ctx.lang, name: title, subject, spec: checked, reason, queryId, isScheduled: false })
    return { jobId }
  }),
  handle(tile, async ctx => {
    const shown = (await queriesFor(ctx.db)).filter(q => q.isTile && !isOutdated(q.subject, q.spec)).slice(0, 8)
    return Promise.all(shown.map(async q => ({ id: q.id, name: q.name, total: await totalOf(ctx, q) })))
  }),
]
async function totalOf(ctx: Ctx, q: Reached): Promise<number | null> {
  try {
    const ready = await prepare(ctx, { subject: q.subject, spec: q.spec, reason: null })
    return (await page(ctx, ready, { current: 1, size: 1 })).total
  } catch {
    return null // no longer permitted, or too slow for a desktop
  }
}
