import { Link } from 'react-router'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import type { tempApplication } from '../model/application.ts'
import { nightsText } from './labels.ts'

type Preview = NonNullable<AnswerOf<typeof tempApplication.preview>>

/** 2 晚，只需辅导员审批: consequences in a sentence, or why it is impossible, with a link. */
export const OutcomeLine = ({ of }: { of: Preview | undefined }) => (
  <Outcome
    of={of}
    after={of ? t('；本学期共 {{total}} 晚，最多 {{most}} 晚', { total: of.usedInTerm + of.nights.length, most: of.termNights }) : null}
    otherwise={of ? <WayOn of={of} /> : null}
  >
    <b>{of ? nightsText(of.nights.length) : null}</b>
  </Outcome>
)
function WayOn({ of }: { of: Preview }) {
  const rules = of.problems.map(p => p?.rule)
  if (of.leaveId) return <Link to={`/leave/mine?id=${of.leaveId}`}>{t('查看这份请假')}</Link>
  if (rules.includes('daytime')) return <Link to="/outing/mine">{t('去外出登记')}</Link>
  return rules.includes('overlap') ? <Link to="/dormitory/temp/mine">{t('查看我的外宿')}</Link> : null
}
