import type { Facts } from '#flow/index.ts'
import type { OutputOf } from '#model'
import { aidOffersOf } from '#modules/money/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { type StudentOf, selfStudent } from '#modules/student/server/api.ts'
import { isOpen } from '#modules/workflow/rounds/model/round.ts'
import { meantForCaller } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { isMet, mayProve } from '../../items/model/checks.ts'
import { openAwards } from '../model/application.ts'
import { awardBatch, type FrozenItem } from '../model/batch.ts'
import { type Batch, itemsIn } from './batches.ts'
import { amountOf } from './exclusions.ts'
import { factsOfItems, ownReader, toldOf } from './judging.ts'
import { type Honoured, honouredBy, standingOf } from './subjects.ts'

/** An item of an open batch that the reader may apply for: as themselves, or for the class or room that they head. */
interface Candidacy {
  batch: Batch
  item: FrozenItem
  honoured: Honoured
}
async function candidaciesOf(db: Db, who: StudentOf): Promise<Candidacy[]> {
  const batches = (await db.unscoped(awardBatch).all({ state: 'published' }, { sort: ['endTime'] })).filter(b => isOpen(b)) // the audience is checked next
  const open = []
  for (const batch of await meantForCaller(db, awardBatch, batches)) open.push(...(await itemsIn(db, batch)).map(item => ({ batch, item })))
  const honoured = new Map<string, Honoured | undefined>()
  for (const subject of new Set(open.map(o => o.item.subject))) honoured.set(subject, await honouredBy(db, subject, who))
  return open.flatMap(({ batch, item }) => {
    const as = honoured.get(item.subject)
    return as ? [{ batch, item, honoured: as }] : []
  })
}
/** Facts of all these, those of one day in one statement for each source. */
async function factsOfAll(db: Db, who: StudentOf, all: readonly Candidacy[]): Promise<(of: Candidacy) => Facts> {
  const found = new Map<Candidacy, Facts>()
  for (const [day, of] of Map.groupBy(all, c => c.batch.factsAsOf)) {
    const facts = await factsOfItems(
      db,
      who.id,
      of.map(({ item, honoured }) => ({ item, subjectId: honoured.subjectId })),
      day,
    )
    of.forEach((c, n) => void found.set(c, facts[n] ?? {}))
  }
  return of => found.get(of) ?? {}
}
type Offer = OutputOf<typeof openAwards>
/** 40-A1: what the reader can apply for, each condition with value and limit. */
async function offersOf(ctx: Ctx): Promise<Offer[]> {
  const { db } = ctx
  const who = await selfStudent(ctx)
  const { level } = await db.unscoped(student).one(who.id) // the caller's own record
  const all = await candidaciesOf(db, who)
  const [facts, reader] = [await factsOfAll(db, who, all), await ownReader(ctx)]
  const standing = await standingOf(
    db,
    all.map(({ batch }) => batch.id),
    all.map(({ honoured }) => honoured.subjectId),
  )
  const offers: Offer[] = []
  for (const one of all) {
    const { batch, item, honoured } = one
    const checks = toldOf(item, facts(one), reader)
    const named = checks.map(check => ({ ...check, name: translate(ctx.lang, check.name) })) // presets have English names; a school's own stay
    const own = standing(batch.id, item.id, honoured.subjectId)
    const levels = await Promise.all(item.levels.map(async l => ({ name: l.name, amount: await amountOf(db, l, level, batch.factsAsOf) })))
    offers.push({
      ...{ batchId: batch.id, batchName: batch.name, itemId: item.id, itemName: item.name, category: item.category, subject: item.subject, recipient: honoured.recipient },
      ...{ levels, endTime: batch.endTime, factsAsOf: batch.factsAsOf, checks: named, applicationId: own ?? null },
      ...{ mayApply: !own && (isMet(checks) || mayProve(checks)), needsProof: !isMet(checks) && mayProve(checks) },
    })
  }
  return offers
}
/** The same among all that there is to apply for: what fails is what the student lacks. */
const aid = aidOffersOf({
  code: 'award',
  label: '奖学金和荣誉',
  order: 20,
  async find(ctx) {
    return (await offersOf(ctx)).map(({ batchId, itemId, itemName, levels, endTime, checks, mayApply, applicationId }) => ({
      ...{ name: itemName, amount: Math.max(0, ...levels.map(l => l?.amount ?? 0)) || null, until: endTime, isApplied: Boolean(applicationId) },
      lacks: mayApply ? [] : checks.flatMap(c => (c?.result === 'fail' ? (c.why.length ? c.why : [c.name]) : [])),
      link: applicationId ? `/award/mine?id=${applicationId}` : `/award/apply?batch=${batchId}&item=${itemId}`,
    }))
  },
})
export default [handle(openAwards, offersOf), aid]
