import sql, { type Sql } from 'sql-template-tag'
import { studentsOf } from '#modules/student/server/api.ts'
import { accountNames } from '#server/access/accounts.ts'
import { subjectsOf } from '#server/audit/subjects.ts'
import { type Ctx, handle } from '#server/context.ts'
import { warningSources } from '#server/extensions/warning-sources.ts'
import { formatWording, translateIfKnown } from '#server/i18n/translate.ts'
import { audit } from '#server/records/verbs.ts'
import { graveCards, ownCards, raisedCards } from '../model/actions.ts'
import { levelOf } from '../model/score.ts'
import { type Part, warningCase } from '../model/warning-case.ts'
import { marksOf } from './marks.ts'
import { settingsOf } from './settings.ts'

interface Found {
  id: string
  studentId: string
  score: number
  state: 'open' | 'following'
  openedAt: string
  dueAt: string | null
  ownerId: string | null
  parts: Part[]
}
/** Sources whose facts the reader may read where they are kept. */
const readable = ({ db, me }: Pick<Ctx, 'db' | 'me'>): string[] => db.registered(warningSources).flatMap(s => (me.permissions.has(s.permission) ? [s.code] : []))
/** What a value of a source says, in the reader's language: 超期 3 天. */
function saying({ db, lang }: Ctx): (of: Part) => string | null {
  const says = new Map(db.registered(warningSources).map(s => [s.code, s.says]))
  return ({ source, value }) => {
    const text = says.get(source)
    return text ? formatWording(lang, { text, values: { n: value } }) : null
  }
}
/** What the reader may see of a case `c`: the sum and the reasons, as `v`. */
export const seenBy = (ctx: Pick<Ctx, 'db' | 'me'>): Sql =>
  sql`cross join lateral (select coalesce(sum((p->>'points')::numeric), 0)::float8 as score, coalesce(jsonb_agg(p order by (p->>'points')::numeric desc, p->>'signalId'), '[]'::jsonb) as parts
      from jsonb_array_elements(c.parts) p where p->>'source' = any(${readable(ctx)}::text[])) v`
/** 60-EW7: open cases by the sum of what the reader may see; whom that sum does not bring onto the list is not on it. The reading is audited with all who were read of. */
async function cardsOf(ctx: Ctx, permission: string, which: Sql) {
  const { db } = ctx
  const limits = await settingsOf(db)
  const rows =
    await db.query<Found>(sql`select c.id, c.student_id as "studentId", v.score, c.state, c.opened_at as "openedAt", c.due_at as "dueAt", c.owner_id as "ownerId", v.parts
    from ${db.visibleFor(warningCase, permission).rows()} c ${seenBy(ctx)}
    where c.state <> 'closed' and v.score >= ${limits.noticeFrom}::float8 and ${which} order by v.score desc, c.opened_at, c.id`)
  const students = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  const [marks, said] = [await marksOf(db, [...students.keys()]), saying(ctx)]
  const names = await accountNames(
    db,
    rows.flatMap(r => r.ownerId ?? []),
  )
  if (rows.length) await subjectsOf(db, warningCase, await audit(ctx, 'open', warningCase.name, null, { count: rows.length }), rows as never)
  return rows.flatMap(({ ownerId, parts, ...row }) => {
    const [who, level] = [students.get(row.studentId), levelOf(row.score, limits)]
    if (!who || !level) return []
    return [
      {
        ...row,
        level,
        ...{ name: who.name, className: who.className, phone: who.phone, ownerName: names.get(ownerId ?? '') ?? null },
        parts: parts.map(part => ({ title: translateIfKnown(ctx.lang, part.title), value: part.value, says: said(part), at: part.at, points: part.points, link: part.link })),
        marks: (marks.get(row.studentId) ?? []).map(({ name, reason, at }) => ({ name, reason, at })),
      },
    ]
  })
}
export default [
  handle(ownCards, async ctx => ({ cards: await cardsOf(ctx, ownCards.permission, sql`true`) })),
  handle(raisedCards, async ctx => ({ cards: await cardsOf(ctx, raisedCards.permission, sql`c.raised is not null`) })),
  handle(graveCards, async ctx => {
    const { urgentFrom } = await settingsOf(ctx.db)
    return { cards: await cardsOf(ctx, graveCards.permission, sql`(v.score >= ${urgentFrom}::float8 or c.raised = 'officer')`) }
  }),
]
