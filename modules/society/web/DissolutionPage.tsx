import { Button } from 'antd'
import { useState } from 'react'
import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useMay } from '#web/session/useCan.ts'
import { dissolutionStates, societyDissolution } from '../model/dissolution.ts'
import { beginDissolution, dismissDissolution, finishDissolution, openDissolution } from '../model/dissolution-actions.ts'
import { LiquidationPanel } from './dissolution/LiquidationPanel.tsx'
import { DISSOLUTION_CHANGES } from './labels.ts'

type Case = Shown<typeof societyDissolution>
const VIEWS = {
  open: { label: '在办', where: { 'state.in': 'voting,proposed,pending,returned,approved,liquidating' } },
  proposed: { label: '待团委处理', where: { state: 'proposed' } },
  liquidating: { label: '清算', where: { state: 'liquidating' } },
  all: { label: '全部' },
} as const
/** 社团管理 → 注销 */
export default function DissolutionPage() {
  const views = useView(VIEWS)
  const may = useMay()
  const [shown, setShown] = useState<Case>()
  return (
    <>
      <EntityTable<typeof societyDissolution>
        of={societyDissolution}
        title={t('社团注销')}
        views={views}
        toolbar={
          <>
            <FormButton
              of={openDissolution}
              layout={['societyId', 'cause', { field: 'intoId', required: true, when: values => values.cause === 'merger' }, 'reason']}
              changes={DISSOLUTION_CHANGES}
              done={t('已送审')}
            />
            <ApprovalsLink of="societyDissolution" />
          </>
        }
        columns={[
          { key: 'societyId', width: 170, align: 'left' },
          { key: 'cause', width: 140 },
          { key: 'intoId', width: 150 },
          { key: 'reason', width: 220, align: 'left' },
          { key: 'voteUntil', width: 150 },
          { key: 'eligible', width: 130 },
          { key: 'voted', width: 100 },
          { key: 'agreed', width: 80 },
          { key: 'state', width: 120 },
          { key: 'dissolvedOn', width: 120 },
          ...(['studentId', 'applicantId', 'thingsBack', 'archived', 'clearNote', 'stateNote'] as const).map(key => ({ key, hidden: true })),
        ]}
        facts={['societyId', 'cause', 'state']}
        filters={['societyId', 'cause', 'state']}
        rowActions={row => [
          ...(dissolutionStates.allows(row, 'begin')
            ? [
                <ActionButton key="begin" of={beginDissolution} input={{ id: row.id }} changes={DISSOLUTION_CHANGES} confirm={t('送学工处审批，通过后社团进入清算。')} />,
                <FormButton key="dismiss" of={dismissDissolution} input={{ id: row.id }} changes={DISSOLUTION_CHANGES} />,
              ]
            : []),
          dissolutionStates.allows(row, 'finish') && may(finishDissolution.permission) ? (
            <Button key="list" size="small" onClick={() => setShown(row)}>
              {t('清算清单')}
            </Button>
          ) : null,
        ]}
      />
      {shown ? <LiquidationPanel of={shown} onClose={() => setShown(undefined)} /> : null}
    </>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('要注销的社团：为什么、表决结果、审批到哪一步、还有什么没清。'),
  who: t('团委提出和清算，学工处审批；指导单位和指导教师看自己的。成员在手机上表决。'),
  first: t('审批通过后打开“清算清单”，逐项清了才能注销。'),
})
