import { evidence } from '#modules/evidence/model/evidence.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { type Db, onMany } from '#server/context.ts'
import { tsItem } from '../model/item.ts'
import { tsScheme } from '../model/scheme.ts'
import { inScheme } from './audience.ts'
import { entriesOf, type Item, type PointDraft, postPoints, takeBack } from './post-points.ts'
import { openItems } from './record-rights.ts'
import { signedAmount } from './signed-amount.ts'

const SOURCE = 'evidence'
/** One entry counts once in each scheme; both ids without hyphens are what a source can be called by. */
const sourceIdOf = (evidenceId: string, schemeId: string): string => `${evidenceId}${schemeId}`.replaceAll('-', '')
/** The items an entry counts for, one a scheme: of its kind and level, else of its kind alone. */
function itemsFor(items: readonly Item[], { kind, level }: { kind: string; level: string | null }): Item[] {
  const fitting = items.filter(i => i.evidenceKind === kind && (i.evidenceLevel === null || i.evidenceLevel === level))
  return fitting.filter(i => i.evidenceLevel !== null || !fitting.some(other => other.schemeId === i.schemeId && other.evidenceLevel !== null))
}
/** 50-TS8: points of evidence: posted once, taken back when it is reversed. The students are locked before it is read what stands, so that a reversal that comes meanwhile finds the points. */
async function settle(db: Db, given: ReadonlyArray<{ evidenceId: string; studentId: string }>): Promise<void> {
  const items = await openItems(db, 'evidence')
  const schemes = await db.cached(tsScheme)
  const students = await studentsOf(
    db,
    given.map(g => g.studentId),
    { lock: true },
  )
  const ids = given.map(g => g.evidenceId)
  const entries = await db.unscoped(evidence).all({ id: ids }) // of the students named by the event
  const reversals = await db.unscoped(evidence).all({ reversesId: ids }) // the same
  const reversed = new Map(reversals.map(r => [r.reversesId ?? '', r.reason ?? r.title]))
  const audiences = new Map<string, ReadonlySet<string>>()
  for (const id of new Set(items.map(i => i.schemeId))) {
    const scheme = schemes.get(id)
    if (scheme) audiences.set(id, await inScheme(db, scheme, [...students.values()]))
  }
  const drafts = entries.flatMap(({ id, studentId, kind, level, quantity, occurredOn, title }): PointDraft[] =>
    reversed.has(id)
      ? []
      : itemsFor(items, { kind, level })
          .filter(item => audiences.get(item.schemeId)?.has(studentId))
          .map(item => ({
            ...{ studentId, item, occurredOn, reason: title, sourceType: SOURCE, sourceId: sourceIdOf(id, item.schemeId), sourceSeq: 1 },
            amount: signedAmount(item, item.pointsMax, quantity),
          })),
  )
  await postPoints(db, drafts)
  for (const [id, reason] of reversed) {
    const made = await entriesOf(
      db,
      SOURCE,
      [...schemes.keys()].map(schemeId => sourceIdOf(id, schemeId)),
    )
    if (made.length) await takeBack(db, made, reason)
  }
}
export default onMany(['evidence.posted', 'evidence.reversed'], 'totalScore.evidence', async ({ db }, payloads) => {
  const given = payloads.flatMap(({ evidenceId, studentId }) => (typeof evidenceId === 'string' && typeof studentId === 'string' ? [{ evidenceId, studentId }] : []))
  if (![...(await db.cached(tsItem)).values()].some(i => i.source === 'evidence')) return
  await db.tx(tx => settle(tx, given))
})
