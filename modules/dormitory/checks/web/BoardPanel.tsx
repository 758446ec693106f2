import { Progress } from 'antd'
import { useState } from 'react'
import { percentOf } from '#model/percent.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { State } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { MISSING } from '#web/values/format.ts'
import { checkBoard } from '../model/staff-actions.ts'
import style from './own.module.css'

type Board = AnswerOf<typeof checkBoard>
const EVERY = 15_000

/** Progress by building, and each checker's mean. */
export default function BoardPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const read = useRead(checkBoard, { id }, { every: EVERY })
  const { data } = read
  return (
    <Panel open={isOpen} size={720} title={data?.name ?? t('检查进度')} onClose={() => setOpen(false)} afterClose={onClose}>
      {data ? <Whole board={data} /> : <Loading of={read} lines={8} />}
    </Panel>
  )
}
function Whole({ board }: { board: Board }) {
  if (!board.rooms) return <Empty title={t('发布后才确定检查哪些房间')} />
  return (
    <Stack className={style.board}>
      <p role="status">
        <b>{t('已查 {{done}} 间，共 {{n}} 间', { done: board.done, n: board.rooms })}</b>
        {t('，')}
        {[
          board.mean === null ? t('还没有得分') : t('平均 {{n}} 分', { n: board.mean }),
          t('不合格 {{n}} 间', { n: board.failed }),
          ...(board.invalid ? [t('无人或未能进入 {{n}} 间', { n: board.invalid })] : []),
        ].join(t('，'))}
      </p>
      <Dorms board={board} />
      <Checkers board={board} />
    </Stack>
  )
}
const Dorms = ({ board }: { board: Board }) => (
  <section aria-label={t('楼栋')}>
    <PlainTable
      label={t('楼栋')}
      rows={board.dorms}
      keyOf={d => d.id}
      columns={[
        [t('楼栋'), d => d.name],
        [
          t('进度'),
          d => <Progress percent={percentOf(d.done, d.rooms) ?? 0} size="small" aria-label={t('{{name}} 进度', { name: d.name })} format={() => `${d.done}/${d.rooms}`} />,
        ],
        [t('平均分'), d => d.mean ?? MISSING],
        [t('不合格'), d => d.failed],
      ]}
    />
  </section>
)
const Checkers = ({ board }: { board: Board }) => (
  <section aria-label={t('检查人')}>
    <h2>{t('检查人')}</h2>
    <PlainTable
      label={t('检查人')}
      empty={t('还没有人检查')}
      rows={board.checkers}
      keyOf={c => c.id}
      columns={[
        [t('姓名'), c => c.name],
        [t('房间'), c => c.rooms],
        [t('平均分'), c => c.mean ?? MISSING],
        [t('和别人相比'), c => <Deviation of={c} />],
      ]}
    />
  </section>
)
const Deviation = ({ of: { deviation, isFlagged } }: { of: Board['checkers'][number] }) => {
  if (deviation === null) return MISSING
  return isFlagged ? <State tone="attention">{t('偏差大：{{n}} 倍标准差', { n: deviation })}</State> : t('{{n}} 倍标准差', { n: deviation })
}
