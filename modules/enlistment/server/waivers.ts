import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { offsetBills, tuitionLines } from '#modules/fee/server/api.ts'
import { type Db, on } from '#server/context.ts'
import { GRANTED, type MilitaryAid, militaryAid } from '../model/aid.ts'
import { type AidYear, remainingYears, sumOf, waivedOf } from '../model/computation.ts'
import { settingsOf } from './settings.ts'
import { capOn, completedBy, type TuitionContext } from './tuition.ts'

/** 40-E6: normal years left after those before the service, each with the cap of its term; the amount is what the ledger has of it, else the cap. */
export async function waiverYears(db: Db, known: TuitionContext, { noticeDate, from }: { noticeDate: string | null; from: string }): Promise<AidYear[]> {
  const completed = noticeDate ? completedBy(known, noticeDate).length : known.years.filter(xn => xn < schoolYearOf(from)).length
  const years = remainingYears({ duration: known.student.duration ?? 0, completed, from: schoolYearOf(from) })
  return Promise.all(
    years.map(async xn => {
      const [cap, line] = [await capOn(db, known, known.startOf(xn)), known.ledger.get(xn)]
      const amount = line ? waivedOf({ charged: line.charged, reduced: line.reduced, cap }) : cap
      return { xn, paid: line?.paid ?? 0, loan: line?.loan ?? 0, reduced: line?.reduced ?? 0, cap, amount, isKnown: Boolean(line) }
    }),
  )
}
/** 40-E6: reduces the tuition lines that are issued by now, each once; years still to come wait for their bill. Returns the aid as it is then. */
export async function applyWaiver(db: Db, id: string): Promise<MilitaryAid> {
  const aid = await db.unscoped(militaryAid).lock(id) // the decision, or the bills, act on it
  const lines = await tuitionLines(db, aid.studentId, (await settingsOf(db)).tuitionItem)
  const years = (aid.years ?? []).flatMap(y => y ?? [])
  const due = years.flatMap(year => {
    const line = year.lineId ? undefined : lines.find(l => l.xn === year.xn)
    return line ? [{ year, line, wanted: waivedOf({ charged: line.charged, reduced: line.reduced, cap: year.cap }) }] : []
  })
  const done = await offsetBills(
    db,
    due.map(({ year, line, wanted }) => ({
      ...{ kind: 'reduce' as const, sourceType: militaryAid.name, sourceId: `${id}:${year.xn}`, reason: '参军学费减免' },
      ...{ amount: wanted, on: { lineIds: [line.id] } },
    })),
  )
  if (!due.length) return aid
  const applied = new Map(due.map(({ year, line }, n) => [year.xn, { lineId: line.id, amount: done[n]?.total ?? 0, isKnown: true, reduced: line.reduced, paid: line.paid }]))
  const after = years.map(year => ({ ...year, ...applied.get(year.xn) }))
  return db.update(militaryAid, id, { years: after, total: sumOf(after) })
}
/** Bills of the years that follow are reduced as they are issued. */
export default on('fee.billIssued', 'enlistment.waive', async ({ db }, { payerId }) => {
  if (typeof payerId !== 'string') return
  const aids = await db.unscoped(militaryAid).all({ studentId: payerId, kind: ['waiver', 'retiredWaiver'], state: [...GRANTED] }) // bills of the whole school
  for (const { id } of aids) await applyWaiver(db, id)
})
