import { Checkbox, InputNumber } from 'antd'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { formatMoney } from '#web/values/format.ts'

interface Due {
  id: string
  item: string
  owed: number
}
interface Wanted {
  lineId: string
  defer: number
}
/** The fees that are owed: which are deferred, and how much of each. */
export function LinesInput({ value, onChange, disabled, dues }: DrawnInput & { dues: readonly Due[] }) {
  const chosen = (Array.isArray(value) ? value : []) as readonly Wanted[]
  const put = (lineId: string, defer: number | null) => {
    const others = chosen.filter(one => one.lineId !== lineId)
    onChange(defer === null ? others : [...others, { lineId, defer }])
  }
  return (
    <Stack gap={2}>
      {dues.map(({ id, item, owed }) => {
        const own = chosen.find(one => one.lineId === id)
        return (
          <Row key={id} gap={2} spread="between">
            <Checkbox checked={Boolean(own)} disabled={disabled} onChange={e => put(id, e.target.checked ? owed : null)}>
              {t('{{item}}，还欠 {{owed}}', { item, owed: formatMoney(owed) })}
            </Checkbox>
            {own ? (
              <InputNumber
                aria-label={t('{{item}}缓缴多少元', { item })}
                min={0.01}
                max={owed / 100}
                precision={2}
                disabled={disabled}
                value={own.defer / 100}
                onChange={yuan => put(id, Math.round((yuan ?? 0) * 100))}
              />
            ) : null}
          </Row>
        )
      })}
      {dues.length ? null : <p className="ql-quiet">{t('没有可以缓缴的费用')}</p>}
    </Stack>
  )
}
