import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { receiveStock } from '../model/actions.ts'
import { goodsStock } from '../model/goods.ts'

/** 迎新 → 物品库存: what came to each point, was handed out, and is left. */
export default function GoodsStockPage() {
  return (
    <EntityTable<typeof goodsStock>
      of={goodsStock}
      toolbar={<FormButton of={receiveStock} />}
      columns={[
        { key: 'goodsId', width: 200, align: 'left' },
        { key: 'pointId', width: 180, align: 'left' },
        { key: 'size', width: 100 },
        { key: 'received', width: 90 },
        { key: 'handedOut', width: 90 },
        { key: 'left', width: 90 },
      ]}
      filters={['goodsId', 'pointId']}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('每个办理点各尺码到了多少、发出多少、还剩多少。'),
  who: t('招生办登记到货，学工处查看。'),
  first: t('按办理点和尺码登记到货；发放和换货时自动增减。'),
})
