import { department } from '#modules/campus/model/organisation.ts'
import { teacher } from '#modules/campus/model/people.ts'
import { ownStudentId, studentNumbers, studentsOf } from '#modules/student/server/api.ts'
import { casesOf, readableRow } from '#modules/workflow/server/api.ts'
import { type Ctx, compute, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { FOUNDING, type Founding, founderConsent, foundingCard, foundingStates, myFoundings, societyFounding } from '../model/founding.ts'
import { similarTo } from '../model/similar-names.ts'
import { LIVING, society } from '../model/society.ts'
import { foundersOf } from './founders.ts'
import { settingsOf } from './settings.ts'

const PERCENT = 100
/** 60-SO1: living societies whose name is alike. */
async function similarNames(db: Db, name: string): Promise<string[]> {
  const { similarFrom } = await settingsOf(db)
  const living = await db.unscoped(society).all({ state: LIVING }, { limit: 2000 }) // only names are told
  return similarTo(
    name,
    living.map(s => s.name),
    similarFrom / PERCENT,
  )
}
async function shownOf(db: Db, rows: readonly Founding[]) {
  const people = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  const teachers = new Map((await db.unscoped(teacher).all({ id: rows.map(r => r.advisorId) })).map(t => [t.id, t])) // named by the applicants
  const units = await db.cached(department)
  const { foundersLeast: needed } = await settingsOf(db)
  return Promise.all(
    rows.map(async row => {
      const { id, name, nameEn, category, level, purpose, meets, joinWay, state, gatherUntil } = row
      const { sound } = await foundersOf(db, id)
      const advisor = teachers.get(row.advisorId)
      return {
        row,
        founders: sound,
        advisorNo: advisor?.staffNo ?? null,
        shown: {
          ...{ id, name, nameEn, category, level, purpose, meets, joinWay, state, gatherUntil, confirmed: sound.length, needed },
          ...{ applicant: people.get(row.studentId)?.name ?? null, advisor: advisor?.name ?? null, unit: units.get(row.guidanceUnitId)?.name ?? null },
        },
      }
    }),
  )
}
/** Rows of the caller, those they back, and the one the link leads to while it looks for founders. */
async function rowsFor({ db, me }: Ctx, id: string | null | undefined): Promise<{ rows: Founding[]; backed: ReadonlySet<string> }> {
  const studentId = ownStudentId(me)
  const consents = await db.unscoped(founderConsent).all({ studentId, state: 'agreed' }) // the caller's own
  const backed = new Set(consents.map(c => c.foundingId))
  const own = await db.unscoped(societyFounding).all({ studentId }, { sort: ['-createdAt'], limit: 20 }) // as above
  const others = await db.unscoped(societyFounding).all({ id: [...backed, ...(id ? [id] : [])] }) // whoever has the link may read it
  const open = others.filter(o => o.studentId !== studentId && (backed.has(o.id) || foundingStates.allows(o, 'consent')))
  return { rows: [...open, ...own], backed }
}
export default [
  ...studentNumbers(societyFounding),
  ...studentNumbers(founderConsent),
  compute(societyFounding, ['founders'], async ({ db }, rows) => {
    const found = await db.unscoped(founderConsent).all({ foundingId: rows.map(r => r.id ?? ''), state: 'agreed' }) // of rows the reader has
    const counts = Map.groupBy(found, f => f.foundingId)
    for (const row of rows) row.founders = counts.get(row.id ?? '')?.length ?? 0
  }),
  handle(myFoundings, async (ctx, { id }) => {
    const { db, me } = ctx
    const { rows, backed } = await rowsFor(ctx, id)
    const cases = await casesOf(
      db,
      societyFounding.name,
      rows.map(r => r.id),
    )
    const shown = await shownOf(db, rows)
    return Promise.all(
      shown.map(async ({ row, shown, founders, advisorNo }) => {
        const isMine = row.studentId === me.studentId
        const isOpen = (FOUNDING as readonly string[]).includes(row.state)
        return {
          ...shown,
          ...{ departmentId: row.departmentId, guidanceUnitId: row.guidanceUnitId, charter: isMine ? row.charter : [], charterParts: row.charterParts },
          ...{ advisorNo: isMine ? advisorNo : null, isMine, isFounder: backed.has(row.id), founders: isMine ? founders.map(f => f.name) : [] },
          ...{ similar: isMine && isOpen ? await similarNames(db, row.name) : [], instanceId: isMine ? (cases.get(row.id)?.instanceId ?? null) : null },
        }
      }),
    )
  }),
  handle(foundingCard, async (ctx, { id }) => {
    const { db } = ctx
    const row = await readableRow(ctx, societyFounding, id)
    const [one] = await shownOf(db, [row])
    if (!one) throw notFound()
    const founders = one.founders.map(f => ({ name: f.name, className: f.className ?? null }))
    return { ...one.shown, charter: row.charter, rankShare: row.rankShare, founders, similar: await similarNames(db, row.name) }
  }),
]
