import { citizenIdFault } from '#model'
import { type Db, handle, rules } from '#server/context.ts'
import { audit } from '#server/records/verbs.ts'
import { person, teacher } from '../model/people.ts'
import { mergePersons, previewMerge } from '../model/people-actions.ts'
import { fail } from './common.ts'
import { rowsOfPerson } from './person-rows.ts'

/** A natural person by identity document. */
export interface Human {
  idType: string
  idNo: string
  name: string
  birthDate?: string | null
}
const keyOf = (h: Pick<Human, 'idType' | 'idNo'>): string => `${h.idType}:${h.idNo.trim().toUpperCase()}`

/** The person with this identity number, created if missing. */
export const personFor = (db: Db, human: Human): Promise<string> => db.getOrCreateId(person, ['idType', 'idNo'], { ...human, birthDate: human.birthDate ?? null })
/** Batch version; ids in the order of the input. */
export async function personsFor(db: Db, humans: readonly Human[]): Promise<string[]> {
  const ids = new Map<string, string>()
  const wanted = new Map(humans.map(h => [keyOf(h), h]))
  const look = async (): Promise<void> => {
    const numbers = [...wanted].filter(([key]) => !ids.has(key)).map(([, h]) => h.idNo)
    for (let from = 0; from < numbers.length; from += 5000)
      for (const row of await db.unscoped(person).all({ 'idNo.in': numbers.slice(from, from + 5000) })) ids.set(keyOf(row), row.id) // identity lookup, not an access
  }
  await look()
  const missing = [...wanted].filter(([key]) => !ids.has(key)).map(([, h]) => ({ idType: h.idType, idNo: h.idNo, name: h.name, birthDate: h.birthDate ?? null }))
  if (missing.length) {
    await db.insertMany(person, missing)
    await look()
  }
  return humans.map(h => ids.get(keyOf(h)) as string)
}

export default [
  rules(person, {
    async update(_ctx, row, patch) {
      const after = { ...row, ...patch }
      if (after.idType === '1' && citizenIdFault(after.idNo)) fail(person, 'idNoFault', { idNo: `${after.idNo.slice(0, 4)}…` }, 'idNo')
    },
  }),
  handle(previewMerge, async (ctx, { keepId, mergeId }) => {
    const { db, refuse } = ctx
    if (keepId === mergeId) refuse('sameRow')
    const [keep, merged] = [await db.visible(person).one(keepId), await db.visible(person).one(mergeId)]
    const doubled = await bothTeach(db, keepId, mergeId)
    if (doubled) refuse('bothHave', doubled)
    const rows = await rowsOfPerson(db, mergeId)
    return { keepName: keep.name, mergeName: merged.name, rows: rows.map(r => ({ label: r.entity.label, count: r.ids.length })) }
  }),
  handle(mergePersons, async (ctx, { keepId, mergeId, reason }) => {
    const { db, refuse } = ctx
    if (keepId === mergeId) refuse('sameRow')
    for (const id of [keepId, mergeId].sort()) await db.visible(person).lock(id)
    const doubled = await bothTeach(db, keepId, mergeId)
    if (doubled) refuse('bothHave', doubled)
    const rows = await rowsOfPerson(db, mergeId)
    for (const { entity, field, ids } of rows) for (const id of ids) await db.update(entity, id, { [field]: keepId })
    await db.remove(person, mergeId)
    await audit(ctx, 'merge', person.name, keepId, { mergeId, reason })
    return { moved: rows.reduce((n, r) => n + r.ids.length, 0) }
  }),
]
/** A person has at most one teacher row; two are different people or a mistake to correct first. */
async function bothTeach(db: Db, keepId: string, mergeId: string): Promise<{ label: string; number: string } | undefined> {
  const rows = [...(await db.cached(teacher)).values()].filter(t => t.personId === keepId || t.personId === mergeId)
  return rows.length > 1 ? { label: teacher.label, number: rows.map(t => t.staffNo).join('、') } : undefined
}
