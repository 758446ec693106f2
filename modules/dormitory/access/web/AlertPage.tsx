import { Button, Checkbox, DatePicker, Input, Segmented, Select } from 'antd'
import { Suspense, useState } from 'react'
import type { InputOf } from '#model'
import { lazily } from '#web/base/chunk.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { DownloadButton } from '#web/forms/DownloadButton.tsx'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { isDay } from '#web/inputs/SpanInput.tsx'
import { fromDate, toDate } from '#web/inputs/time.ts'
import { classes } from '#web/layout/classes.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { ALERT_TYPES, type AlertState, type AlertType, alertStates, OPEN_STATES } from '../model/access-alert.ts'
import { alertCounts, alertDesk, closeAlerts, exportAlerts, recompute } from '../model/alert-actions.ts'
import { AlertRow } from './AlertRow.tsx'
import style from './access.module.css'
import type { AlertItem } from './labels.ts'
import { useMore } from './useMore.ts'

const AlertPanel = lazily(() => import('./AlertPanel.tsx'))
type DeskFilters = InputOf<typeof alertDesk>
const STATES = { todo: [...OPEN_STATES], closed: ['closed'], autoClosed: ['autoClosed'], all: [] } as const satisfies Record<string, readonly AlertState[]>
const STATE_NAMES = { todo: '未处理完', closed: alertStates.labels.closed, autoClosed: alertStates.labels.autoClosed, all: '全部' } as const
const isType = (text: string | null): text is AlertType => text !== null && Object.hasOwn(ALERT_TYPES, text)

export const about: PageFile['about'] = () => ({
  use: t('门禁记录里要有人过问的情况：夜不归、晚归、长时间没有出入。'),
  who: t('宿管看自己的楼，辅导员看自己的学生。'),
  first: t('先处理最上面的，点“我来处理”别人就不会重复联系；有请假的会自动关闭。'),
})
/** 宿舍管理 → 安全门禁 → 门禁提醒: open alerts by type and age, with links to the students. */
export default function AlertPage() {
  const [params, , put] = useOwnParams()
  const [type, night, dormId, q, id] = [params.get('type'), params.get('night'), params.get('dormId'), params.get('q'), params.get('id')]
  const { view, codes, show } = useView(STATE_NAMES, { first: night || q || id ? 'all' : 'todo' })
  const asked: DeskFilters = {
    ...(isType(type) ? { type } : {}),
    ...(STATES[view].length ? { states: [...STATES[view]] } : {}),
    ...(isDay(night) ? { night } : {}),
    ...(dormId ? { dormId } : {}),
    ...(q ? { q } : {}),
    ...(id ? { id } : {}),
  }
  const list = useMore(alertDesk, asked, 'after')
  const counts = useRead(alertCounts, {}, { every: 60_000 })
  const [open, setOpen] = useState<string>()
  const shown = counts.data ?? []
  const total = shown.reduce((n, c) => n + c.today + c.day + c.older, 0)
  const old = shown.reduce((n, c) => n + c.older, 0)
  const uncertain = shown.reduce((n, c) => n + c.uncertain, 0)
  return (
    <Page
      title={t('门禁提醒')}
      actions={
        <>
          <Recompute night={isDay(night) ? night : null} dormId={dormId} />
          <DownloadButton of={exportAlerts} input={asked} />
        </>
      }
    >
      {counts.data ? (
        <p className={style.sentence} role="status">
          {total ? t('{{total}} 条还没有处理完，其中 {{old}} 条超过 36 小时；{{uncertain}} 条因设备失联不确定。', { total, old, uncertain }) : t('没有要处理的提醒。')}
        </p>
      ) : null}
      <Row className={style.tools}>
        <Segmented
          value={isType(type) ? type : 'all'}
          options={[
            { value: 'all', label: t('全部') },
            ...shown.map(c => ({ value: c.type, label: `${t(ALERT_TYPES[c.type])}${c.today + c.day + c.older ? ` ${c.today + c.day + c.older}` : ''}` })),
          ]}
          onChange={next => put({ type: next === 'all' ? undefined : String(next) })}
        />
        <Select aria-label={t('状态')} value={view} options={codes.map(value => ({ value, label: t(STATE_NAMES[value]) }))} onChange={show} />
        <DatePicker aria-label={t('夜晚')} placeholder={t('夜晚')} inputReadOnly value={fromDate(night)} onChange={day => put({ night: toDate(day) ?? undefined })} />
        <RefSelect to="dormBuilding" aria-label={t('宿舍楼')} placeholder={t('宿舍楼')} value={dormId} onChange={next => put({ dormId: next ?? undefined })} />
        <Input.Search
          aria-label={t('姓名或学号')}
          placeholder={t('姓名或学号')}
          allowClear
          defaultValue={q ?? ''}
          style={{ width: 200 }}
          onSearch={text => put({ q: text.trim() || undefined })}
        />
        {id ? <Button onClick={() => put({ id: undefined })}>{t('看全部提醒')}</Button> : null}
      </Row>
      {list.items ? null : <Loading of={list} lines={8} />}
      {list.items ? (
        list.items.length ? (
          <List key={JSON.stringify(asked)} items={list.items} onOpen={setOpen} />
        ) : (
          <Empty title={view === 'todo' ? t('没有要处理的提醒') : t('没有符合条件的提醒')} />
        )
      ) : null}
      {list.hasNextPage ? (
        <Button className={classes(style.more)} loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('更多')}
        </Button>
      ) : null}
      <Suspense>{open ? <AlertPanel id={open} onClose={() => setOpen(undefined)} /> : null}</Suspense>
    </Page>
  )
}
const isOpen = (a: AlertItem): boolean => a.state === 'open' || a.state === 'handling'
function List({ items, onOpen }: { items: readonly AlertItem[]; onOpen: (id: string) => void }) {
  const may = useCan(closeAlerts.permission)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [closing, setClosing] = useState<readonly string[]>()
  const chosen = items.filter(i => picked.has(i.id) && isOpen(i)).map(i => i.id)
  const toggle = (id: string, isOn: boolean) => setPicked(now => new Set(isOn ? [...now, id] : [...now].filter(x => x !== id)))
  const openOnes = items.filter(isOpen)
  return (
    <Sheet label={t('提醒')} isBare>
      {may && openOnes.length ? (
        <div className={style.batch}>
          <Checkbox
            checked={chosen.length === openOnes.length}
            indeterminate={chosen.length > 0 && chosen.length < openOnes.length}
            onChange={event => setPicked(new Set(event.target.checked ? openOnes.map(i => i.id) : []))}
          >
            {chosen.length ? t('已选 {{n}} 条', { n: chosen.length }) : t('全选')}
          </Checkbox>
          {chosen.length ? (
            <Button size="small" type="primary" onClick={() => setClosing(chosen)}>
              {t('处理提醒')}
            </Button>
          ) : null}
        </div>
      ) : null}
      <ul className={style.list}>
        {items.map(item => (
          <AlertRow
            key={item.id}
            item={item}
            mayHandle={may && isOpen(item)}
            isPicked={picked.has(item.id)}
            onPick={on => toggle(item.id, on)}
            onOpen={() => onOpen(item.id)}
            onClose={() => setClosing([item.id])}
          />
        ))}
      </ul>
      {closing ? (
        <ActionForm
          of={closeAlerts}
          input={{ ids: [...closing] }}
          changes={['todo']}
          onClose={() => setClosing(undefined)}
          onDone={() => setPicked(new Set())}
          note={<p className="ql-help">{t('处理 {{n}} 条提醒；处理后不再提醒，经过保留。', { n: closing.length })}</p>}
        />
      ) : null}
    </Sheet>
  )
}
function Recompute({ night, dormId }: { night: string | null; dormId: string | null }) {
  const may = useCan(recompute.permission)
  const [isOpen, setOpen] = useState(false)
  if (!may) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('重新核对')}</Button>
      {isOpen ? (
        <ActionForm
          of={recompute}
          initial={{ ...(night ? { night } : {}), ...(dormId ? { dormId } : {}) }}
          onClose={() => setOpen(false)}
          note={<p className="ql-help">{t('按现有的通行记录、请假和点名重新核对一晚；已处理的提醒不变。')}</p>}
        />
      ) : null}
    </>
  )
}
