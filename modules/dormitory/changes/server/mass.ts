import { Refusal } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { formatIssue } from '#server/i18n/translate.ts'
import { type Chain, chainsOf } from '../model/chains.ts'
import { executeMass, previewMass } from '../model/mass-actions.ts'
import { massMove } from '../model/mass-move.ts'
import { bedOf, carryList, listed, nameOf } from './mass-carry.ts'
import { keepPlan } from './mass-plan.ts'
import type { MoveContext } from './move.ts'
import { settingsOf } from './settings.ts'

/** Maximum days ahead. */
const MOST_DAYS = 180
const MOST_CHAINS = 60
const MOST_STEPS = 12
const MOST_PROBLEMS = 200
const shownChain = (known: MoveContext, { steps, isRing }: Chain) => ({
  isRing,
  length: steps.length,
  steps: steps.slice(0, MOST_STEPS).map(s => ({ name: nameOf(known, s), fromBed: bedOf(known, s.fromBedId), toBed: bedOf(known, s.toBedId) })),
})
const preview = handle(previewMass, async ({ db, lang }, { effectiveDate, id }) => {
  const plan = id ? await db.visibleFor(massMove, 'dormitory:massMove:list').one(id) : undefined
  const on = laterOf(plan?.effectiveDate ?? effectiveDate)
  // takes the execution's locks and rolls back: the preview checks exactly what would be executed
  const { lines, moves, known, problems } = await db.tx(inside => listed(inside, { on, massMoveId: plan?.id }))
  const all = chainsOf(moves)
  const long = all.toSorted((a, b) => b.steps.length - a.steps.length)
  return {
    students: lines.length,
    rings: all.filter(c => c.isRing).length,
    chains: all.filter(c => !c.isRing && c.steps.length > 1).length,
    shown: long.slice(0, MOST_CHAINS).map(c => shownChain(known, c)),
    undoHours: (await settingsOf(db)).changeUndoHours,
    problemCount: problems.length,
    problems: problems.slice(0, MOST_PROBLEMS).map(p => ({ name: nameOf(known, p), msg: formatIssue(lang, p.issue) })),
  }
})
/** A later date, or undefined for today. */
const laterOf = (date: string | null | undefined): string => (date && date > today() ? date : today())
const execute = handle(executeMass, async (ctx, { name, reason, students, effectiveDate }) => {
  const { db, me, refuse } = ctx
  if (effectiveDate && effectiveDate < today()) refuse('past', { date: effectiveDate }, 'effectiveDate')
  const last = addDays(today(), MOST_DAYS)
  if (effectiveDate && effectiveDate > last) refuse('far', { last }, 'effectiveDate')
  const on = laterOf(effectiveDate)
  const list = await listed(db, { on })
  const { lines, moves, problems } = list
  if (!lines.length) refuse('nobody')
  if (lines.length !== students) refuse('changed', { before: students, now: lines.length })
  if (problems.length)
    throw new Refusal(
      422,
      problems.slice(0, MOST_PROBLEMS).map(p => p.issue),
    )
  const cycles = chainsOf(moves).filter(c => c.isRing).length
  const { id } = await db.insert(massMove, { name, reason, students: moves.length, cycles, state: 'planned', effectiveDate: on, executedBy: me.userId })
  if (on > today()) await keepPlan(db, { id, effectiveDate: on }, list)
  else await carryList(ctx, { id, name, reason }, list)
  return { id, students: moves.length }
})
export default [preview, execute]
