import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { memberStates, societyMember } from '../model/member.ts'
import { accept, confirmJoin, decline, keepPost, readmit } from '../model/member-actions.ts'
import { CHANGES } from './labels.ts'

const VIEWS = {
  active: { label: '在社', where: { state: 'active' } },
  waiting: { label: '待答复', where: { 'state.in': 'asked,confirming' }, sort: ['askedAt'] },
  posts: { label: '任职', where: { state: 'active', 'role.in': 'head,deputy,treasurer,officer' } },
  doubt: { label: '任职待核实', where: { 'postDoubt.isNull': 'false' } },
  left: { label: '已退社', where: { 'state.in': 'left,declined' } },
  all: { label: '全部' },
} as const
/** 社团管理 → 成员 */
export default function SocietyMemberPage() {
  const views = useView(VIEWS)
  const isWaiting = views.view === 'waiting'
  return (
    <EntityTable<typeof societyMember>
      of={societyMember}
      title={t('社团成员#many')}
      views={views}
      columns={[
        { key: 'societyId', width: 170, align: 'left' },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'studentNo', width: 140 },
        { key: 'role', width: 110 },
        { key: 'joinedOn', width: 120, hidden: isWaiting },
        { key: 'state', width: 100 },
        { key: 'note', width: 180, align: 'left', hidden: !isWaiting },
        { key: 'askedAt', width: 150, hidden: !isWaiting },
        { key: 'answerBy', width: 150, hidden: !isWaiting },
        { key: 'postDoubt', width: 150, hidden: views.view !== 'doubt' },
        { key: 'leftOn', width: 120, hidden: views.view !== 'left' },
        { key: 'leaveReason', width: 160, align: 'left', hidden: views.view !== 'left' },
        ...(['postFrom', 'removalReason', 'hearUntil', 'statement', 'feeXn'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['societyId', 'role', 'joinedOn']}
      filters={['societyId', 'studentId', 'role', 'joinedOn']}
      rowActions={row => [
        memberStates.allows(row, 'accept') ? <ActionButton key="accept" of={accept} input={{ id: row.id }} changes={CHANGES} /> : null,
        memberStates.allows(row, 'confirm') ? <ActionButton key="confirm" of={confirmJoin} input={{ id: row.id }} changes={CHANGES} /> : null,
        memberStates.allows(row, 'decline') ? <FormButton key="decline" of={decline} input={{ id: row.id }} danger changes={CHANGES} /> : null,
        memberStates.allows(row, 'readmit') ? <ActionButton key="readmit" of={readmit} input={{ id: row.id }} changes={CHANGES} /> : null,
        row.postDoubt ? <ActionButton key="keep" of={keepPost} input={{ id: row.id }} changes={CHANGES} /> : null,
        row.state === 'active' ? <PrintButton key="print" of={societyMember} template="societyMembership" label={t('社团成员证明')} ids={[row.id]} /> : null,
      ]}
      form={{ layout: ['societyId', 'studentId', 'role', 'joinedOn'] }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('各社团的成员、职务和等待答复的申请。'),
  who: t('团委管理全校的，指导单位管理自己的社团；港澳台和外籍学生由学工处再确认一次。'),
  first: t('“任职待核实”里的受了处分，先核实能否继续任职。'),
})
