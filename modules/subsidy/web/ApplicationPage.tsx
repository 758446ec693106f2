import { Button } from 'antd'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { ForStudentPanel } from '#modules/workflow/applications/web/public/ForStudentPanel.tsx'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { useFields } from '#web/forms/useFields.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { formatDatetime, formatMoney } from '#web/values/format.ts'
import { setAmount } from '../model/actions.ts'
import { applicationStates, subsidyApplication, subsidyApply } from '../model/application.ts'
import { CHANGES } from './labels.ts'

const VIEWS = {
  all: { label: '全部' },
  pending: { label: '审批中', where: { state: 'pending' } },
  urgent: { label: '临时困难', where: { 'dueAt.isNull': 'false' } },
} as const
/** 资助补助 → 资助申请: who asks for what, with the level, all aid of the year and how long it waits. */
export default function ApplicationPage() {
  const views = useView(VIEWS, { label: t('资助申请') })
  return (
    <EntityTable<typeof subsidyApplication>
      of={subsidyApplication}
      title={t('资助申请')}
      verbs={['export']}
      views={views}
      toolbar={
        <>
          <ForStudent />
          <ApprovalsLink of="subsidyApplication" />
        </>
      }
      columns={[
        { key: 'studentId', title: t('学生'), width: 110, align: 'left' },
        { key: 'studentNo', width: 130 },
        { key: 'classId', width: 140 },
        { key: 'itemId', width: 140, align: 'left' },
        { key: 'level', width: 110 },
        { key: 'tier', width: 110 },
        { key: 'amountAsked', width: 120 },
        { key: 'amountApproved', width: 120 },
        { key: 'happenedOn', width: 120 },
        { key: 'waitingDays', width: 90 },
        { key: 'yearAid', width: 130 },
        { key: 'state', width: 100 },
        ...(['cause', 'dueAt', 'xn', 'effect', 'batchId', 'departmentId', 'tierReason', 'appliedBy', 'decidedAt', 'endReason', 'text', 'createdAt'] as const).map(key => ({
          key,
          hidden: true,
        })),
      ]}
      filters={['studentId', collegeFilter, 'itemId', 'level', 'state', 'dueAt']}
      rowActions={row =>
        applicationStates.allows(row, 'setAmount') ? <FormButton of={setAmount} input={{ id: row.id }} changes={CHANGES} note={t('按等级的档次以外，要写明理由。')} /> : null
      }
    />
  )
}
const LAYOUT = [{ fields: ['studentId', 'itemId', 'cause', 'happenedOn', 'amountAsked', 'text', 'files'] }] as const
/** 代学生申请: a counsellor's application for somebody who needs help at once, in a minute. */
function ForStudent() {
  const [isOpen, setOpen] = useState(false)
  if (!useCan(subsidyApply.applyFor.permission)) return null
  return (
    <>
      <Button type="primary" icon={<UserPlus size={16} />} onClick={() => setOpen(true)}>
        {t('代学生申请补助')}
      </Button>
      {isOpen ? <Form onClose={() => setOpen(false)} /> : null}
    </>
  )
}
function Form({ onClose }: { onClose: () => void }) {
  const form = useFields(subsidyApply.applyFor.input, LAYOUT as never, {})
  const { studentId, itemId, cause, happenedOn, amountAsked } = form.values as Partial<Record<string, string>> & { amountAsked?: number }
  const preview = useRead(
    subsidyApply.preview,
    { studentId: studentId ?? null, itemId: itemId ?? '', cause: cause ?? null, happenedOn: happenedOn ?? null, amountAsked: amountAsked ?? null },
    { enabled: Boolean(studentId && itemId), keeps: true },
  ).data
  return (
    <ForStudentPanel
      of={subsidyApply.applyFor}
      title={t('代学生申请补助')}
      form={form}
      submit={t('提交')}
      isBlocked={!preview || preview.problems.length > 0}
      changes={['subsidyApplication']}
      onClose={onClose}
    >
      {preview ? (
        <Outcome of={preview}>
          {preview.answerBy ? t('{{amount}}，{{at}} 前答复', { amount: formatMoney(preview.amount), at: formatDatetime(preview.answerBy) }) : formatMoney(preview.amount)}
        </Outcome>
      ) : null}
    </ForStudentPanel>
  )
}
