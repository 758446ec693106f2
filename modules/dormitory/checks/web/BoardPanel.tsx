import { Progress } from 'antd'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { State } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { checkBoard } from '../model/staff-actions.ts'
import './check.css'
import './own.css'

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
    <Stack className="check-board">
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
    <table className="ql-plain">
      <thead>
        <tr>
          <th>{t('楼栋')}</th>
          <th>{t('进度')}</th>
          <th>{t('平均分')}</th>
          <th>{t('不合格')}</th>
        </tr>
      </thead>
      <tbody>
        {board.dorms.map(d =>
          d ? (
            <tr key={d.id}>
              <td>{d.name}</td>
              <td>
                <Progress
                  percent={Math.round((d.done / Math.max(1, d.rooms)) * 100)}
                  size="small"
                  aria-label={t('{{name}} 进度', { name: d.name })}
                  format={() => `${d.done}/${d.rooms}`}
                />
              </td>
              <td>{d.mean ?? '—'}</td>
              <td>{d.failed}</td>
            </tr>
          ) : null,
        )}
      </tbody>
    </table>
  </section>
)
const Checkers = ({ board }: { board: Board }) => (
  <section aria-label={t('检查人')}>
    <h2>{t('检查人')}</h2>
    {board.checkers.length ? (
      <table className="ql-plain">
        <thead>
          <tr>
            <th>{t('姓名')}</th>
            <th>{t('房间')}</th>
            <th>{t('平均分')}</th>
            <th>{t('和别人相比')}</th>
          </tr>
        </thead>
        <tbody>
          {board.checkers.map(c =>
            c ? (
              <tr key={c.id}>
                <td>{c.name}</td>
                <td>{c.rooms}</td>
                <td>{c.mean ?? '—'}</td>
                <td>
                  {c.deviation === null ? (
                    '—'
                  ) : c.isFlagged ? (
                    <State tone="attention">{t('偏差大：{{n}} 倍标准差', { n: c.deviation })}</State>
                  ) : (
                    t('{{n}} 倍标准差', { n: c.deviation })
                  )}
                </td>
              </tr>
            ) : null,
          )}
        </tbody>
      </table>
    ) : (
      <p className="ql-quiet">{t('还没有人检查')}</p>
    )}
  </section>
)
