import { selfStudent, withStudents } from '#modules/student/server/api.ts'
import { type Ctx, handle } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { overlaps, takenTimesOf } from '#server/extensions/taken-times.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { type Activity, activity, form, phaseOf } from '../model/activity.ts'
import { activityEnrolment, activitySquare, enrolmentStates, myActivities, TOOK_SEATS } from '../model/enrolment.ts'
import { activityRoster } from '../model/roster.ts'
import { meantFor } from './audience.ts'
import { isOfChoice } from './choose.ts'
import { ownEnrolments } from './enrol.ts'
import { mayRate } from './feedback.ts'
import { groupOf, groupsIn, groupsOf, isSplitOver, placeIn, sharesSaid } from './groups.ts'
import { canDraw } from './lottery.ts'
import { mayObject } from './objections.ts'
import { findRun, wordsOf } from './organisers.ts'
import { queuesIn } from './seats.ts'
import { settingsOf } from './settings.ts'
import { occurrenceOf } from './sign-tasks.ts'

const MOST = 200
const { title, summary, category, level, startAt, endAt, online, hours, points, labourHours, enrolFrom, enrolTo, signRule, quota, waitlist } = form
const SHOWN = { title, category, startAt, endAt, online, hours, points, labourHours } as const
const OFFERED = { ...SHOWN, summary, level, enrolFrom, enrolTo, signRule, quota, waitlist } as const
const cancelUntilOf = (row: Activity): string => row.cancelUntil ?? row.startAt
const square = handle(activitySquare, async ctx => {
  const { db } = ctx
  const who = await selfStudent(ctx)
  const now = new Date().toISOString()
  const all = await db.unscoped(activity).all({ state: 'approved', 'enrolTo.ge': now }, { sort: ['startAt'], limit: MOST }) // whether they are meant for the caller is looked at next
  const rows = await meantFor(db, all, who.id)
  const mine = new Map((await ownEnrolments.all(ctx)).map(e => [e.activityId, e]))
  const [words, queue] = [
    await wordsOf(db, rows),
    await queuesIn(
      db,
      rows.map(r => r.id),
      who.id,
    ),
  ]
  const [first] = rows
  const last = rows
    .map(r => r.endAt)
    .toSorted()
    .at(-1)
  const taken = first && last ? await takenTimesOf(db, who, { from: first.startAt, to: last }) : []
  const { refusesClash } = await settingsOf(db)
  const groups = await groupsIn(
    db,
    rows.flatMap(r => (r.splitBy ? [r.id] : [])),
  )
  const keys = new Map(await Promise.all(rows.map(async r => [r.id, mine.get(r.id)?.splitKey ?? (await groupOf(db, r, who))] as const)))
  const shares = new Map(await Promise.all(rows.map(async r => [r.id, await sharesSaid(ctx, r)] as const)))
  return rows.map(row => {
    const { waiting: all, applied, position } = queue(row.id)
    const key = keys.get(row.id) ?? null
    const own = shares.get(row.id)?.find(s => s.key === key)
    const { room, waiting } = own ? placeIn(row, groups(row.id), key) : { room: row.quota === null ? null : row.quota - row.held, waiting: all }
    const state = mine.get(row.id)?.state
    const clash = taken.find(t => t.sourceId !== row.id && overlaps(t, { from: row.startAt, to: row.endAt }))
    return {
      ...{ ...only(OFFERED, row), id: row.id, ...words(row), organiserType: row.organiserType, cancelUntil: cancelUntilOf(row) },
      ...{ placesLeft: room, waiting, position, isOpen: phaseOf(row) === 'enrolling' },
      ...{ enrolWay: row.enrolWay, applied },
      group:
        own && row.splitBy && !isSplitOver(row)
          ? { by: row.splitBy, name: own.key === null ? null : own.name, seats: own.seats, until: row.enrolWay === 'lottery' ? null : row.splitUntil }
          : null,
      mine: state && enrolmentStates.allows({ state }, 'cancel') ? state : null,
      clash: clash ? { what: formatWording(ctx.lang, clash.name), from: clash.from } : null,
      refusesClash,
    }
  })
})
const own = handle(myActivities, async ctx => {
  const { db } = ctx
  const who = await selfStudent(ctx)
  const enrolments = await ownEnrolments.all(ctx)
  const of = new Map((await db.unscoped(activity).all({ id: enrolments.map(e => e.activityId) })).map(a => [a.id, a])) // of one's own enrolments
  const rows = [...of.values()]
  const [words, queue] = [await wordsOf(db, rows), await queuesIn(db, [...of.keys()], who.id)]
  const { objectDays, feedbackDays } = await settingsOf(db)
  const rateable = new Set<string>()
  for (const enrolment of enrolments) {
    const row = of.get(enrolment.activityId)
    if (row && (await mayRate(db, row, enrolment, feedbackDays))) rateable.add(enrolment.id)
  }
  return enrolments.flatMap(enrolment => {
    const { id, activityId, state, offeredUntil, note, objection, objectionReply } = enrolment
    const row = of.get(activityId)
    if (!row) return []
    const until = cancelUntilOf(row)
    const mayCancel =
      enrolmentStates.allows({ state }, 'cancel') && (state !== 'admitted' || Date.parse(until) > Date.now() || (enrolment.isAsked && Date.parse(row.startAt) > Date.now()))
    return [
      {
        ...{
          ...only(SHOWN, row),
          ...words(row),
          id,
          activityId,
          cancelUntil: until,
          phase: phaseOf(row),
          state,
          position: queue(activityId).position,
          ...{ enrolWay: row.enrolWay, drawNo: enrolment.drawNo },
          offeredUntil,
          note,
          mayCancel,
          ...{ isAsked: enrolment.isAsked, moves: row.moves },
          mayRate: rateable.has(id),
          ...{ mayObject: mayObject(row, enrolment, objectDays), objection, objectionReply },
        },
      },
    ]
  })
})
const TOOK: readonly string[] = TOOK_SEATS
const MOST_PEOPLE = 5000
/** What each group has of its seats. */
async function rosterGroups(ctx: Ctx, of: Activity) {
  const groups = of.splitBy ? await groupsOf(ctx.db, of) : []
  return (await sharesSaid(ctx, of)).map(share => {
    const { held = 0, waiting = 0, applied = 0 } = groups.find(g => g.key === share.key) ?? {}
    return { ...share, held, waiting, applied }
  })
}
const roster = handle(activityRoster, async (ctx, { activityId }) => {
  const { db } = ctx
  const of = await findRun(ctx, activityId)
  const rows = await db.unscoped(activityEnrolment).all({ activityId }, { sort: ['seq'], limit: MOST_PEOPLE }) // of an activity the caller runs
  const people = await withStudents(db, rows)
  const hasBegun = Date.parse(of.startAt) <= Date.now()
  const isOver = of.state === 'settled'
  return {
    ...{ title: of.title, startAt: of.startAt, phase: phaseOf(of), quota: of.quota, admitted: rows.filter(r => TOOK.includes(r.state)).length },
    ...{ enrolWay: of.enrolWay, canDraw: canDraw(of), canClose: isOfChoice(of) && rows.some(r => r.state === 'applied') },
    groups: await rosterGroups(ctx, of),
    occurrenceId: (await occurrenceOf(db, of))?.id ?? null,
    people: people.map(({ row, who }) => ({
      id: row.id,
      seq: row.seq,
      groupKey: of.splitBy ? row.splitKey : null,
      name: who.name,
      className: who.className,
      state: row.state,
      enrolledAt: row.enrolledAt,
      signedAt: row.signedAt,
      outAt: row.outAt,
      hours: row.hours,
      isAsked: row.isAsked,
      objectionReason: row.objection === 'open' ? row.objectionReason : null,
      abilities: {
        choose: isOfChoice(of) && enrolmentStates.allows(row, 'choose'),
        decide: row.objection === 'open' && row.studentId !== ctx.me.studentId,
        drop: !hasBegun && !isOver && enrolmentStates.allows(row, 'drop'),
        mark: hasBegun && !isOver && enrolmentStates.allows(row, 'mark'),
      },
    })),
  }
})
export default [square, own, roster]
