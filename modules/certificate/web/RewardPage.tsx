import { Banknote } from 'lucide-react'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { formatMoney } from '#web/values/format.ts'
import { generateReward, settleRecovery } from '../model/actions.ts'
import { certReward } from '../model/cert-reward.ts'
import { studentCert } from '../model/student-cert.ts'

const VIEWS = { policies: '奖励标准', given: '奖励名单', recover: '待追回' } as const
/** 技能证书 → 奖励发放: what is paid for which certificate, who got it, and what has to come back. */
export default function RewardPage() {
  const views = useView(VIEWS)
  const shown = <ViewSwitch of={views} />
  if (views.view === 'policies')
    return (
      <EntityTable<typeof certReward>
        of={certReward}
        title={t('奖励发放')}
        views={shown}
        columns={[
          { key: 'catalogId', width: 220, align: 'left' },
          { key: 'level', width: 110 },
          { key: 'amount', width: 110 },
          { key: 'windowFrom', width: 120 },
          { key: 'windowTo', width: 120 },
          { key: 'fundId', width: 180, align: 'left' },
          { key: 'dueCount', width: 90 },
          { key: 'dueSum', width: 120 },
          { key: 'listedCount', width: 120 },
          { key: 'paidSum', width: 120 },
        ]}
        facts={['amount', 'dueCount']}
        filters={['catalogId', 'windowFrom']}
        form={{ layout: ['catalogId', 'level', 'amount', 'windowFrom', 'windowTo', 'fundId'] }}
        rowActions={row => [
          row.dueCount ? (
            <ActionButton
              key="generate"
              of={generateReward}
              input={{ id: row.id }}
              icon={<Banknote size={15} />}
              confirm={t('{{n}} 张证书共 {{sum}}，占用经费并列入发放单。', { n: row.dueCount, sum: formatMoney(row.dueSum ?? 0) })}
              changes={['studentCert', 'payoutList', 'fundAccount']}
              done={t('已列入发放单')}
            />
          ) : null,
        ]}
      />
    )
  const isOwed = views.view === 'recover'
  return (
    <EntityTable<typeof studentCert>
      key={views.view}
      of={studentCert}
      title={t('奖励发放')}
      views={shown}
      where={isOwed ? { rewardState: 'recover' } : { 'rewardId.isNull': false }}
      columns={[
        { key: 'studentNo', width: 130 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'classId', width: 120 },
        { key: 'catalogId', width: 200, align: 'left' },
        { key: 'level', width: 110 },
        { key: 'certNo', width: 170, align: 'left' },
        { key: 'rewardAmount', width: 110 },
        { key: 'rewardState', width: 100 },
        { key: 'verifyReason', title: t('撤销原因'), width: 180, align: 'left', hidden: !isOwed },
        { key: 'rewardNote', width: 180, align: 'left', hidden: true },
      ]}
      facts={['catalogId', 'rewardAmount', 'rewardState']}
      filters={['studentId', 'catalogId', 'rewardState']}
      rowActions={row => [row.rewardState === 'recover' ? <FormButton key="back" of={settleRecovery} input={{ id: row.id }} done={t('已登记')} /> : null]}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('考取证书奖励多少钱，发给谁了，撤销证书后还要追回多少。'),
  who: t('学工处定标准、列发放单，财务处登记追回。'),
  first: t('先加奖励标准和经费。“可发放”是已核验、在校期间取得、发证日期在范围内、同一证书同一等级还没有奖励过的。'),
})
