import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { cardKind } from '../model/card-kind.ts'

/** 证卡补办 → 证卡类型 */
export default function KindPage() {
  return (
    <EntityTable
      of={cardKind}
      columns={[
        { key: 'code', width: 100 },
        { key: 'name', width: 160, align: 'left' },
        { key: 'chargeItemId', width: 160, align: 'left' },
        { key: 'freeReasons', width: 160, align: 'left' },
        { key: 'maxPerYear', width: 110 },
        { key: 'pickUpPlace', width: 180, align: 'left' },
        { key: 'pickUpHours', width: 180, align: 'left' },
        { key: 'isEnabled', width: 90 },
        ...(['producer', 'needsPhoto', 'needsOldCard', 'hasNumber', 'isTrain', 'tellsCardSystem'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['chargeItemId', 'maxPerYear']}
      filters={['isEnabled']}
      form={{
        layout: [
          { title: '证卡', fields: ['code', 'name', 'isEnabled'] },
          { title: '费用', fields: ['chargeItemId', 'freeReasons', 'maxPerYear'] },
          { title: '办理', fields: ['needsPhoto', 'needsOldCard', 'hasNumber', 'isTrain', 'tellsCardSystem'] },
          { title: '制证和领取', fields: ['producer', 'pickUpPlace', 'pickUpHours'] },
        ],
      }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('学校补办哪些证卡、收多少工本费、在哪里领取。'),
  who: t('学工处设置；学生申请时从中选择。'),
  first: t('要收费的，先请财务在收费标准里定好价格，再选收费项目。'),
})
