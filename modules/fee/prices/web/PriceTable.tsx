import { type ReactNode, useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { useFields } from '#web/forms/useFields.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney } from '#web/values/format.ts'
import { priceTable } from '../model/actions.ts'
import style from './prices.module.css'

/** What an item costs whom: the prices that hold, whichever standard they come from. */
export function PriceTable({ views }: { views: ReactNode }) {
  const [initial] = useState(() => ({ xn: schoolYearOf(schoolDate(Date.now())) }))
  const form = useFields(priceTable.input, ['itemId', 'xn'], initial)
  const { itemId, xn } = form.values
  const isAsked = String(xn ?? '').length === 9
  const read = useRead(priceTable, { itemId: itemId ? String(itemId) : null, xn: String(xn) }, { enabled: isAsked })
  return (
    <Page title={t('收费标准#many')} actions={views}>
      <Sheet className={style.asked}>
        <Fields form={form} />
      </Sheet>
      {isAsked ? (
        <Loaded of={read}>
          {({ item, columns, rows }) => (
            <Sheet title={item} note={t('按校区、学生类别和楼宇另定的标准不在表里。')}>
              <PlainTable
                label={t('对照表')}
                rows={rows}
                keyOf={row => row.id}
                empty={t('这一学年没有标准')}
                isLong
                columns={[
                  [t('适用于'), row => row.label, { isHead: true }],
                  ...columns.flatMap((name, n) => (name ? [[name, (row: NonNullable<(typeof rows)[number]>) => money(row.cells[n]?.amount), { isNumber: true }] as const] : [])),
                ]}
              />
            </Sheet>
          )}
        </Loaded>
      ) : null}
    </Page>
  )
}
const money = (amount: number | null | undefined): string => (amount === null || amount === undefined ? '—' : formatMoney(amount))
