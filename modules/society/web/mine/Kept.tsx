import { Link } from 'react-router'
import { schoolDate } from '#model/school-time.ts'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatDate, formatDatetime, formatMoney } from '#web/values/format.ts'
import { logHours } from '../../model/advisor-log.ts'
import { ROLES } from '../../model/member.ts'
import { accept, askRemoval, decline, giveRole, keepMember, type mySocieties, removeMember } from '../../model/member-actions.ts'
import { societyStates } from '../../model/society.ts'
import { CHANGES } from '../labels.ts'

type Of = NonNullable<AnswerOf<typeof mySocieties>['kept'][number]>
type Request = NonNullable<Of['requests'][number]>
type Person = NonNullable<Of['people'][number]>
const AS = { head: ROLES.head, deputy: ROLES.deputy, treasurer: ROLES.treasurer, advisor: '指导教师', former: '原负责人' } as const
/** A society the caller acts for: who asks to join, and the roster. */
export function Kept({ of }: { of: Of }) {
  return (
    <Sheet title={of.name} note={t('你是{{as}}，{{n}} 名成员', { as: t(AS[of.as]), n: of.members })} actions={<StateTag of={societyStates} state={of.state} />}>
      <Row spread="between">
        <Link to={`/society/money?societyId=${of.id}`}>{t('经费余额 {{balance}}', { balance: formatMoney(of.balance) })}</Link>
        {of.as === 'head' ? <Link to="/society/change">{t('申请社团变更')}</Link> : null}
        {of.as === 'advisor' ? (
          <FormButton of={logHours} input={{ societyId: of.id }} initial={{ date: schoolDate(Date.now()), hours: 1, content: t('参加社团活动') }} done={t('已登记')} />
        ) : null}
      </Row>
      {of.requests.map(r => r && <OneRequest key={r.id} of={r} />)}
      <details>
        <summary>{t('成员名册')}</summary>
        {of.people.map(p => p && <OnePerson key={p.id} of={p} mayManage={of.mayManage} />)}
      </details>
    </Sheet>
  )
}
const OneRequest = ({ of }: { of: Request }) => (
  <Row spread="between">
    <span>
      {t('{{name}}申请加入', { name: of.name })}
      <br />
      <small className="ql-quiet">{[of.className, of.note, of.answerBy ? t('{{by}} 前答复', { by: formatDatetime(of.answerBy) }) : null].filter(Boolean).join(' · ')}</small>
    </span>
    {of.mayAnswer ? (
      <Row>
        <ActionButton of={accept} input={{ id: of.id }} changes={CHANGES} />
        <FormButton of={decline} input={{ id: of.id }} danger changes={CHANGES} />
      </Row>
    ) : null}
  </Row>
)
function OnePerson({ of, mayManage }: { of: Person; mayManage: boolean }) {
  const mayAct = mayManage && !of.isSelf && of.role !== 'head'
  return (
    <Row spread="between">
      <span>
        {[of.name, of.role === 'member' ? null : t(ROLES[of.role])].filter(Boolean).join(' · ')}
        <br />
        <small className="ql-quiet">{[of.className, of.joinedOn ? formatDate(of.joinedOn) : null].filter(Boolean).join(' · ')}</small>
        {of.hearUntil ? <Hearing of={of} /> : null}
      </span>
      {mayAct ? <Acts of={of} /> : null}
    </Row>
  )
}
const Hearing = ({ of }: { of: Person }) => (
  <small>
    <br />
    {t('拟移出：{{why}}', { why: of.removalReason ?? '' })}
    <br />
    {of.statement ? t('申辩：{{text}}', { text: of.statement }) : t('{{until}} 前听取申辩', { until: formatDatetime(of.hearUntil ?? '') })}
  </small>
)
const Acts = ({ of: { id, name, role, hearUntil } }: { of: Person }) =>
  hearUntil ? (
    <Row>
      <ActionButton of={keepMember} input={{ id }} changes={CHANGES} />
      <ActionButton of={removeMember} input={{ id }} danger changes={CHANGES} confirm={t('把{{name}}移出社团，会通知本人。', { name })} />
    </Row>
  ) : (
    <Row>
      <FormButton of={giveRole} input={{ id }} initial={role === 'head' ? {} : { role }} changes={CHANGES} />
      <FormButton of={askRemoval} input={{ id }} danger changes={CHANGES} />
    </Row>
  )
