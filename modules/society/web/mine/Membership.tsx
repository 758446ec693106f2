import { Link } from 'react-router'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { memberStates, ROLES } from '../../model/member.ts'
import { answerRemoval, leave, type mySocieties } from '../../model/member-actions.ts'
import { societyStates } from '../../model/society.ts'
import { CHANGES } from '../labels.ts'

type Mine = NonNullable<AnswerOf<typeof mySocieties>['mine'][number]>
export function Membership({ of }: { of: Mine }) {
  const isIn = of.state === 'active'
  const facts = [
    of.meets,
    of.head ? t('负责人 {{name}}', { name: of.head }) : null,
    of.advisor ? t('指导教师 {{name}}', { name: of.advisor }) : null,
    t('{{n}} 名成员', { n: of.members }),
    isIn && of.joinedOn ? t('{{day}} 加入', { day: formatDate(of.joinedOn) }) : null,
  ]
  return (
    <Sheet title={of.society} {...(isIn ? { note: t(ROLES[of.role]) } : {})} actions={<StateTag of={memberStates} state={of.state} />}>
      {of.societyState === 'active' ? null : <StateTag of={societyStates} state={of.societyState} />}
      <p className="ql-quiet">{facts.filter(Boolean).join(' · ')}</p>
      {of.state === 'declined' && of.leaveReason ? <p>{of.leaveReason}</p> : null}
      {of.hearUntil ? (
        <>
          <p>{t('社团提出把你移出：{{why}}', { why: of.removalReason ?? '' })}</p>
          <Row spread="between">
            <span className="ql-quiet">{of.statement ? t('你的申辩：{{text}}', { text: of.statement }) : t('{{until}} 前可以申辩', { until: formatDatetime(of.hearUntil) })}</span>
            <FormButton of={answerRemoval} input={{ id: of.id }} initial={of.statement ? { statement: of.statement } : {}} changes={CHANGES} />
          </Row>
        </>
      ) : null}
      {of.state === 'declined' || of.role === 'head' ? null : (
        <Row>
          {isIn ? <Link to={`/society/money?societyId=${of.societyId}`}>{t('经费收支')}</Link> : null}
          <FormButton of={leave} input={{ id: of.id }} danger changes={CHANGES}>
            {isIn ? t('退出社团') : t('撤回申请')}
          </FormButton>
        </Row>
      )}
    </Sheet>
  )
}
