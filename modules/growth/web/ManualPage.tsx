import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { checkManual, growthManual, manualStates, returnManual } from '../model/manual.ts'

const VIEWS = {
  pending: { label: '待复核', where: { state: 'pending' } },
  returned: { label: '已退回', where: { state: 'returned' } },
  all: { label: '全部' },
} as const
const CHANGES = ['growthManual', 'growthEntry']
export const about: PageFile['about'] = () => ({
  use: t('没有走活动流程的时长和积分在这里补录，可以一条条填，也可以导入名单；由别人复核后记入台账。'),
  who: t('学院登记本院学生，团委和学工处登记并复核；登记人不能复核自己登记的。'),
  first: t('勾选核对无误的，点“复核记入”；有问题的写明原因退回。'),
})
/** 成长台账 → 补录复核 */
export default function ManualPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof growthManual>
      of={growthManual}
      title={t('补录复核')}
      views={views}
      columns={[
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'studentNo', width: 150 },
        { key: 'category', width: 100 },
        { key: 'title', width: 200, align: 'left' },
        { key: 'bizDate', width: 120 },
        { key: 'hours', width: 110 },
        { key: 'points', width: 80 },
        { key: 'labourHours', width: 100 },
        { key: 'reason', width: 180, align: 'left' },
        { key: 'makerId', width: 110 },
        { key: 'state', width: 100 },
        { key: 'checkerId', hidden: true },
        { key: 'remark', hidden: true },
      ]}
      facts={['category', 'title', 'bizDate']}
      filters={['studentId', 'category', 'bizDate', 'state']}
      rowActions={row => [
        manualStates.allows(row, 'check') ? <ActionButton key="check" of={checkManual} input={{ ids: [row.id] }} changes={CHANGES} /> : null,
        manualStates.allows(row, 'giveBack') ? <FormButton key="giveBack" of={returnManual} input={{ id: row.id }} changes={CHANGES} /> : null,
      ]}
      batchActions={rows => {
        const ids = rows.filter(r => manualStates.allows(r, 'check')).map(r => r.id)
        return ids.length ? <ActionButton of={checkManual} input={{ ids }} changes={CHANGES} confirm={t('{{n}} 条记入成长台账，记入后不能再改。', { n: ids.length })} /> : null
      }}
    />
  )
}
