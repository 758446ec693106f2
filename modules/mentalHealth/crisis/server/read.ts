import sql, { type Sql } from 'sql-template-tag'
import { namedByStudent } from '#modules/student/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { type Db, handle } from '#server/context.ts'
import { askedPage } from '#server/data/asked-page.ts'
import { notFound } from '#server/data/rows.ts'
import { audit } from '#server/records/verbs.ts'
import { attentionCase } from '../../attention/model/attention-case.ts'
import { crisisEvent, crisisRegister, type crisisStates, crisisStep, openCrisis } from '../model/crisis-event.ts'
import { leaders } from './lead.ts'
import { crises, seenCrisis } from './seen.ts'

interface Line {
  id: string
  studentId: string
  at: string
  state: keyof typeof crisisStates.labels
  leadId: string
  nextLeadId: string | null
  acceptBy: string | null
  guardianAt: string | null
}
const COLUMNS = sql`c.id, c.student_id as "studentId", c.at, c.state, c.lead_id as "leadId", c.next_lead_id as "nextLeadId", c.accept_by as "acceptBy", c.guardian_at as "guardianAt"`
async function shown(db: Db, lines: readonly Line[]) {
  const nameOf = await accountNamer(
    db,
    lines.flatMap(l => [l.leadId, l.nextLeadId]),
  )
  const me = db.me.userId
  return (await namedByStudent(db, lines)).map(({ leadId, nextLeadId, ...line }) => ({
    ...line,
    ...{ lead: nameOf(leadId), nextLead: nextLeadId && nameOf(nextLeadId), isLead: leadId === me, isAsked: nextLeadId === me },
  }))
}
const linesOf = async (db: Db, more: Sql, rest: Sql): Promise<Line[]> => db.query<Line>(sql`select ${COLUMNS} from ${await crises(db, more)} c order by c.at desc, c.id ${rest}`)
const register = handle(crisisRegister, async ({ db }, { view, current, size }) => {
  const page = askedPage({ current, size })
  const more = sql`and e.state = ${view ?? 'open'}`
  const [counted] = await db.query<{ n: number }>(sql`select count(*)::int as n from ${await crises(db, more)} c`)
  return { result: await shown(db, await linesOf(db, more, page.limit)), page: page.head(counted?.n ?? 0) }
})
const open = handle(openCrisis, async (ctx, { id }) => {
  const { db, me } = ctx
  const { isWhole } = await seenCrisis(db, id)
  const [head] = await shown(db, await linesOf(db, sql`and e.id = ${id}`, sql``))
  if (!head) throw notFound()
  // 50-MH6; without the student: others read the audit log
  if (isWhole) await audit(ctx, 'reveal', crisisEvent.name, id, { layer: 'ML2' })
  const row = await db.unscoped(crisisEvent).one(id) // the caller has a part in it
  const isOwn = isWhole || row.reportedById === me.userId
  const steps = await db.unscoped(crisisStep).all({ eventId: id }, { sort: ['at'] }) // the same
  const people = isWhole ? (await leaders(db, row.studentId)).filter(u => u !== row.leadId) : []
  const nameOf = await accountNamer(db, [row.reportedById, ...steps.map(s => s.byId), ...people])
  const { guardianDueAt } = await db.unscoped(attentionCase).one(row.caseId) // of the event above
  const nothing = { place: null, facts: null, outcome: null, review: null }
  const { place, facts, outcome, review } = isWhole ? row : isOwn ? { ...nothing, place: row.place, facts: row.facts } : nothing
  return {
    ...{ ...head, isWhole, place, facts, outcome, review, closedOn: row.closedOn, reportedBy: nameOf(row.reportedById), guardianDueAt },
    people: people.map(userId => ({ userId, name: nameOf(userId) })),
    steps: steps.map(({ id: stepId, at, byId, kind, person, words }) => ({
      ...{ id: stepId, at, by: nameOf(byId), kind },
      ...(isWhole || byId === me.userId ? { person, words } : { person: null, words: null }),
    })),
  }
})
export default [register, open]
