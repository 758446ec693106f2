import sql, { empty } from 'sql-template-tag'
import { daysBetween } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { departmentsBelow } from '#modules/campus/server/api.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { askedPage } from '#server/data/asked-page.ts'
import { notFound } from '#server/data/rows.ts'
import { audit } from '#server/records/verbs.ts'
import { actionCards, caseRegister, openCase } from '../model/actions.ts'
import { type AttentionCase, attentionCase, attentionFollowUp, attentionMember } from '../model/attention-case.ts'
import { attentionNotice } from '../model/attention-notice.ts'
import { layerOf, layersOf, type Seen } from './layers.ts'
import { callSheets } from './read-calls.ts'

type Line = Pick<AttentionCase, 'id' | 'studentId' | 'level' | 'state' | 'nextFollowUpOn' | 'dueAt'> & {
  name: string
  studentNo: string | null
  className: string | null
  since: string
  ownerId: string | null
}
const isPast = (dueAt: string | null): boolean => dueAt !== null && Date.parse(dueAt) <= Date.now()
const daysSince = (at: string): number => daysBetween(schoolDate(at), today())
const register = handle(caseRegister, async ({ db }, { current, size, level, state, due, departmentId }) => {
  const page = askedPage({ current, size })
  const below = departmentId ? await departmentsBelow(db, departmentId) : null
  const from = sql`${await layersOf(db)} x where x.layer > 0 and ${state ? sql`x.state = ${state}` : sql`x.state <> 'closed'`} ${level ? sql`and x.level = ${level}` : empty}
    ${due === 'overdue' ? sql`and x.due_at <= now()` : empty} ${below ? sql`and x.department_id = any(${below}::uuid[])` : empty}`
  const [{ n: total } = { n: 0 }] = await db.query<{ n: number }>(sql`select count(*)::int as n from ${from}`)
  const lines =
    await db.query<Line>(sql`select l.id, l.student_id as "studentId", l.level, l.state, l.next_follow_up_on::text as "nextFollowUpOn", l.due_at as "dueAt", l.name, l.student_no as "studentNo", c.name as "className",
      coalesce(l.opened_at, l.created_at) as since, l.owner_id as "ownerId"
    from (select x.* from ${from} order by x.level, x.next_follow_up_on, x.id ${page.limit}) l
      left join stu_class c on c.tenant_id = ${db.me.tenantId} and c.id = l.class_id order by l.level, l.next_follow_up_on, l.id`)
  const nameOf = await accountNamer(
    db,
    lines.map(l => l.ownerId),
  )
  return {
    result: lines.map(({ since, ownerId, ...line }) => ({ ...line, days: daysSince(since), isOverdue: isPast(line.dueAt), owner: ownerId && nameOf(ownerId) })),
    page: page.head(total),
  }
})
const NOTHING = { kinds: null, assessment: null, hospitalRecords: null, guardianWhyNot: null, team: [] }
/** What the centre's own layer adds. */
async function inner(db: Db, row: AttentionCase) {
  const team = await db.unscoped(attentionMember).all({ caseId: row.id }) // the caller has layer ML2
  const nameOf = await accountNamer(
    db,
    team.map(m => m.userId),
  )
  const { kinds, assessment, hospitalRecords, guardianWhyNot } = row
  return { kinds, assessment, hospitalRecords, guardianWhyNot, team: team.map(({ userId, layer, to }) => ({ name: nameOf(userId), layer, to })) }
}
async function followUpsOf(db: Db, { id, layer }: Pick<Seen, 'id' | 'layer'>) {
  const rows = await db.unscoped(attentionFollowUp).all(layer === 2 ? { caseId: id } : { caseId: id, byId: db.me.userId }, { sort: ['-at'] }) // ML1 reads its own, ML2 all
  const nameOf = await accountNamer(
    db,
    rows.map(r => r.byId),
  )
  return rows.map(({ id, at, byId, way, content, nextOn }) => ({ id, at, by: nameOf(byId), way, content, nextOn }))
}
/** Who was told that nobody had looked after the student. */
async function noticesOf(db: Db, caseId: string) {
  const rows = await db.unscoped(attentionNotice).all({ caseId }, { sort: ['-at'] }) // the caller has a layer of the case
  const nameOf = await accountNamer(
    db,
    rows.map(r => r.userId),
  )
  return rows.map(({ id, at, step, userId }) => ({ id, at, step, name: userId && nameOf(userId) }))
}
/** A case as far as `layer` goes. The caller has found out that the reader has it. */
async function shownCase(ctx: Ctx, { id, layer }: Pick<Seen, 'id' | 'layer'>, why: Readonly<Record<string, string>> = {}) {
  const { db } = ctx
  const row = await db.unscoped(attentionCase).one(id) // the reader's layer is known
  const who = await studentOf(db, row.studentId)
  if (!who) throw notFound()
  // 50-MH6: no reading of ML2 without a record of it
  if (layer === 2) await audit(ctx, 'reveal', attentionCase.name, id, { layer: 'ML2', ...why })
  const nameOf = await accountNamer(db, [row.ownerId, row.backupId])
  const { level, state, nextFollowUpOn, watchFor, agreedActions, actionCard, ownerId, backupId, dueAt } = row
  return {
    ...{
      id,
      studentId: who.id,
      name: who.name,
      studentNo: who.studentNo,
      className: who.className,
      layer,
      review: row.reviewTo,
      ...{ guardianDueAt: row.guardianDueAt, guardianAt: row.guardianAt },
      isBegun: row.openedAt !== null,
      level,
      state,
      nextFollowUpOn,
      dueAt,
      isOverdue: isPast(dueAt),
      watchFor,
      agreedActions,
      actionCard,
    },
    ...{
      days: daysSince(row.openedAt ?? row.createdAt),
      owner: ownerId && nameOf(ownerId),
      backup: backupId && nameOf(backupId),
      contactName: who.emergencyName,
      contactPhone: who.emergencyPhone,
    },
    ...(layer === 2 ? await inner(db, row) : NOTHING),
    calls: (await callSheets(db, { caseId: id })).map(({ caseId: _, takenById: __, ...sheet }) => sheet),
    notices: await noticesOf(db, id),
    followUps: await followUpsOf(db, { id, layer }),
  }
}
/** What the team reads, for an access that is granted elsewhere; `why` goes into the audit log. */
export const caseAsTeam = (ctx: Ctx, id: string, why: Readonly<Record<string, string>>) => shownCase(ctx, { id, layer: 2 }, why)
const opened = handle(openCase, async (ctx, { id, asMl1 }) => {
  const seen = await layerOf(ctx.db, id)
  if (!seen?.layer) throw notFound()
  // of follow-ups each of them reads their own, so a preview has none
  return asMl1 ? { ...(await shownCase(ctx, { ...seen, layer: 1 })), followUps: [] } : shownCase(ctx, seen)
})
const cards = handle(actionCards, async ({ db }) => {
  const found = await db.query<{
    id: string
    name: string
    className: string | null
  }>(sql`select x.id, x.name, c.name as "className" from ${await layersOf(db, sql`and t.action_card is not null`)} x
    left join stu_class c on c.tenant_id = ${db.me.tenantId} and c.id = x.class_id where x.layer = 0 order by x.name, x.id`)
  const words = new Map((await db.unscoped(attentionCase).all({ id: found.map(f => f.id) })).map(c => [c.id, c.actionCard])) // those above
  return found.map(f => ({ ...f, card: words.get(f.id) ?? '' }))
})
export default [register, opened, cards]
