import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { chargeTable, publishCharges, renewCharges } from '../model/charge-table.ts'

/** 网站管理 → 收费标准: a table for each year, copied from the prices when it is published. */
export default function ChargeTablePage() {
  return (
    <EntityTable<typeof chargeTable>
      of={chargeTable}
      title={t('收费公示')}
      columns={[
        { key: 'xn', width: 120 },
        { key: 'edition', width: 80 },
        'state',
        { key: 'differs', width: 120 },
        { key: 'itemIds', width: 300, align: 'left' },
        { key: 'publishedAt', width: 160 },
        { key: 'filingNo', hidden: true },
        { key: 'channelId', hidden: true },
      ]}
      filters={['xn', 'state']}
      form={{ layout: ['channelId', 'xn', 'itemIds', 'basis', 'filingNo'] }}
      rowActions={row => [
        <ActionButton key="publish" of={publishCharges} input={{ id: row.id }} confirm={t('公布后这一版不能再改；标准变了出新版，旧版仍可查。')} />,
        <ActionButton key="renew" of={renewCharges} input={{ id: row.id }} confirm={t('按缴费管理里现行的公示标准出新版，旧版仍可查。')} />,
      ]}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('把缴费管理里勾选公示的标准按学年公布到网站，不用再录一遍。'),
  who: t('学工处和招生办。'),
  first: t('选学年和收费项目，写明依据，然后公布。'),
})
