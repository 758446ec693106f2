import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { askAgain, handleAnswers, task } from '#modules/workflow/server/api.ts'
import { handle } from '#server/context.ts'
import { creditLoan } from '../model/credit-loan.ts'
import { RENEWAL_MESSAGES } from '../model/messages.ts'
import { checkRenewals, loanRenewal, loanRenewalLine, ownRenewals, renewalActions, renewalTask, returnRenewal } from '../model/renewal.ts'
import { settingsOf } from './settings.ts'

const aboutRound = ({ name, endTime }: Row<typeof loanRenewal>) => ({ renewal: name, endTime: schoolTimeText(endTime) })
/** Borrowers whose loan runs while they study. */
const RUNNING = ['arrived', 'active'] as const
/** 40-L6: asks everybody in the audience who has a loan that runs on the day it is published. */
const asking = task(loanRenewal, renewalActions, renewalTask, {
  processType: 'loanRenewal',
  audience: 'frozen',
  among: async db => sql`select l.student_id from credit_loan l where l.tenant_id = ${db.me.tenantId} and l.state = any(${[...RUNNING]}::text[])`,
  announces: row => ({ event: RENEWAL_MESSAGES.open, values: aboutRound(row) }),
  answers: { entity: loanRenewalLine, round: 'renewalId', isAnswered: sql`a.id is not null and a.return_note is null` },
  asks: {
    todo: ({ name }) => ({ text: '答复“{name}”', values: { name } }),
    done: '已答复',
    link: '/loan/renewal',
    staffLink: '/loan/renewals',
    remind: row => ({ event: RENEWAL_MESSAGES.remind, values: aboutRound(row) }),
    remindHours: async db => (await settingsOf(db)).renewalRemindHours,
  },
  counts: {
    goOn: sql`count(*) filter (where a.answer = 'continue')::int`,
    stop: sql`count(*) filter (where a.answer = 'stop')::int`,
    undecided: sql`count(*) filter (where a.answer = 'undecided')::int`,
    checked: sql`count(*) filter (where a.checked_at is not null)::int`,
  },
})
const answering = handleAnswers(loanRenewal, loanRenewalLine, ownRenewals, {
  async check(_ctx, { form, before }) {
    if (form.answer === 'continue' && !form.statement?.trim()) throw refusalOf(loanRenewalLine, 'statement', {}, 'statement')
    if (before?.checkedAt && before.answer !== 'undecided') throw refusalOf(loanRenewalLine, 'checked')
  },
  columns: () => ({ checkedAt: null, checkedById: null, returnNote: null }),
  async answered({ db }, { who }, { id }) {
    const [loan] = await db.unscoped(creditLoan).all({ studentId: who.id, state: [...RUNNING] }, { sort: ['-xn'], limit: 1 }) // the caller's own
    await db.updateWhere(loanRenewalLine, { id }, { loanId: loan?.id ?? null }, { bookkeeping: true })
  },
})
export default [
  ...asking,
  ...answering,
  handle(checkRenewals, async ({ db, me }, { ids }) => {
    const rows = await db.visible(loanRenewalLine).lockAll(ids.flatMap(id => id ?? []))
    const open = rows.filter(r => !r.checkedAt && !r.returnNote)
    const checkedAt = new Date().toISOString()
    await db.updateMany(
      loanRenewalLine,
      open.map(({ id }) => ({ id, checkedAt, checkedById: me.userId })),
    )
    return { checked: open.length }
  }),
  /** A statement that says nothing is written anew. */
  handle(returnRenewal, async ({ db }, { id, reason }) => {
    const row = await db.visible(loanRenewalLine).lock(id)
    const who = await studentOf(db, row.studentId)
    if (row.checkedAt) throw refusalOf(loanRenewalLine, 'isChecked', { name: who?.name ?? '—' })
    await db.update(loanRenewalLine, id, { returnNote: reason })
    const round = await db.unscoped(loanRenewal).one(row.renewalId) // of a row in scope
    await askAgain(db, loanRenewal, round, who?.userId ? [who.userId] : [])
  }),
]
