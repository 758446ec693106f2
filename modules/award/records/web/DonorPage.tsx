import { Select } from 'antd'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { donorReport } from '../model/actions.ts'

/** 评奖评优 → 捐赠奖助: of each gift, who was awarded in a year: the list that the donor is thanked with. */
export default function DonorPage() {
  const [xn, setXn] = useState<string>()
  const read = useRead(donorReport, { xn: xn ?? null })
  const years = read.data?.years ?? []
  const choose = years.length ? (
    <Select aria-label={t('学年')} value={read.data?.xn ?? null} options={years.flatMap(y => (y ? [{ value: y, label: y }] : []))} onChange={value => setXn(value ?? undefined)} />
  ) : null
  return (
    <Page title={t('捐赠奖助')} actions={choose}>
      <Loaded of={read} empty={data => (data.donors.length ? undefined : t('还没有捐赠的奖项，在“奖项”里新增级别为社会捐赠的奖项'))}>
        {data => (
          <Stack>
            {data.donors.map(
              d =>
                d && (
                  <Sheet key={d.itemId} title={d.item}>
                    <p>
                      {t('{{donor}}，{{xn}} 学年 {{n}} 人获奖，共 {{sum}}。', { donor: d.donor, xn: data.xn, n: d.count, sum: formatMoney(d.sum) })}
                      {d.until ? ` ${d.isOver ? t('捐赠协议已于 {{day}} 到期。', { day: formatDate(d.until) }) : t('捐赠协议到 {{day}}。', { day: formatDate(d.until) })}` : ''}
                    </p>
                    {d.people.length ? <p className="ql-quiet">{d.people.join('、')}</p> : <Empty title={t('这一学年没有人获奖')} />}
                  </Sheet>
                ),
            )}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
