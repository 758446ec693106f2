import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import type { KernelCtx } from '#server/data/core.ts'
import { type ProfilePart, profilePart, profileParts } from '#server/extensions/profile-parts.ts'
import { formatWording, translate } from '#server/i18n/translate.ts'
import { SPAN_CAUSES } from '../model/history.ts'
import * as m from '../model/profile.ts'
import { STUDENT_STATUS, type StudentStatus } from '../model/status.ts'
import { student } from '../model/student.ts'

/** Largest number of events per part of a timeline. */
const MOST = 60
const partsOf = (ctx: unknown): readonly ProfilePart[] => {
  const { core, me } = ctx as KernelCtx
  return core.registry.of(profileParts).filter(p => me.permissions.has(p.permission))
}
const parts = handle(m.profileParts, async (ctx, { id }) => {
  await ctx.db.visible(student).one(id)
  return partsOf(ctx).map(p => ({ code: p.code, label: translate(ctx.lang, p.label), hasHints: p.notable !== undefined }))
})
const one = handle(m.profilePart, async (ctx, { id, part, onlyHints }) => {
  await ctx.db.visible(student).one(id)
  const found = partsOf(ctx).find(p => p.code === part)
  if (!found) return ctx.refuse('noPart')
  const [happened, notable] = await Promise.all([onlyHints ? [] : (found.happened?.(ctx, id, MOST) ?? []), found.notable?.(ctx, id) ?? []])
  return {
    happened: happened.map(h => ({ at: h.at, title: formatWording(ctx.lang, h.title), note: h.note ? formatWording(ctx.lang, h.note) : null, tone: h.tone ?? null })),
    notable: notable.flatMap(n => (n ? [{ title: formatWording(ctx.lang, n.title), at: n.at ?? null, link: n.link ?? null }] : [])),
  }
})
const LIST = 'student:student:list'
const way = profilePart({
  code: 'student.way',
  label: '学籍',
  permission: LIST,
  async happened({ db }, studentId, limit) {
    const rows = await db.query<{ at: string; status: StudentStatus; cause: keyof typeof SPAN_CAUSES; name: string | null }>(sql`
      select h."from"::text as at, h.status, h.cause, c.name from class_history h left join stu_class c on c.tenant_id = h.tenant_id and c.id = h.class_id
      where h.tenant_id = ${db.me.tenantId} and h.student_id in (select s.id from ${db.visibleFor(student, LIST).rows()} s where s.id = ${studentId}) order by h."from" desc limit ${limit}`)
    return rows.map(r => ({
      at: r.at,
      title: { text: SPAN_CAUSES[r.cause] },
      note: [{ text: STUDENT_STATUS[r.status] }, ...(r.name ? [r.name] : [])],
      tone: 'done' as const,
    }))
  },
  async notable({ db }, studentId) {
    const row = await db.visibleFor(student, LIST).one(studentId)
    const { completeness } = row
    return [typeof completeness === 'number' && completeness < 100 && row.hasRecord ? { title: { text: '信息完整度 {percent}%', values: { percent: completeness } } } : null]
  },
})
export default [parts, one, way]
