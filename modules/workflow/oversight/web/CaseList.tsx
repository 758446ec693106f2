import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { InputOf } from '#model'
import style from '#modules/workflow/cases/web/public/cases.module.css'
import { type Act, RowActs } from '#web/feedback/Acts.tsx'
import { Empty, NothingFound } from '#web/feedback/Empty.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Cards } from '#web/records/Cards.tsx'
import { Grid, type GridColumn } from '#web/records/Grid.tsx'
import { Pager } from '#web/records/Pager.tsx'
import { pagingPart } from '#web/records/paging.ts'
import { useSession } from '#web/session/useCan.ts'
import { formatDuration } from '#web/values/duration.ts'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import { jumpCase, reassignTask, suspendCase, voidCase } from '../../cases/model/decide.ts'
import { instanceStates } from '../../cases/model/instance.ts'
import { type Forced, ForcedDialog } from '../../cases/web/public/ForcedDialog.tsx'
import type { searchCases } from '../model/oversight.ts'

type CaseHit = AnswerOf<typeof searchCases>['result'][number]
interface CaseListProps {
  rows: readonly CaseHit[]
  isLoading: boolean
  total: number
  asked: InputOf<typeof searchCases>
  conditions: number
  clear: () => void
  put: (part: Readonly<Record<string, string | null>>) => void
}
/** The matching cases; running ones have administrative actions. */
export function CaseList({ rows, isLoading, total, asked, conditions, clear, put }: CaseListProps) {
  const navigate = useNavigate()
  const narrow = useNarrow()
  const actsOf = useForcedActs()
  const [forced, setForced] = useState<{ instanceId: string; act: Forced }>()
  const open = (row: CaseHit) => void navigate(`/workflow/case/${row.id}`)
  const acts = (row: CaseHit) => <RowActs acts={[{ label: t('查看'), onClick: () => open(row) }, ...actsOf(row, act => setForced({ instanceId: row.id, act }))]} shown={1} />
  const shared = { label: t('申请'), columns: columnsOf(open), rows, isLoading, acts }
  return (
    <>
      {!isLoading && !rows.length ? (
        conditions ? (
          <NothingFound label={t('申请')} conditions={conditions} onClear={clear} />
        ) : (
          <Empty title={t('还没有申请')} />
        )
      ) : narrow ? (
        <Cards<CaseHit> {...shared} stateKey="state" />
      ) : (
        <Grid<CaseHit> {...shared} actsWidth={112} onOpen={open} />
      )}
      <Pager state={{ page: asked.current ?? 1, size: asked.size ?? 20 }} total={total} onChange={part => put(pagingPart(part))} />
      {forced ? <ForcedDialog {...forced} onClose={() => setForced(undefined)} /> : null}
    </>
  )
}
const RUNNING: ReadonlySet<string> = new Set(['pending', 'returned', 'suspended'])
/** Administrative actions for a case; checked again by the server. */
function useForcedActs(): (row: CaseHit, ask: (act: Forced) => void) => Act[] {
  const { can } = useSession()
  return (row, ask) => {
    if (!RUNNING.has(row.state)) return []
    const isSuspended = row.state === 'suspended'
    const offered: ReadonlyArray<readonly [act: Forced, label: string, permission: string, when: boolean]> = [
      ['suspend', t('暂停'), suspendCase.permission, !isSuspended],
      ['resume', t('恢复'), suspendCase.permission, isSuspended],
      ['jump', t('跳转'), jumpCase.permission, row.state === 'pending'],
      ['reassign', t('改派'), reassignTask.permission, row.state === 'pending'],
      ['void', t('作废'), voidCase.permission, true],
    ]
    return offered.flatMap(([act, label, permission, when]) => (when && can(permission) ? [{ label, danger: act === 'void', onClick: () => ask(act) }] : []))
  }
}
function columnsOf(open: (row: CaseHit) => void): Array<GridColumn<CaseHit>> {
  return [
    {
      key: 'title',
      title: t('申请'),
      width: 280,
      align: 'left',
      cell: row => (
        <span className={style.subject}>
          <button type="button" className="ql-link" onClick={() => open(row)}>
            {row.title}
          </button>
          <small>{t('{{flow}}，第 {{no}} 版', { flow: row.defName, no: row.defNo })}</small>
        </span>
      ),
    },
    { key: 'state', title: t('状态'), width: 110, cell: row => <StateTag of={instanceStates} state={row.state} /> },
    { key: 'currentNodes', title: t('当前环节'), width: 140, cell: row => row.currentNodes ?? MISSING },
    { key: 'waitsFor', title: t('当前处理人'), width: 140, cell: row => row.waitsFor ?? MISSING },
    {
      key: 'waitsSince',
      title: t('已等'),
      width: 120,
      cell: row => {
        if (!row.waitsSince) return MISSING
        const isLate = row.dueAt !== null && Date.parse(row.dueAt) < Date.now()
        return <span data-due={isLate ? 'late' : undefined}>{formatDuration(Date.now() - Date.parse(row.waitsSince))}</span>
      },
    },
    { key: 'applicantName', title: t('申请人'), width: 110, cell: row => row.applicantName ?? MISSING },
    { key: 'processType', title: t('业务类型'), width: 120, cell: row => row.processTypeName },
    { key: 'startedAt', title: t('提交'), width: 130, cell: row => formatDatetime(row.startedAt) },
    { key: 'endedAt', title: t('结束'), width: 130, cell: row => (row.endedAt ? formatDatetime(row.endedAt) : MISSING) },
  ]
}
