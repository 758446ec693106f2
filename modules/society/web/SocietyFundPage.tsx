import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { askReversal, bookFund, HOLD, societyFundEntry } from '../model/fund.ts'
import { FUND_CHANGES } from './labels.ts'

/** 社团管理 → 经费 */
export default function SocietyFundPage() {
  return (
    <EntityTable<typeof societyFundEntry>
      of={societyFundEntry}
      title={t('社团经费')}
      toolbar={<FormButton of={bookFund} input={{}} type="primary" changes={FUND_CHANGES} done={t('已记下，由另一个人复核后入账')} />}
      columns={[
        { key: 'bizDate', width: 120 },
        { key: 'accountId', width: 170, align: 'left' },
        { key: 'kind', width: 90 },
        { key: 'about', width: 220, align: 'left' },
        { key: 'amount', width: 120 },
        { key: 'isReversed', width: 90 },
        { key: 'makerId', width: 110 },
        { key: 'checkerId', width: 110 },
        { key: 'reason', width: 160, align: 'left', hidden: true },
        { key: 'draftId', hidden: true },
      ]}
      facts={['accountId', 'kind', 'amount']}
      filters={['accountId', 'kind', 'bizDate']}
      rowActions={row => [
        row.reversesId || row.isReversed || row.sourceType === 'billLine' || row.kind === HOLD ? null : (
          <FormButton key="reverse" of={askReversal} input={{ id: row.id }} danger changes={FUND_CHANGES} done={t('已提出，由另一个人复核')} />
        ),
      ]}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('各社团经费的每一笔收支，合计就是余额；活动预留的还没有支出，不算在内。记错的冲销，不删除。'),
  who: t('团委看全校的，指导单位和指导教师看自己的社团；成员在“我的社团”看每月收支。'),
  first: t('拨款和赞助在这里记，支出由社团自己记；都要由另一个人复核。'),
})
