import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { welcomeGoods } from '../model/goods.ts'
import { SizesInput } from './goods/SizesInput.tsx'

/** 迎新 → 迎新物品: what new students may order. */
export default function GoodsPage() {
  return (
    <EntityTable<typeof welcomeGoods>
      of={welcomeGoods}
      columns={[
        { key: 'name', width: 180, align: 'left' },
        { key: 'kind', width: 110 },
        { key: 'batchId', width: 180 },
        { key: 'price', width: 100 },
        { key: 'supplier', width: 160, align: 'left' },
        { key: 'cutOff', width: 120 },
        { key: 'isAid', width: 100 },
      ]}
      filters={['batchId', 'kind', 'isAid']}
      form={{
        size: 720,
        layout: ['batchId', 'kind', 'name', 'specs', { field: 'sizes', render: props => <SizesInput {...props} /> }, 'price', 'itemId', 'cutOff', 'supplier', 'isAid', 'photo'],
      }}
      detail={{ except: ['sizes'] }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('新生可以自愿订购的床上用品、服装等。'),
  who: t('招生办设置，学工处、学院和辅导员查看。'),
  first: t('新增物品，填尺码对应的身高体重；收费项目只能选自愿的。'),
})
