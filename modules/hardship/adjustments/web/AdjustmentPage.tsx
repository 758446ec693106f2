import { useState } from 'react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { formatMoney } from '#web/values/format.ts'
import { decideAdjustment, endForFalse, proposeLowering } from '../model/actions.ts'
import { levelAdjustment } from '../model/adjustment.ts'
import { adjustmentApplication } from '../model/application.ts'

const VIEWS = {
  open: { label: '办理中', where: { 'state.in': 'pending,returned,noticed,answered' } },
  done: { label: '已生效', where: { state: 'effective' } },
  all: { label: '全部' },
} as const
const CHANGES = ['aidLevelSpan', 'aidRecognition'] as const
/** 困难认定 → 动态调整: levels raised, lowered and ended within the year. */
export default function AdjustmentPage() {
  const views = useView(VIEWS, { label: t('动态调整') })
  const [paid, setPaid] = useState<AnswerOf<typeof endForFalse>['paid']>()
  return (
    <>
      <EntityTable<typeof levelAdjustment>
        of={levelAdjustment}
        title={t('动态调整')}
        views={views}
        toolbar={
          <>
            <FormButton
              of={endForFalse}
              input={{}}
              danger
              changes={CHANGES}
              note={t('等级从今天起结束，没有发放的资助暂缓；已经发放的列出来由学工处处理。')}
              onDone={answer => setPaid(answer.paid)}
            />
            <FormButton of={proposeLowering} input={{}} note={t('先告知本人，五天内可以申辩，之后再决定。')} />
            <FormButton of={adjustmentApplication.applyFor} input={{}} changes={['processInstance']} />
          </>
        }
        columns={[
          { key: 'studentId', width: 110, align: 'left' },
          { key: 'classId', width: 140, align: 'left' },
          { key: 'kind', width: 100 },
          { key: 'fromLevel', width: 110 },
          { key: 'toLevel', width: 110 },
          { key: 'answerBy', width: 120 },
          { key: 'state', width: 120 },
          { key: 'decisionNote', align: 'left' },
          { key: 'departmentId', hidden: true },
        ]}
        filters={['kind', 'state', 'fromLevel', 'toLevel', 'studentId']}
        rowActions={row => [<FormButton key="decide" of={decideAdjustment} input={{ id: row.id }} initial={{ isUpheld: true }} changes={CHANGES} />]}
      />
      {paid ? <Paid of={paid} onClose={() => setPaid(undefined)} /> : null}
    </>
  )
}
/** 40-D12: what the student has already got this year. */
const Paid = ({ of, onClose }: { of: AnswerOf<typeof endForFalse>['paid']; onClose: () => void }) => (
  <Dialog open title={t('本学年已给的资助')} leave={t('知道了')} onClose={onClose}>
    <PlainTable
      label={t('已给的资助')}
      rows={of}
      keyOf={p => `${p.name}${p.day}`}
      empty={t('本学年没有得到过资助')}
      columns={[
        [t('名称'), p => p.name, { isHead: true }],
        [t('金额'), p => formatMoney(p.amount), { isNumber: true }],
        [t('日期'), p => p.day],
      ]}
    />
  </Dialog>
)
