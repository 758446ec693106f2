import { entityNamed, hasEntity, refusalOf } from '#model'
import { ownStudentId, studentNumbers } from '#modules/student/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { today } from '#server/base/today.ts'
import { compute, handle } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { translate } from '#server/i18n/translate.ts'
import { growthEntry, reverseEntry } from '../model/entry.ts'
import { myLedger, ofEntry } from '../model/my-ledger.ts'
import { lastDayOf, objectionsTo } from './objection-application.ts'
import { reversedAmong, reverseGrowth } from './post.ts'

const MOST = 1000
/** What people call where an entry comes from. */
const sourceName = (type: string): string => (hasEntity(type) ? entityNamed(type).label : '冲销记录')
export default [
  ...studentNumbers(growthEntry),
  compute(growthEntry, ['source', 'isReversed'], async ({ db }, rows) => {
    const reversed = await reversedAmong(
      db,
      rows.map(r => r.id),
    )
    for (const row of rows) Object.assign(row, { source: sourceName(row.sourceType ?? ''), isReversed: reversed.has(row.id) })
  }),
  handle(reverseEntry, async ({ db }, { id, reason }) => {
    const row = await db.visible(growthEntry).one(id)
    if (row.reversesId) throw refusalOf(growthEntry, 'reversal')
    const [done] = await reverseGrowth(db, [id], reason)
    if (!done) throw refusalOf(growthEntry, 'reversed', { title: row.title })
  }),
  handle(myLedger, async ({ db, me, lang }) => {
    const rows = await db.unscoped(growthEntry).all({ studentId: ownStudentId(me), 'reversesId.isNull': true }, { sort: ['-bizDate'], limit: MOST }) // the caller's own
    const reversed = await reversedAmong(
      db,
      rows.map(r => r.id),
    )
    const nameOf = await accountNamer(
      db,
      rows.map(r => r.confirmerId),
    )
    const objections = await objectionsTo(
      db,
      rows.map(r => r.id),
    )
    const untilOf = await lastDayOf(db)
    const sums = [...Map.groupBy(rows, r => r.category)].map(([category, of]) => ({
      category,
      hours: of.reduce((sum, e) => sum + Math.round(e.countedHours * 10), 0) / 10,
      points: of.reduce((sum, e) => sum + Math.round(e.countedPoints * 100), 0) / 100,
    }))
    const entries = rows.map(row => {
      const [objection, until] = [objections.get(row.id), untilOf(row)]
      return {
        ...only(ofEntry, row),
        source: translate(lang, sourceName(row.sourceType)),
        confirmer: row.confirmerId ? nameOf(row.confirmerId) : null,
        isReversed: reversed.has(row.id),
        reason: reversed.get(row.id) ?? null,
        objectUntil: reversed.has(row.id) || objection || until < today() ? null : until,
        objectionId: objection?.id ?? null,
        objection: objection?.state ?? null,
      }
    })
    return { entries, totals: sums }
  }),
]
