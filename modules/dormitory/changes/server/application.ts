import { notAllowed, refusalOf } from '#model'
import { calendarOf } from '#modules/campus/server/api.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import { handleApplication, refuseWith } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import { phraseOf, phraseValues } from '#server/i18n/wording.ts'
import { stayStates } from '../../stays/model/states.ts'
import { bedsOf, changeStays, lockStays, told } from '../../stays/server/api.ts'
import { changeApplication } from '../model/application.ts'
import { changeReason, dormChange } from '../model/dorm-change.ts'
import { changeSubject } from '../model/flow.ts'
import { dateProblems, termOf } from '../model/rules.ts'
import { CHANGE_TYPES, changeStates } from '../model/states.ts'
import { cardOf } from './approval-card.ts'
import { changesInTerm } from './earlier-changes.ts'
import { carryOutChanges, judgeChanges } from './execute.ts'
import { freeHold } from './hold-bed.ts'
import { homesOf } from './homes.ts'
import { begin, listed, mine, preview, verbsOf } from './my-applications.ts'
import { closePeer, tellAsked, tellMoves, tellPeer } from './notify.ts'
import { limitsOf, settingsOf } from './settings.ts'
import { draftOf, initialOf, prepare, validateForm } from './submit.ts'
import { type Change, outcomeOf } from './validate.ts'

const linkOf = ({ id }: Pick<Change, 'id'>): string => `/dormitory/change/mine?id=${id}`

/** Reserves the held bed; an expired hold may be taken by others. */
async function promise(db: Db, row: Change): Promise<void> {
  if (!row.toStayId) return
  const [stay] = await lockStays(db, [row.toStayId])
  const beds = await bedsOf(db, [row.toBedId])
  if (stay?.state !== 'held') throw refusalOf(dormChange, 'holdGone', { bed: beds.get(row.toBedId)?.fullName ?? '', state: stay ? stayStates.labels[stay.state] : '—' })
  await changeStays(db, [{ id: stay.id, state: 'reserved', holdUntil: null }])
  await db.emitMany('dormitory.stayReserved', told([stay], today()))
}
/** Executes at once on its date; on failure the problem is stored and the job retries. */
async function executeToday(ctx: Pick<Ctx, 'db' | 'me' | 'lang'>, row: Change): Promise<void> {
  const { known, against } = await judgeChanges(ctx.db, [row])
  const issues = against.get(row.id) ?? []
  if (!issues.length) return carryOutChanges(ctx, [row], known)
  await ctx.db.update(dormChange, row.id, phraseValues(row, 'problem', phraseOf(issues), 300))
}
/** What the approval process shows of a change, and the facts its conditions decide by. */
async function describe(db: Db, row: Change, { name }: StudentOf) {
  const [home, bed] = [(await homesOf(db, [row.studentId])).get(row.studentId), (await bedsOf(db, [row.toBedId])).get(row.toBedId)]
  const outcome = home && bed ? await outcomeOf(db, home, bed, row.effectiveDate) : undefined
  const term = termOf((await calendarOf(db)).terms, row.effectiveDate)
  const [earlier] = term ? await changesInTerm(db, [row.studentId], term, row.id ?? null) : []
  const reason = changeReason.items.find(i => i.key === row.reason)?.value ?? ''
  return {
    title: { text: '{name} {type} {bed}', values: { name, type: CHANGE_TYPES[row.type], bed: bed?.fullName ?? '' } },
    summary: [...(reason ? [{ text: reason }] : []), { text: '{date} 起', values: { date: row.effectiveDate } }],
    facts: {
      isOtherCollege: outcome?.isOtherCollege ?? false,
      leavesClassRoom: outcome?.leavesClassRoom ?? row.leavesClassRoom,
      isSwap: row.type === 'swap',
      changesInTerm: (earlier?.count ?? 0) + 1,
    },
  }
}
/** Frees the bed and tells the swap partner. */
async function release(db: Db, row: Change, state: 'rejected' | 'withdrawn' | 'cancelled'): Promise<void> {
  await freeHold(db, row.toStayId, changeStates.labels[state])
  await closePeer(db, row, changeStates.labels[state])
  await tellPeer(db, row, changeStates.labels[state])
}
/** Bed change as a kind of application: its rules, and the effects of each decision. */
export const changes = handleApplication(dormChange, changeApplication, {
  subject: changeSubject,
  link: linkOf,
  copyPage: '/dormitory/change/apply',
  prepare,
  validate: validateForm,
  formOf: row => row,
  draft: (form, judged, _of, { ctx, row }) => draftOf(form, judged, ctx, row),
  initial: ({ db }, of, input, judged) => initialOf(db, of, input, judged),
  async stored({ db }, row) {
    if (row.state === 'waitingPeer') await tellAsked(db, row)
  },
  begin,
  preview,
  rows: listed,
  mine,
  verbs: verbsOf,
  card: cardOf,
  describe,
  /** A changed date is validated like the original and the hold follows it; another bed must be chosen by the applicant. */
  async edited(db, row, patch) {
    const bound = ['toBedId', 'peerId', 'type'] as const
    if (bound.some(name => name in patch && patch[name] !== row[name])) throw refusalOf(dormChange, 'bedFixed')
    if (!patch.effectiveDate || patch.effectiveDate === row.effectiveDate) return
    refuseWith(dormChange, dateProblems({ effectiveDate: patch.effectiveDate, today: today() }, limitsOf(await settingsOf(db))))
    if (row.toStayId) await changeStays(db, [{ id: row.toStayId, plannedIn: patch.effectiveDate }])
  },
  /** 20-DM1: the bed is now reserved. */
  async approved(ctx, row) {
    const { db } = ctx
    await promise(db, row)
    const approved = await db.update(dormChange, row.id, { approvedAt: new Date().toISOString(), state: 'approved', holdUntil: null })
    await tellPeer(db, row, changeStates.labels.approved)
    if (row.effectiveDate <= today()) return executeToday(ctx, approved)
    await tellMoves(db, approved)
  },
  rejected: ({ db }, row) => release(db, row, 'rejected'),
  withdrawn: ({ db }, row) => release(db, row, 'withdrawn'),
  async cancelled({ db, opinion }, row) {
    if (row.executedAt) throw notAllowed(dormChange, { ...row, state: 'executed' }, 'cancel')
    if (opinion) await db.update(dormChange, row.id, phraseValues(row, 'endNote', opinion, 200))
    await release(db, row, 'cancelled')
  },
})
export default changes.registrations
