import { t } from '#web/i18n/index.ts'
import { minutesWords } from '../../../flows/web/public/labels.ts'
import { INSTANCE_STATES } from '../../model/instance.ts'
import type { Case } from '../case/types.ts'

export const usualText = (minutes: number | null): string => (minutes === null ? '' : t('通常 {{span}}', { span: minutesWords(minutes) }))

export const stateText = (state: Case['state']): string => t(INSTANCE_STATES[state])

/** Outcome in one sentence: what it waits for or how it ended, and what follows. `**` marks emphasis. */
export function outcomeOf(c: Pick<Case, 'state' | 'mine' | 'ahead' | 'nextStep' | 'form' | 'can'>): string {
  if (c.can.includes('resubmit')) return t('申请**已退回给你修改**，改好后重新提交。')
  if (!c.mine) return c.nextStep ?? ENDED[c.state]?.() ?? stateText(c.state)
  if (c.mine.kind === 'opinion') return t('同事请你**给出意见**；怎样决定仍由请你的人作出。')
  const changed = c.form.filter(field => field.was !== null).length
  const again = changed ? t('申请人修改后重新提交，改了 **{{n}} 处**，已标出。', { n: changed }) : ''
  return `${again}${afterMine(c)}`
}
function afterMine({ mine, ahead }: Pick<Case, 'mine' | 'ahead'>): string {
  const verb = mine?.kind === 'handle' ? t('办理') : t('同意')
  const next = ahead[0]
  if (!next) return t('你{{verb}}后**即办结**。', { verb })
  const usual = usualText(next.usualMin)
  return t('你{{verb}}后转 **{{step}} {{who}}**{{usual}}。', { verb, who: next.people || t('有关人员'), step: next.name, usual: usual && t('，{{usual}}', { usual }) })
}
const ENDED: Partial<Record<Case['state'], () => string>> = {
  approved: () => t('申请**已通过**。'),
  rejected: () => t('申请**被驳回**，流程已结束。'),
  withdrawn: () => t('申请人**已撤回**，流程已结束。'),
  cancelled: () => t('申请**已取消**，流程已结束。'),
  returned: () => t('已退回申请人修改，等重新提交。'),
  suspended: () => t('流程**已暂停**，恢复后才能办理。'),
}
