import { notAllowed, refusalOf } from '#model'
import { calendarOf } from '#modules/campus/server/api.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { application } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import { kept, phraseOf } from '#server/i18n/wording.ts'
import { changeReason, dormChange } from '../../model/change/dorm-change.ts'
import { changeSubject } from '../../model/change/flow.ts'
import { dateProblems, termOf } from '../../model/change/rules.ts'
import { CHANGE_TYPES, changeStates } from '../../model/change/states.ts'
import { stayStates } from '../../model/stay/states.ts'
import { bedsOf } from '../stay/beds.ts'
import { changeStays, lockStays, told } from '../stay/write.ts'
import { changesInTerm } from './earlier-changes.ts'
import { carryOutChanges, judgeChanges } from './execute.ts'
import { freeHold } from './hold-bed.ts'
import { homesOf } from './homes.ts'
import { tellMoves, tellPeer } from './notify.ts'
import { limitsOf, settingsOf } from './settings.ts'
import { type Change, outcomeOf, refuseWith } from './validate.ts'

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
  await ctx.db.update(dormChange, row.id, kept(row, 'problem', phraseOf(issues), 300))
}
/** Bed change as a kind of application: facts for its flow's conditions, and the effects of each decision. */
export default application<typeof dormChange>(changeSubject, {
  async describe(db, row) {
    const who = (await studentsOf(db, [row.studentId])).get(row.studentId)
    if (!who?.userId) throw refusalOf(dormChange, 'noAccount', { name: who?.name ?? '—' })
    const [home, bed] = [(await homesOf(db, [row.studentId])).get(row.studentId), (await bedsOf(db, [row.toBedId])).get(row.toBedId)]
    const outcome = home && bed ? await outcomeOf(db, home, bed, row.effectiveDate) : undefined
    const term = termOf((await calendarOf(db)).terms, row.effectiveDate)
    const [earlier] = term ? await changesInTerm(db, [row.studentId], term, row.id ?? null) : []
    const reason = changeReason.items.find(i => i.key === row.reason)?.value ?? ''
    return {
      applicantId: who.userId,
      studentId: who.id,
      title: { text: '{name} {type} {bed}', values: { name: who.name, type: CHANGE_TYPES[row.type], bed: bed?.fullName ?? '' } },
      summary: [...(reason ? [{ text: reason }] : []), { text: '{date} 起', values: { date: row.effectiveDate } }],
      facts: {
        isOtherCollege: outcome?.isOtherCollege ?? false,
        leavesClassRoom: outcome?.leavesClassRoom ?? row.leavesClassRoom,
        isSwap: row.type === 'swap',
        changesInTerm: (earlier?.count ?? 0) + 1,
      },
    }
  },
  link: linkOf,
  mobileLink: linkOf,
  /** A changed date is validated like the original and the hold follows it; another bed must be chosen by the applicant. */
  async edited(db, row, patch) {
    const bound = ['toBedId', 'peerId', 'type'] as const
    if (bound.some(name => name in patch && patch[name] !== row[name])) throw refusalOf(dormChange, 'bedFixed')
    if (!patch.effectiveDate || patch.effectiveDate === row.effectiveDate) return
    refuseWith(dateProblems({ effectiveDate: patch.effectiveDate, today: today() }, limitsOf(await settingsOf(db))))
    if (row.toStayId) await changeStays(db, [{ id: row.toStayId, plannedIn: patch.effectiveDate }])
  },
  /** 20-DM1: the bed is now reserved. */
  async onApproved(ctx, row) {
    const { db } = ctx
    await promise(db, row)
    const approved = await db.update(dormChange, row.id, { approvedAt: new Date().toISOString(), state: 'approved', holdUntil: null })
    await tellPeer(db, row, changeStates.labels.approved)
    if (row.effectiveDate <= today()) return executeToday(ctx, approved)
    await tellMoves(db, approved)
  },
  async onRejected({ db }, row) {
    await freeHold(db, row.toStayId, changeStates.labels.rejected)
    await tellPeer(db, row, changeStates.labels.rejected)
  },
  async onWithdrawn({ db }, row) {
    await freeHold(db, row.toStayId, changeStates.labels.withdrawn)
    await tellPeer(db, row, changeStates.labels.withdrawn)
  },
  async onCancelled({ db }, row) {
    if (row.executedAt) throw notAllowed(dormChange, { ...row, state: 'executed' }, 'cancel')
    await freeHold(db, row.toStayId, changeStates.labels.cancelled)
    await tellPeer(db, row, changeStates.labels.cancelled)
  },
})
