import { Link } from 'react-router'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { awardQuota } from '../model/quota.ts'
import { moveSeats } from '../model/quota-actions.ts'

/** 评奖评优 → 名额分配: what each college has and has used, on which basis; moves by hand keep the total. */
export default function QuotaPage() {
  return (
    <EntityTable<typeof awardQuota>
      of={awardQuota}
      title={t('名额分配')}
      columns={[
        { key: 'batchId', width: 200, align: 'left' },
        { key: 'itemId', width: 160, align: 'left' },
        { key: 'departmentId', width: 160, align: 'left' },
        { key: 'heads', width: 100 },
        { key: 'coefficient', width: 80 },
        { key: 'fixed', width: 100 },
        { key: 'quota', width: 80 },
        { key: 'used', width: 80 },
        { key: 'free', width: 80 },
        { key: 'applied', width: 100, render: row => <Link to={`/award/cases?quota=${row.id}`}>{row.applied ?? 0}</Link> },
        { key: 'note', width: 200, align: 'left', hidden: true },
        { key: 'voteState', width: 100, hidden: true },
      ]}
      filters={['batchId', 'itemId', 'departmentId']}
      detail={{ except: ['committee'] }}
      rowActions={row => [
        <FormButton key="move" of={moveSeats} input={{ id: row.id }} changes={['awardQuota']} note={t('从这个学院调到另一个学院，总名额不变。')}>
          {t('调整')}
        </FormButton>,
      ]}
    />
  )
}
