import { action, json, ref } from '#model'
import { factItem } from '#modules/workflow/flows/model/conditions.ts'
import type { NamedCondition } from '#modules/workflow/flows/model/explain.ts'

const id = ref('awardItem', '奖项', { required: true })
/** Changes the conditions of an item; rounds already published keep theirs. */
export const saveItemConditions = action('award.awardItem.saveConditions', '条件', {
  permission: 'award:awardItem:update',
  inScope: true,
  input: { id, conditions: json<readonly NamedCondition[]>('条件', { required: true, untyped: 'conditions are trees' }) },
  output: 'none',
  refusals: { most: '最多 {most} 个条件，现在 {count} 个', nameless: '每个条件都要有名称，不能重复' },
})
/** Facts that conditions of awards may compare: those of students, and what an application says itself. */
export const awardFacts = action('award.awardItem.facts', '可用的条件', { method: 'GET', permission: 'award:awardItem:list', many: true, output: factItem })
export const itemActions = [saveItemConditions, awardFacts]
