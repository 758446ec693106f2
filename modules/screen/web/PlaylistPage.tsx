import { Button, InputNumber, Select, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { Plus, Trash2 } from 'lucide-react'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { screenChoices } from '../model/device.ts'
import { LEAST_SECONDS, MOST_SECONDS, type PlaylistItem, playlist } from '../model/playlist.ts'
import type { Choice } from './deviceForm.tsx'
import style from './screens.module.css'

const USUAL: PlaylistItem = { screen: '', seconds: 30 }
const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const
/** 大屏管理 → 播放列表: screens in rotation, duration and time windows. */
export default function PlaylistPage() {
  const { data: screens } = useRead(screenChoices, {})
  const titleOf = (code: string): string => tAny(screens?.find(s => s.code === code)?.title ?? code)
  return (
    <EntityTable<typeof playlist>
      of={playlist}
      columns={[
        { key: 'name', width: 200, align: 'left' },
        { key: 'items', title: t('大屏'), width: 320, align: 'left', render: row => row.items.map(i => titleOf(i.screen)).join(t('、')) },
        { key: 'itemCount', width: 90 },
        { key: 'cycleSeconds', width: 120 },
        { key: 'isEnabled', width: 110 },
      ]}
      filters={['isEnabled']}
      detail={false}
      form={{
        size: 720,
        layout: ['name', 'isEnabled', { field: 'items', render: props => <ItemsInput {...props} of={screens ?? []} /> }],
        initial: { isEnabled: true, items: [] },
      }}
      rowActions={row => [{ label: t('预览'), onClick: () => window.open(`/datascreen/carousel?list=${row.id}`, '_blank') }]}
    />
  )
}
const asTime = (text: string | null | undefined) => (text ? dayjs(`2000-01-01T${text}`) : null)
function ItemsInput({ value, onChange, disabled, describedBy, of }: DrawnInput & { of: readonly Choice[] }) {
  const rows: readonly PlaylistItem[] = Array.isArray(value) ? value : []
  return (
    <div className={style.items} aria-describedby={describedBy}>
      <EditedRows rows={rows} onChange={onChange}>
        {(item, { at, put, drop }) => (
          <fieldset disabled={disabled}>
            <legend>{t('第 {{n}} 项', { n: at + 1 })}</legend>
            <Select
              aria-label={t('大屏')}
              placeholder={t('选择大屏')}
              value={item.screen || null}
              options={of.map(s => ({ value: s.code, label: tAny(s.title) }))}
              onChange={screen => put({ ...item, screen: screen ?? '' })}
            />
            <InputNumber
              aria-label={t('秒数')}
              suffix={t('秒')}
              min={LEAST_SECONDS}
              max={MOST_SECONDS}
              value={item.seconds}
              onChange={seconds => put({ ...item, seconds: seconds ?? USUAL.seconds })}
            />
            <TimePicker.RangePicker
              format="HH:mm"
              aria-label={t('时段')}
              placeholder={[t('全天'), t('全天')]}
              order={false}
              value={item.from && item.to ? [asTime(item.from), asTime(item.to)] : null}
              onChange={span => put({ ...item, from: span?.[0]?.format('HH:mm') ?? null, to: span?.[1]?.format('HH:mm') ?? null })}
            />
            <Select
              mode="multiple"
              aria-label={t('星期')}
              placeholder={t('每天')}
              value={[...(item.weekdays ?? [])]}
              options={WEEKDAYS.map((label, n) => ({ value: n + 1, label: t(label) }))}
              onChange={weekdays => put({ ...item, weekdays })}
            />
            <Button icon={<Trash2 size={15} />} onClick={drop} aria-label={t('去掉第 {{n}} 项', { n: at + 1 })} />
          </fieldset>
        )}
      </EditedRows>
      <Button icon={<Plus size={15} />} disabled={disabled} onClick={() => onChange([...rows, USUAL])}>
        {t('加一项')}
      </Button>
    </div>
  )
}
