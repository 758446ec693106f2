import { type Fact, factsIn, type Say, sayCondition } from '#flow/index.ts'
import { type Explained, type NamedCondition, qualifies, valueText } from '#modules/workflow/flows/model/explain.ts'
import { conditionsIn } from '#modules/workflow/rounds/model/conditions.ts'
import { explainStudent, knownFacts, sayIn } from '#modules/workflow/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { studentFactSources } from '#server/extensions/student-facts.ts'
import { translate } from '#server/i18n/translate.ts'
import type { Batch } from './register.ts'

type Lang = Ctx['lang']
export interface Checked {
  isMet: boolean
  explained: readonly Explained[]
  conditions: readonly NamedCondition[]
  known: readonly Fact[]
}
/** 30-SG2: the conditions of a batch for one student, over what the modules know today. */
export async function checkedOf(db: Db, batch: Batch, studentId: string): Promise<Checked> {
  const [conditions, known] = [conditionsIn(batch), await knownFacts(db)]
  const explained = await explainStudent(db, studentId, conditions, { known, say: sayIn('zh-cn') })
  return { isMet: qualifies(explained), explained, conditions, known }
}
export const blockedBy = ({ explained }: Checked): string =>
  explained
    .filter(e => !e.isMet)
    .map(e => e.name)
    .join('、')
    .slice(0, 300)
export const snapshotOf = ({ explained }: Checked) => explained.map(({ name, isMet }) => ({ name, isMet }))

/** What each asks for and what there is; where it is not met, what the modules offer to do about it: a money block always shows the way to aid (40-F16). */
export function shownChecks(db: Db, lang: Lang, { explained, conditions, known }: Checked) {
  const say = sayIn(lang)
  return explained.map((one, n) => {
    const when = conditions[n]?.when
    return {
      name: translate(lang, one.name),
      isMet: one.isMet,
      asks: when ? sayCondition(when, known, say) : '',
      actual: one.isMet ? null : actualOf(one, known, say),
      remedies: one.isMet || !when ? [] : remediesOf(db, factsIn(when)).map(r => ({ label: translate(lang, r.label), link: r.link })),
    }
  })
}
const actualOf = ({ failed }: Explained, known: readonly Fact[], say: Say): string => failed.map(f => valueText(f, known, say) ?? say('没有数据')).join(say('；'))
const remediesOf = (db: Db, facts: readonly string[]) =>
  db.registered(studentFactSources).flatMap(source => (facts.some(f => f.startsWith(`${source.code}.`)) ? (source.remedies ?? []) : []))
