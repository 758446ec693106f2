import sql from 'sql-template-tag'
import { type Db, handle } from '#server/context.ts'
import { holdFavourite } from '../model/actions.ts'
import { claimCard } from '../model/round.ts'
import { againstBed } from '../model/rules.ts'
import { saveCard, saveFavourites } from '../model/team-actions.ts'
import { isLookedAfter } from './conditions.ts'
import { bedsFor, choosersOf, claimFault, mustBeReal, mustBeStudent, namesOf, roundOf } from './facts.ts'
import { claimFirst, claiming, HIDDEN } from './hold-bed.ts'
import { similarBeds } from './similar.ts'

/** The student's card in a round, created if missing. */
async function ownCard(db: Db, roundId: string, studentId: string): Promise<string> {
  return db.getOrCreateId(claimCard, ['roundId', 'studentId'], { roundId, studentId })
}
const BY_NUMBER = /\d{6,}/
/** 20-DC6: an alias must not contain a name or number, to stay anonymous. */
const card = handle(saveCard, async ({ db, refuse }, { roundId, alias, habits, isShown }) => {
  const studentId = mustBeStudent(db)
  const round = await roundOf(db, roundId)
  mustBeReal(round)
  const [who] = await choosersOf(db, round, [studentId])
  const name = alias?.trim() ?? ''
  if (isShown && !name) refuse('nameless', {}, 'alias')
  if (who && (name.includes(who.name) || BY_NUMBER.test(name) || BY_NUMBER.test(habits ?? '') || habits?.includes(who.name))) refuse('realName', {}, 'alias')
  await db.update(claimCard, await ownCard(db, roundId, studentId), { alias: name || null, habits: habits?.trim() || null, isShown })
})
/** Ranked before the round opens; permission is checked when they are tried. */
const favourites = handle(saveFavourites, async ({ db, refuse }, { roundId, bedIds }) => {
  const studentId = mustBeStudent(db)
  const round = await roundOf(db, roundId)
  mustBeReal(round)
  const [who] = await choosersOf(db, round, [studentId])
  const ids = bedIds.filter(id => id !== null)
  const beds = new Map((await bedsFor(db, round, sql`b.id = any(${ids}::uuid[])`)).map(b => [b.id, b]))
  const [names, isSilent] = [await namesOf(db), await isLookedAfter(db, round)]
  const kept: string[] = []
  for (const [at, id] of ids.entries()) {
    const bed = beds.get(id)
    const fault = bed && who && againstBed(round, who, { ...bed, isTaken: false }, names)
    // 30-WD5: a taken bed is accepted, so an id of none of theirs is, and is not kept
    if (isSilent && who && (!bed || (fault && HIDDEN.includes(fault.rule)))) continue
    if (!bed || !who) throw claimFault({ rule: 'bedUnknown', values: {} })
    if (ids.indexOf(id) < at) refuse('twice', { bed: bed.fullName }, 'bedIds')
    if (fault) throw claimFault(fault)
    kept.push(id)
  }
  await db.update(claimCard, await ownCard(db, roundId, studentId), { bedIds: kept })
})
/** One request, one statement: takes the first favourite still available. */
const first = handle(holdFavourite, (outer, { roundId }) =>
  claiming(outer, roundId, { action: 'favourites', bedId: null }, async (ctx, standing, note) => {
    const { round, who } = standing
    const { db } = ctx
    const ids = (await db.unscoped(claimCard).find({ roundId, studentId: who.id }))?.bedIds ?? [] // restricted to the caller's own rows
    const names = await namesOf(db)
    const beds = (await bedsFor(db, round, sql`b.id = any(${ids}::uuid[])`)).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    const free = beds.filter(b => !againstBed(round, who, b, names))
    const [wanted] = beds
    if (!free.length) throw claimFault({ rule: 'allTaken', values: { count: ids.length } }, wanted ? { similar: await similarBeds(db, standing, wanted) } : null)
    return claimFirst(ctx, standing, free, note)
  }),
)
export default [card, favourites, first]
