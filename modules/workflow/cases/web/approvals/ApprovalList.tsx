import { Button, Checkbox } from 'antd'
import { useNavigate } from 'react-router'
import { StateTag } from '#web/feedback/State.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import { Cards } from '#web/records/Cards.tsx'
import { Grid, type GridColumn } from '#web/records/Grid.tsx'
import type { Selection } from '#web/records/useSelection.ts'
import { dueText } from '#web/values/due.ts'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import { instanceStates, LOG_ACTIONS } from '../../model/instance.ts'
import style from '../public/cases.module.css'
import { caseLink, type ItemRow, type Tab } from './asked.ts'
import { useLongPress } from './useLongPress.ts'

interface ApprovalListProps {
  rows: readonly ItemRow[]
  tab: Tab
  params: URLSearchParams
  isLoading: boolean
  /** Selectable rows: by long press on a phone. */
  selection: Selection<ItemRow> | undefined
}
/** Rows of one tab: a table, cards on phones. */
export function ApprovalList({ rows, tab, params, isLoading, selection }: ApprovalListProps) {
  const isNarrow = useNarrow()
  const navigate = useNavigate()
  const open = (row: ItemRow) => void navigate(caseLink(row, params))
  const shared = { label: t('申请'), columns: columnsOf(tab, open), rows, isLoading, ...(selection ? { selected: selection.ids, onSelect: selection.select } : {}) }
  if (isNarrow) return <Cards<ItemRow> {...shared} card={row => <PhoneCard row={row} tab={tab} selection={selection} onOpen={() => open(row)} />} />
  return (
    <Grid<ItemRow>
      {...shared}
      acts={row => (
        <Button type="link" size="small" onClick={() => open(row)}>
          {tab === 'todo' ? t('审批#verb') : t('查看')}
        </Button>
      )}
      actsWidth={88}
      onOpen={open}
    />
  )
}
const Due = ({ row }: { row: ItemRow }) => {
  const { text, tone } = dueText(row)
  return <span data-due={tone}>{text}</span>
}
function Subject({ row, onOpen }: { row: ItemRow; onOpen: () => void }) {
  return (
    <span className={style.subject}>
      <button type="button" className="ql-link" onClick={onOpen}>
        {row.title}
      </button>
      <small>
        {[row.onBehalfOfName ? t('代 {{name}}', { name: row.onBehalfOfName }) : '', row.urgedCount ? t('催办 {{n}} 次', { n: row.urgedCount }) : '', row.summary]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </span>
  )
}
function columnsOf(tab: Tab, open: (row: ItemRow) => void): Array<GridColumn<ItemRow>> {
  const state: GridColumn<ItemRow> = { key: 'state', title: t('状态'), width: 110, cell: row => <StateTag of={instanceStates} state={row.state} /> }
  const last: Readonly<Record<Tab, Array<GridColumn<ItemRow>>>> = {
    todo: [
      { key: 'node', title: t('环节'), width: 130, cell: row => row.nodeName ?? MISSING },
      { key: 'arrivedAt', title: t('到达'), width: 130, cell: row => formatDatetime(row.arrivedAt) },
      { key: 'due', title: t('期限'), width: 140, cell: row => <Due row={row} /> },
    ],
    done: [
      { key: 'node', title: t('环节'), width: 130, cell: row => row.nodeName ?? MISSING },
      { key: 'action', title: t('我的处理'), width: 110, cell: row => (row.action ? t(LOG_ACTIONS[row.action]) : MISSING) },
      { key: 'arrivedAt', title: t('到达'), width: 130, cell: row => formatDatetime(row.arrivedAt) },
      state,
    ],
    started: [
      { key: 'node', title: t('当前环节'), width: 140, cell: row => row.nodeName ?? MISSING },
      { key: 'waitsFor', title: t('当前处理人'), width: 140, cell: row => row.waitsFor ?? MISSING },
      { key: 'arrivedAt', title: t('提交'), width: 130, cell: row => formatDatetime(row.arrivedAt) },
      state,
    ],
    cc: [
      { key: 'arrivedAt', title: t('抄送'), width: 130, cell: row => formatDatetime(row.arrivedAt) },
      { key: 'readAt', title: t('阅读'), width: 130, cell: row => (row.readAt ? formatDatetime(row.readAt) : <b>{t('未读')}</b>) },
      state,
    ],
  }
  return [
    { key: 'title', title: t('申请'), width: 320, align: 'left', cell: row => <Subject row={row} onOpen={() => open(row)} /> },
    ...(tab === 'started' ? [] : [{ key: 'applicantName', title: t('申请人'), width: 110, cell: (row: ItemRow) => row.applicantName ?? MISSING }]),
    { key: 'processType', title: t('业务类型'), width: 120, cell: row => row.processTypeName },
    ...last[tab],
  ]
}
interface PhoneCardProps {
  row: ItemRow
  tab: Tab
  selection: Selection<ItemRow> | undefined
  onOpen: () => void
}
/** A tap opens a card; a long press selects it, and during selection a tap selects, too. */
function PhoneCard({ row, tab, selection, onOpen }: PhoneCardProps) {
  const isTicked = selection?.ids.has(row.id) ?? false
  const toggle = selection && (() => selection.select([row], !isTicked))
  const isChoosing = (selection?.count ?? 0) > 0
  const press = useLongPress(toggle)
  return (
    <div className={style.card} data-approval {...press}>
      {isChoosing && toggle ? <Checkbox checked={isTicked} onChange={toggle} aria-label={t('选择“{{title}}”', { title: row.title })} /> : null}
      <button type="button" onClick={isChoosing && toggle ? toggle : onOpen}>
        <span>
          <b>{row.title}</b>
          {tab === 'todo' ? <Due row={row} /> : <StateTag of={instanceStates} state={row.state} />}
        </span>
        {row.summary ? <small>{row.summary}</small> : null}
        <small>
          {[row.applicantName, row.processTypeName, row.nodeName, row.onBehalfOfName ? t('代 {{name}}', { name: row.onBehalfOfName }) : '', formatDatetime(row.arrivedAt)]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </button>
    </div>
  )
}
