import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { DeliveryButton } from '../../cases/web/public/DeliveryButton.tsx'
import { acceptAppeal, askCorrection, changeLevel, concludeAppeal, extendAppeal, refuseAppeal, revokePunishment } from '../model/actions.ts'
import { appeal, appealStates } from '../model/appeal.ts'

const VIEWS = {
  all: { label: '全部' },
  submitted: { label: '待受理', where: { state: 'submitted' } },
  reviewing: { label: '正在复查', where: { state: 'reviewing' }, sort: ['dueOn'] },
  followed: { label: '待重新决定', where: { conclusion: 'suggestRevoke,suggestChange', 'carriedOutOn.isNull': 'true' } },
} as const
const CHANGES = ['appeal', 'punishment', 'todo'] as const
export const about: PageFile['about'] = () => ({
  use: t('学生对处分决定的申诉，从受理、复查到结论送达。'),
  who: t('学生申诉处理委员会办公室。'),
  first: t('先看材料是否齐全，受理时选定委员；登记人、调查人、决定人和负责该学生的老师不能担任。'),
})
/** 违纪处分 → 申诉管理 */
export default function AppealPage() {
  return (
    <EntityTable<typeof appeal>
      of={appeal}
      title={t('申诉管理')}
      views={useView(VIEWS)}
      columns={[
        { key: 'studentId', width: 120, align: 'left' },
        { key: 'documentNo', width: 190, align: 'left' },
        { key: 'submittedAt', width: 160 },
        { key: 'state', width: 110 },
        { key: 'dueOn', width: 120 },
        { key: 'conclusion', width: 120 },
        { key: 'resultNo', width: 190, align: 'left' },
        { key: 'provinceDueOn', width: 130 },
        ...(
          [
            'studentNo',
            'stage',
            'acceptedOn',
            'missing',
            'correctDueOn',
            'refusalReason',
            'members',
            'extendedTo',
            'suspendAdvice',
            'concludedOn',
            'servedOn',
            'carriedOutOn',
            'grounds',
            'files',
            'opinion',
          ] as const
        ).map(key => ({ key, hidden: true })),
      ]}
      filters={['studentId', 'state', 'conclusion', 'dueOn', 'submittedAt']}
      facts={['documentNo', 'dueOn', 'conclusion']}
      rowActions={row => verbsOf(row)}
    />
  )
}
function verbsOf(row: Shown<typeof appeal>) {
  const { id } = row
  const may = (verb: 'accept' | 'askCorrection' | 'refuse' | 'extend' | 'conclude') => appealStates.allows(row, verb)
  const isFollowed = row.carriedOutOn !== null
  return [
    may('accept') && <FormButton key="accept" of={acceptAppeal} input={{ id }} changes={CHANGES} done={t('已受理')} />,
    may('askCorrection') && <FormButton key="correct" of={askCorrection} input={{ id }} changes={CHANGES} />,
    may('refuse') && <FormButton key="refuse" of={refuseAppeal} input={{ id }} danger changes={CHANGES} />,
    may('extend') && !row.extendedTo && <FormButton key="extend" of={extendAppeal} input={{ id }} changes={CHANGES} note={t('只能延长一次，须在期限前由校领导批准。')} />,
    may('conclude') && <FormButton key="conclude" of={concludeAppeal} input={{ id }} size={720} changes={CHANGES} note={t('到会委员各投一票，过半数的为结论。')} />,
    row.resultNo !== null && <PrintButton key="print" of={appeal} template="appealResult" label={t('复查结论')} ids={[id]} />,
    row.state === 'concluded' && <DeliveryButton key="serve" punishmentId={row.punishmentId} document="appealResult" />,
    row.conclusion === 'suggestRevoke' && !isFollowed && <FormButton key="revoke" of={revokePunishment} input={{ id }} danger changes={CHANGES} />,
    row.conclusion === 'suggestChange' && !isFollowed && <FormButton key="change" of={changeLevel} input={{ id }} changes={CHANGES} />,
  ]
}
