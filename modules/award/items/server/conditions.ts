import { isDeepStrictEqual } from 'node:util'
import { CONDITION_TEXTS, checkCondition } from '#flow/index.ts'
import { Refusal } from '#model'
import { MOST_CONDITIONS } from '#modules/workflow/flows/model/conditions.ts'
import type { NamedCondition } from '#modules/workflow/flows/model/explain.ts'
import { knownFacts } from '#modules/workflow/server/api.ts'
import { handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { awardFacts, saveItemConditions } from '../model/actions.ts'
import { awardItem } from '../model/award-item.ts'
import { OUTSTANDING } from '../model/checks.ts'
import { groupFacts } from './groups.ts'

const named = (sent: unknown): NamedCondition[] =>
  (Array.isArray(sent) ? (sent as readonly (NamedCondition | null)[]) : []).flatMap(one =>
    one && typeof one.name === 'string' && one.name.trim() && one.name.length <= 60 ? [{ name: one.name.trim(), when: one.when }] : [],
  )
/** Conditions that stay as they are may compare what no module knows yet; new ones only what is known. */
const save = handle(saveItemConditions, async ({ db, me, refuse }, { id, conditions: sent }) => {
  const row = await db.visible(awardItem).lock(id)
  const conditions = named(sent)
  const count = Array.isArray(sent) ? sent.length : 0
  if (count > MOST_CONDITIONS) refuse('most', { most: MOST_CONDITIONS, count }, 'conditions')
  if (conditions.length < count || new Set(conditions.map(c => c.name)).size < count) refuse('nameless', {}, 'conditions')
  const known = [...(await knownFacts(db, me)), OUTSTANDING, ...(await groupFacts(db))]
  const changed = conditions.filter(c => !(row.conditions ?? []).some(old => isDeepStrictEqual(old.when, c.when)))
  const issues = changed.flatMap(({ when }) => checkCondition(when, known).map(({ rule, values }) => ({ rule: `workflow.condition.${rule}`, text: CONDITION_TEXTS[rule], values })))
  if (issues.length) throw new Refusal(422, issues)
  await db.update(awardItem, id, { conditions })
})
const facts = handle(awardFacts, async ({ db, me, lang }) =>
  [...(await knownFacts(db, me)), OUTSTANDING, ...(await groupFacts(db))].map(({ name, label, type, choices, entity, unit, from, group }) => ({
    ...{ name, type, from, label: translate(lang, label), entity: entity ?? null },
    choices: choices ? Object.fromEntries(Object.entries(choices).map(([key, value]) => [key, translate(lang, value)])) : null,
    unit: unit ? translate(lang, unit) : null,
    group: group ? translate(lang, group) : null,
  })),
)
export default [save, facts]
