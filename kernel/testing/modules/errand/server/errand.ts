import { Refusal } from '#model'
import { application } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { errand, errandSubject } from '../model/errand.ts'

/** Destinations for which the module's effect fails, to test what happens to the decision. */
const BARRED = '禁区'
const note = async (db: Db, row: { id: string; log: string | null }, word: string): Promise<void> => {
  const [now] = await db.unscoped(errand).all({ id: row.id }) // the module's own row
  await db.update(errand, row.id, { log: `${now?.log ?? ''}${word};` })
}
export default application<typeof errand>(errandSubject, {
  describe: async (_db, row) => ({
    applicantId: row.userId,
    studentId: row.studentId,
    title: `${row.place}外出 ${row.days} 天`,
    facts: { daysThisTerm: row.days },
    summary: `${row.place}，${row.days} 天`,
  }),
  link: row => `/errand/${row.id}`,
  onSubmitted: ({ db }, row) => note(db, row, 'submitted'),
  async onApproved({ db }, row) {
    if (row.place === BARRED) throw new Refusal(422, [{ rule: 'errand.barred', text: '{place}不能去', values: { place: row.place } }])
    await note(db, row, 'approved')
  },
  onRejected: ({ db }, row) => note(db, row, 'rejected'),
  onReturned: ({ db }, row) => note(db, row, 'returned'),
  onWithdrawn: ({ db }, row) => note(db, row, 'withdrawn'),
  onCancelled: ({ db }, row) => note(db, row, 'cancelled'),
  autos: { note: ({ db }, row) => note(db, row, 'auto') },
})
