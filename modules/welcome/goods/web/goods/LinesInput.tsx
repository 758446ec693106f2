import { Checkbox, InputNumber, Select } from 'antd'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { formatMoney } from '#web/values/format.ts'

export interface Offered {
  id: string
  name: string
  price: number
  sizes: ReadonlyArray<{ code: string } | null> | null
  isOpen: boolean
  suggested: string | null
  /** Why this size. */
  why: string | null
}
export interface Line {
  goodsId: string
  size: string | null
  qty: number
}
type Props = Pick<DrawnInput, 'value' | 'onChange' | 'disabled'> & { goods: readonly Offered[] }
/** Goods to be ordered: nothing is chosen in advance; the size that fits is proposed with its reason. */
export function GoodsLinesInput({ value, onChange, disabled, goods }: Props) {
  const chosen = (Array.isArray(value) ? value : []) as readonly Line[]
  const put = (goodsId: string, next: Line | null) => {
    const others = chosen.filter(one => one.goodsId !== goodsId)
    onChange(next ? [...others, next] : others)
  }
  return (
    <Stack gap={3}>
      {goods.map(({ id, name, price, sizes, isOpen, suggested, why }) => {
        const own = chosen.find(one => one.goodsId === id)
        const isFixed = disabled || !isOpen
        return (
          <Stack key={id} gap={1}>
            <Row gap={2} spread="between">
              <Checkbox checked={Boolean(own)} disabled={isFixed} onChange={e => put(id, e.target.checked ? { goodsId: id, size: suggested, qty: 1 } : null)}>
                {name}
              </Checkbox>
              <span className="ql-quiet">{isOpen ? formatMoney(price) : t('已截止')}</span>
            </Row>
            {own ? (
              <Row gap={2}>
                {sizes?.length ? (
                  <Select
                    aria-label={t('{{name}}的尺码', { name })}
                    value={own.size}
                    disabled={isFixed}
                    options={sizes.flatMap(s => (s ? [{ value: s.code, label: s.code }] : []))}
                    onChange={size => put(id, { ...own, size })}
                  />
                ) : null}
                <InputNumber
                  aria-label={t('{{name}}的数量', { name })}
                  min={1}
                  max={3}
                  precision={0}
                  value={own.qty}
                  disabled={isFixed}
                  onChange={qty => put(id, { ...own, qty: qty ?? 1 })}
                />
              </Row>
            ) : null}
            {own && suggested && why ? <span className="ql-quiet">{t('按{{why}}建议 {{size}}，由你自己定', { why: t(why), size: suggested })}</span> : null}
          </Stack>
        )
      })}
    </Stack>
  )
}
