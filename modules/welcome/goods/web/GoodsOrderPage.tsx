import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { Row as RowOf } from '#model'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { DownloadButton } from '#web/forms/DownloadButton.tsx'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { FieldsTable } from '#web/records/FieldsTable.tsx'
import { listAt } from '#web/records/useEntityList.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { type ShownView, useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { cancelOrder, changeOrder, exportSizes, sizeSummary } from '../model/actions.ts'
import { goodsOrder, orderStates, welcomeGoods } from '../model/goods.ts'
import { GoodsLinesInput } from './goods/LinesInput.tsx'

const VIEWS = {
  all: { label: '全部' },
  unpaid: { label: '待付款', where: { state: 'ordered' } },
  waiting: { label: '待领取', where: { state: 'paid' } },
  sizes: { label: '尺码汇总' },
} as const
const ANYWHERE = new URLSearchParams()

/** 迎新 → 物品订单: who has ordered what, and the sizes for each supplier. */
export default function GoodsOrderPage() {
  const views = useView(VIEWS)
  const [changed, setChanged] = useState<RowOf<typeof goodsOrder>>()
  const mayChange = useCan(changeOrder.permission)
  if (views.view === 'sizes') return <Sizes views={views} />
  return (
    <>
      <EntityTable<typeof goodsOrder>
        of={goodsOrder}
        title={t('物品订单')}
        views={views}
        columns={[
          { key: 'studentId', width: 120, align: 'left' },
          { key: 'what', width: 320, align: 'left' },
          { key: 'amount', width: 100 },
          { key: 'pointId', width: 140 },
          { key: 'state', width: 100 },
          { key: 'batchId', hidden: true },
        ]}
        facts={['what', 'amount']}
        filters={['batchId', 'studentId.departmentId', 'studentId.genderCode', 'state']}
        detail={{ except: ['lines'] }}
        rowActions={row =>
          mayChange && orderStates.allows(row, 'change') ? (
            <>
              <Button size="small" onClick={() => setChanged(row)}>
                {t('改订单')}
              </Button>
              {row.state === 'cancelled' ? null : <ActionButton of={cancelOrder} input={{ id: row.id }} confirm={t('取消这份订单？已付的钱退到预存。')} />}
            </>
          ) : null
        }
      />
      {changed ? <Change of={changed} onClose={() => setChanged(undefined)} /> : null}
    </>
  )
}
function Change({ of, onClose }: { of: RowOf<typeof goodsOrder>; onClose: () => void }) {
  const { data } = useQuery(listAt(welcomeGoods, ANYWHERE, { where: { batchId: of.batchId }, size: 100 }))
  if (!data) return null
  const goods = data.result.map(g => ({ ...g, isOpen: true, suggested: null, why: null }))
  return (
    <ActionForm
      of={changeOrder}
      input={{ id: of.id }}
      initial={{ lines: of.lines.flatMap(l => (l ? [{ goodsId: l.goodsId, size: l.size, qty: l.qty }] : [])) }}
      layout={[{ field: 'lines', render: props => <GoodsLinesInput {...props} goods={goods} /> }]}
      onClose={onClose}
    />
  )
}
function Sizes({ views }: { views: ShownView<keyof typeof VIEWS> }) {
  const [params, , put] = useOwnParams()
  const batchId = params.get('batchId')
  const asked = batchId ? { batchId } : {}
  const read = useRead(sizeSummary, asked)
  return (
    <Page
      title={t('物品订单')}
      views={<ViewSwitch of={views} />}
      actions={
        <Row gap={2}>
          <RefSelect to="welcomeBatch" aria-label={t('批次')} placeholder={t('批次')} value={batchId} onChange={id => put({ batchId: id ?? undefined })} />
          <DownloadButton of={exportSizes} input={asked} />
        </Row>
      }
    >
      <Loaded of={read} empty={rows => rows.length === 0 && t('还没有人订购')}>
        {rows => (
          <Sheet label={t('尺码汇总')} isBare>
            <FieldsTable of={sizeSummary.output} rows={rows.flatMap(row => row ?? [])} label={t('尺码汇总')} />
          </Sheet>
        )}
      </Loaded>
    </Page>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('新生订了哪些物品，付款和领取到哪一步，每家供应商各尺码要多少。'),
  who: t('招生办看全校，学院和辅导员看自己的学生；订购截止后由招生办改。'),
  first: t('看“尺码汇总”向供应商订货。'),
})
