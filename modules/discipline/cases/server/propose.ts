import { officersOf } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { dismissPunishment, proposePunishment } from '../model/actions.ts'
import { caseMaterial } from '../model/case.ts'
import { isHeavier, LEVELS, type Level } from '../model/levels.ts'
import { punishment } from '../model/punishment.ts'
import { isUnusual, monthsFor, type Terms, USUAL_MONTHS } from '../model/terms.ts'
import { violationRule } from '../model/violation-rule.ts'
import { changePunishment, punishmentTodos, refuse } from './notify.ts'
import { type Case, caseOf, given, type Punishment, partyOf, termsOf } from './rows.ts'

const LEAST = 2
/** The lightest and the heaviest level that the violated articles allow. */
export async function rangeOf(db: Db, { ruleIds }: Pick<Case, 'ruleIds'>): Promise<{ min: Level; max: Level }> {
  const rules = await db.unscoped(violationRule).all({ id: given(ruleIds) }) // the regulation is public
  return rules.reduce<{ min: Level; max: Level }>(
    ({ min, max }, r) => ({ min: isHeavier(r.minLevel, min) ? r.minLevel : min, max: isHeavier(r.maxLevel, max) ? r.maxLevel : max }),
    { min: 'none', max: 'none' },
  )
}
interface Proposal {
  level?: Level | null | undefined
  periodMonths?: number | null | undefined
  levelReason?: string | null | undefined
  periodReason?: string | null | undefined
}
export interface Weighed {
  level: Level | null
  periodMonths: number | null
  levelReason: string | null
  periodReason: string | null
}
/** 50-PN1: the level within the articles and its period, each beyond the rule with a reason. Measures that end the student's record have neither. */
export async function weigh(db: Db, { measure }: Pick<Punishment, 'measure'>, of: Case, terms: Terms, asked: Proposal): Promise<Weighed> {
  const nothing = { level: null, periodMonths: null, levelReason: null, periodReason: null }
  if (measure !== 'punishment') return nothing
  const { level } = asked
  if (!level || level === 'none') throw refuse('criticism', {}, 'level')
  const { min, max } = await rangeOf(db, of)
  const isOutside = isHeavier(min, level) || isHeavier(level, max)
  if (isOutside && !asked.levelReason) throw refuse('range', { level: { text: LEVELS[level] }, min: { text: LEVELS[min] }, max: { text: LEVELS[max] } }, 'levelReason')
  const months = monthsFor(terms, { measure, level }, asked.periodMonths)
  if (isUnusual(months) && !asked.periodReason) throw refuse('months', { months, ...USUAL_MONTHS }, 'periodReason')
  return { level, periodMonths: months, levelReason: isOutside ? (asked.levelReason ?? null) : null, periodReason: isUnusual(months) ? (asked.periodReason ?? null) : null }
}
async function mustBeOfCase(db: Db, of: Case, ids: readonly string[]): Promise<void> {
  const found = await db.unscoped(caseMaterial).all({ id: [...ids] }) // compared with the case in scope
  const foreign = ids.find(id => found.find(m => m.id === id)?.caseId !== of.id)
  if (foreign) throw refuse('foreign', { title: found.find(m => m.id === foreign)?.title ?? foreign }, 'materialIds')
}
/** What a notice before this one led to is void. */
const UNHEARD = {
  noticeIssuedOn: null,
  noticeServedOn: null,
  defenceDueOn: null,
  dueOn: null,
  defenceKind: null,
  defenceText: null,
  defenceAnswer: null,
  defendedOn: null,
} as const

const propose = handle(proposePunishment, async (ctx, { id, facts, materialIds, aggravating, mitigating, partRole, ...asked }) => {
  const { db } = ctx
  const row = await db.visible(punishment).lock(id, 'propose')
  const of = await caseOf(db, row)
  const count = given(of.investigators).length
  if (count < LEAST) throw refuse('investigators', { caseNo: of.caseNo, count, least: LEAST })
  const materials = given(materialIds)
  await mustBeOfCase(db, of, materials)
  const { level, ...weighed } = await weigh(db, row, of, await termsOf(db, of), asked)
  const held = { partRole, facts: facts ?? null, materialIds: materials, aggravating: given(aggravating), mitigating: given(mitigating) }
  await ask(ctx, await changePunishment(db, id, { ...UNHEARD, ...held, ...weighed, proposedLevel: level, decidedLevel: null, state: 'proposed' }))
})
/** The office issues the notice next. */
export async function ask({ db }: Pick<Ctx, 'db'>, row: Punishment): Promise<void> {
  await punishmentTodos.open(db, 'issue', [{ row, who: await partyOf(db, row), to: await officersOf(db) }])
}
/** A level above the one that was notified: the notice starts anew. */
export const notifyAgain = async (ctx: Pick<Ctx, 'db'>, id: string, weighed: Weighed): Promise<void> => {
  const { level, ...rest } = weighed
  await ask(ctx, await changePunishment(ctx.db, id, { ...UNHEARD, ...rest, proposedLevel: level, decidedLevel: null, state: 'proposed' }))
}
const dismiss = handle(dismissPunishment, async ({ db }, { id, reason }) => {
  const row = await db.visible(punishment).lock(id, 'dismiss')
  await changePunishment(db, row.id, { state: 'dismissed', decidedLevel: 'none', endReason: reason, dueOn: null })
})
export default [propose, dismiss]
