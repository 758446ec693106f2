import type { Node, NodeProps } from '@xyflow/react'
import { Button, Dropdown, Tooltip } from 'antd'
import { ArrowDown, ArrowUp, Copy, Ellipsis, Plus, Trash2, TriangleAlert } from 'lucide-react'
import { type FlowEdge, type FlowNode, type GraphPosition, type NewType, NODE_TYPES } from '#flow/index.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import type { FlowProblem } from '../../model/process-design.ts'
import { StepCard } from '../picture/StepCard.tsx'
import { StepIcon } from '../picture/StepIcon.tsx'
import { isPill } from '../picture/sizes.ts'
import { isSplit, isUnsaid, minutesWords, nameWords, typeWords, wayAsks, wayName } from '../public/labels.ts'
import { keyOf } from './design.ts'
import { isSame } from './neighbours.ts'
import { useTable } from './table.ts'

export type StepItem = Node<{ node: FlowNode }, 'step'>
export type HeadItem = Node<{ of: string; way: number; edge: number }, 'head'>
export type SlotItem = Node<{ spot: GraphPosition; near: string }, 'slot'>

const TAGS = { added: '新增', changed: '有修改' } as const
/** A step on the canvas: click selects, the menu copies, moves and removes. */
export function StepOnCanvas({ data: { node } }: NodeProps<StepItem>) {
  const table = useTable()
  const { problems, marks, lit, usual } = table
  const isChosen = isSame(table.chosen, { node: node.id })
  const wrong = problems.get(node.id)
  const mark = marks.get(node.id)
  const isLit = lit?.nodes.has(node.id)
  const pill = isPill(node)
  const frame = [
    pill ? 'flow-pill-frame' : 'flow-card',
    `is-${node.type}`,
    isChosen && 'is-chosen',
    isLit && 'is-lit',
    lit && !isLit && 'is-dim',
    wrong && 'is-wrong',
    mark && `is-${mark}`,
  ]
  const time = usual.get(node.id)
  return (
    <div className={frame.filter(Boolean).join(' ')}>
      <button type="button" className="flow-hit" data-key={node.id} aria-pressed={isChosen} onClick={() => table.act({ kind: 'choose', chosen: { node: node.id } })}>
        <span className="visually-hidden">{t('{{type}}：', { type: typeWords(node) })}</span>
        <StepCard node={node} isJoin={table.joins.has(node.id)} names={table.names}>
          {time ? (
            <span className={time.isSlow ? 'flow-time is-slow' : 'flow-time'}>
              <i>
                <i style={{ width: `${Math.max(6, Math.round(time.share * 100))}%` }} />
              </i>
              {time.isSlow ? t('中位数 {{time}}，偏慢', { time: minutesWords(time.medianMin) }) : t('中位数 {{time}}', { time: minutesWords(time.medianMin) })}
            </span>
          ) : null}
        </StepCard>
        <Wrong problems={wrong} />
      </button>
      {mark ? <em className={`flow-tag flow-tag-${mark}`}>{t(TAGS[mark])}</em> : null}
      {wrong ? (
        <Tooltip title={wrong.map(p => p.text).join('\n')}>
          <TriangleAlert size={15} className="flow-wrong" aria-hidden="true" />
        </Tooltip>
      ) : null}
      {table.isFixed || node.type === 'start' || node.type === 'end' ? null : <StepMenu node={node} />}
      {!table.isFixed && (node.type === 'condition' || node.type === 'parallel') && !table.joins.has(node.id) ? (
        <button type="button" className="flow-add-way nodrag nopan" onClick={() => table.act({ kind: 'addWay', of: node.id })}>
          <Plus size={13} />
          {t('添加分支')}
        </button>
      ) : null}
    </div>
  )
}
/** Problems of the step for screen readers. */
const Wrong = ({ problems }: { problems: readonly FlowProblem[] | undefined }) =>
  problems ? <span className="visually-hidden">{problems.map(p => p.text).join(t('；'))}</span> : null
function StepMenu({ node }: { node: FlowNode }) {
  const { act } = useTable()
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'duplicate', icon: <Copy size={15} />, label: t('复制') },
          { key: 'up', icon: <ArrowUp size={15} />, label: t('上移') },
          { key: 'down', icon: <ArrowDown size={15} />, label: t('下移') },
          { key: 'remove', danger: true, icon: <Trash2 size={15} />, label: t('删除') },
        ],
        onClick: ({ key }) => {
          if (key === 'up' || key === 'down') act({ kind: 'move', id: node.id, by: key === 'up' ? -1 : 1 })
          else act({ kind: key === 'remove' ? 'remove' : 'duplicate', id: node.id })
        },
      }}
    >
      <Button type="text" size="small" className="flow-more nodrag nopan" aria-label={t('“{{name}}”的更多操作', { name: nameWords(node) })} icon={<Ellipsis size={16} />} />
    </Dropdown>
  )
}
/** Head of a branch: name, condition, order. */
export function HeadOnCanvas({ data: { of, way, edge } }: NodeProps<HeadItem>) {
  const table = useTable()
  const line = table.graph.edges[edge]
  if (!line) return null
  const isAsked = isSplit(table.graph, of)
  const isChosen = isSame(table.chosen, { of, way })
  const isLit = table.lit ? table.lit.edges.has(`${line.from}>${line.to}`) && isOnlyTo(table.graph.edges, line) : false
  const asks = wayAsks(line, isAsked, table.names)
  const wrong = table.problems.get(keyOf({ of, way }))
  const rank = isAsked ? (line.when ? t('优先 {{n}}', { n: way + 1 }) : t('默认')) : ''
  return (
    <div
      className={['flow-head', isChosen && 'is-chosen', isLit && 'is-lit', table.lit && !isLit && 'is-dim', (wrong || isUnsaid(line.when)) && 'is-wrong'].filter(Boolean).join(' ')}
    >
      <button type="button" className="flow-hit" data-key={keyOf({ of, way })} aria-pressed={isChosen} onClick={() => table.act({ kind: 'choose', chosen: { of, way } })}>
        <span className="visually-hidden">{t('{{type}}：', { type: t('分支') })}</span>
        <span className="flow-head-in">
          <b className={asks ? 'is-short' : ''}>{wayName(line, way, isAsked, table.names)}</b>
          {asks ? <small>{asks}</small> : null}
          {rank ? <em>{rank}</em> : null}
        </span>
        <Wrong problems={wrong} />
      </button>
    </div>
  )
}
/** Two empty branches to the same step look the same: the picture cannot tell which was taken. */
const isOnlyTo = (edges: readonly FlowEdge[], line: FlowEdge): boolean => edges.filter(edge => edge.from === line.from && edge.to === line.to).length === 1

const HINTS: Readonly<Record<NewType, string>> = {
  approve: '有人同意或驳回',
  handle: '有人办事并说明',
  cc: '只告知，不用处理',
  condition: '按条件走不同的路',
  parallel: '几条路同时走',
  wait: '过一段时间再往下',
  auto: '系统自己做一件事',
  sub: '走另一个流程',
}
const TYPES = Object.keys(NODE_TYPES) as NewType[]
/** A plus on the line, to insert a step. */
export function SlotOnCanvas({ data: { spot, near } }: NodeProps<SlotItem>) {
  const { act } = useTable()
  return (
    <Dropdown
      trigger={['click']}
      placement="bottom"
      menu={{
        className: 'flow-insert',
        items: TYPES.map(type => ({
          key: type,
          label: (
            <Row as="span" className="flow-insert-row">
              <span className={`flow-icon flow-icon-${type}`}>
                <StepIcon type={type} size={15} />
              </span>
              <span>
                {t(NODE_TYPES[type])}
                <small>{t(HINTS[type])}</small>
              </span>
            </Row>
          ),
        })),
        onClick: ({ key }) => {
          const type = TYPES.find(one => one === key)
          if (type) act({ kind: 'insert', spot, type, names: t })
        },
      }}
    >
      <button type="button" className="flow-slot nodrag nopan" aria-label={near}>
        <Plus size={14} />
      </button>
    </Dropdown>
  )
}
