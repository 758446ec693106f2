import sql from 'sql-template-tag'
import { schoolTimeText } from '#model/school-time.ts'
import { officersOf } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { ownRows } from '#server/records/own-rows.ts'
import { agreeESign, answerDefence, defend, issueNotice, recordDefence } from '../model/actions.ts'
import { isBlank } from '../model/gaps.ts'
import { CASE_MESSAGES } from '../model/messages.ts'
import { punishment } from '../model/punishment.ts'
import { aboutPunishment, changePunishment, punishmentTodos, refuse, staffFor, staffLink } from './notify.ts'
import { type Punishment, partyOf } from './rows.ts'

export const own = ownRows(punishment, 'studentId')
const issue = handle(issueNotice, async ({ db }, { id }) => {
  const row = await db.visible(punishment).lock(id, 'issueNotice')
  if (isBlank(row.facts)) throw refuse('noFacts')
  if (!row.materialIds?.length) throw refuse('noEvidence')
  const after = await changePunishment(db, id, { noticeIssuedOn: today() })
  await askToServe(db, after, '处分事先告知书')
})
/** Counsellor, college and office may serve it. */
export async function askToServe(db: Db, row: Punishment, what: string): Promise<void> {
  const to = [...new Set([...(await staffFor(db, row)), ...(await officersOf(db))])]
  await punishmentTodos.open(db, 'serve', [{ row, who: await partyOf(db, row), to, more: { what: { text: what } } }])
}
interface Said {
  kind: 'statement' | 'hearing' | 'waived'
  text?: string | null | undefined
}
/** 50-PN2: the clock ends at 24:00 of its last day by the server's time. */
async function hear(db: Db, row: Punishment, { kind, text }: Said, on = today()): Promise<void> {
  const due = row.defenceDueOn ?? on
  if (on > due) throw refuse('defenceOver', { due, now: schoolTimeText(new Date()) })
  const said = { defenceKind: kind, defenceText: isBlank(text) ? null : (text ?? null), defendedOn: on }
  const after = await changePunishment(db, row.id, { ...said, state: 'defenceClosed', dueOn: null })
  await askToSubmit(db, after, 'defended')
}
/** Whoever looks after the party goes on. */
export async function askToSubmit(db: Db, row: Punishment, event: 'defended' | 'lapsed'): Promise<void> {
  const [who, to] = [await partyOf(db, row), await staffFor(db, row)]
  await punishmentTodos.open(db, 'submit', [{ row, who, to }])
  await notifyAbout(db, CASE_MESSAGES[event], aboutPunishment, [{ row, who, to, more: { due: row.defenceDueOn ?? '' }, link: staffLink(row) }])
}
export default [
  issue,
  handle(defend, async (ctx, { id, ...said }) => hear(ctx.db, await own.lock(ctx, id, 'defend'), said)),
  /** Handed in by then, even where it is entered later. */
  handle(recordDefence, async ({ db }, { id, on, ...said }) => {
    const row = await db.visible(punishment).lock(id, 'recordDefence')
    if (on > today() || (row.noticeServedOn && on < row.noticeServedOn)) throw refuse('defenceDay', { on, served: row.noticeServedOn ?? '', today: today() }, 'on')
    await hear(db, row, said, on)
  }),
  handle(answerDefence, async ({ db }, { id, answer }) => {
    await db.visible(punishment).lock(id, 'answerDefence')
    await db.update(punishment, id, { defenceAnswer: isBlank(answer) ? null : answer })
  }),
  handle(agreeESign, async (ctx, { id }) => {
    const row = await own.lock(ctx, id)
    if (row.eSignAgreedOn) return
    // agreed for all that is still to be served on this student
    await ctx.db.updateWhere(punishment, sql`t.student_id = ${row.studentId} and t.e_sign_agreed_on is null`, { eSignAgreedOn: today() })
  }),
]
