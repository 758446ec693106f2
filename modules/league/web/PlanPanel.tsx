import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import type { Shown } from '#web/records/columns.ts'
import { RecordDetail } from '#web/records/RecordDetail.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatMoney, MISSING } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { GROUNDS } from '../model/liability.ts'
import { leagueFeeClass } from '../model/member.ts'
import { leagueFeePlan, previewPlan, resumePlan } from '../model/plan.ts'

interface Props {
  plan: Shown<typeof leagueFeePlan>
  onClose: () => void
}
/** A plan; while it is a draft, what publishing would charge. */
export function PlanPanel({ plan, onClose }: Props) {
  const mayPreview = useCan(previewPlan.permission) && plan.state === 'draft'
  return (
    <Panel open title={plan.name} onClose={onClose} size={720}>
      <Stack>
        {mayPreview ? <Preview id={plan.id} /> : null}
        {plan.feesState === 'failed' ? <ActionButton of={resumePlan} input={{ id: plan.id }} type="primary" /> : null}
        <RecordDetail of={leagueFeePlan} id={plan.id} except={['processType', 'standards', 'audience', 'quotas']} />
      </Stack>
    </Panel>
  )
}
function Preview({ id }: { id: string }) {
  const read = useRead(previewPlan, { id })
  const classes = useDict(leagueFeeClass)
  return (
    <Loaded of={read}>
      {data => (
        <Stack>
          <Figures label={t('发布后')}>
            <Figure label={t('应缴人数')} value={data.heads} />
            <Figure label={t('应缴金额')} value={formatMoney(data.sum)} />
            <Figure label={t('只缴部分月份')} value={data.partial} />
          </Figures>
          {data.missing.length ? <Refused what={t('还不能发布')} error={new Error(t('没有标准：{{classes}}', { classes: data.missing.join('、') }))} /> : null}
          <PlainTable
            label={t('按类别')}
            rows={data.byClass}
            keyOf={c => c.feeClass}
            columns={[
              [t('团费类别'), c => dictLabel(classes, c.feeClass), { isHead: true }],
              [t('人数'), c => c.heads, { isNumber: true }],
              [t('每月'), c => (c.monthly === null ? MISSING : formatMoney(c.monthly)), { isNumber: true }],
              [t('金额'), c => formatMoney(c.sum), { isNumber: true }],
            ]}
          />
          {data.exempt.length ? (
            <PlainTable
              label={t('免缴')}
              rows={data.exempt}
              keyOf={e => e.ground}
              columns={[
                [t('免缴原因'), e => t(GROUNDS[e.ground]), { isHead: true }],
                [t('人数'), e => e.heads, { isNumber: true }],
              ]}
            />
          ) : null}
        </Stack>
      )}
    </Loaded>
  )
}
