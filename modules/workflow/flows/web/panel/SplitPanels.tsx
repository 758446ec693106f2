import { Button, Input } from 'antd'
import { ArrowLeft, ArrowRight, Plus, Trash2 } from 'lucide-react'
import { type FlowEdge, type FlowNode, sayBranch } from '#flow/index.ts'
import { t } from '#web/i18n/index.ts'
import type { DesignAct } from '../design/design.ts'
import { ConditionInput } from '../public/ConditionInput.tsx'
import { isSplit, isUnsaid, say, wayName } from '../public/labels.ts'
import { Labelled } from './Labelled.tsx'
import type { PanelProps } from './StepPanel.tsx'

const outOf = (edges: readonly FlowEdge[], id: string): FlowEdge[] => edges.filter(edge => edge.from === id)
/** A gateway: branches in order of evaluation. */
export function SplitPanel({ node, table, disabled, rename }: PanelProps & { node: Extract<FlowNode, { type: 'condition' | 'parallel' }>; rename: (name: string) => void }) {
  const ways = outOf(table.graph.edges, node.id)
  const isAsked = node.type === 'condition'
  const isJoin = table.joins.has(node.id)
  const move = (way: number, by: -1 | 1): DesignAct => ({ kind: 'moveWay', of: node.id, way, by })
  const isDefault = (way: number): boolean => isAsked && !ways[way]?.when
  return (
    <>
      <Labelled label={t('名称')}>{id => <Input id={id} maxLength={60} disabled={disabled} value={node.name} onChange={e => rename(e.target.value)} />}</Labelled>
      {isJoin ? (
        <p className="ql-help">{t('几条路都走完才继续往下。')}</p>
      ) : (
        <div className="flow-setting">
          <span className="flow-setting-name">{isAsked ? t('从上往下依次判断，走第一条符合的') : t('几条路同时开始')}</span>
          <ol className="flow-ways">
            {ways.map((way, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a branch is known by its place
              <li key={at}>
                <button type="button" onClick={() => table.act({ kind: 'choose', chosen: { of: node.id, way: at } })}>
                  <b>{wayName(way, at, isAsked, table.names)}</b>
                  {isAsked ? <small>{way.when ? t('优先 {{n}}', { n: at + 1 }) : t('默认')}</small> : null}
                </button>
                {isDefault(at) ? null : (
                  <span>
                    <Button
                      type="text"
                      size="small"
                      disabled={table.isFixed || at === 0}
                      aria-label={t('往左移')}
                      icon={<ArrowLeft size={15} />}
                      onClick={() => table.act(move(at, -1))}
                    />
                    <Button
                      type="text"
                      size="small"
                      disabled={table.isFixed || at === ways.length - 1 || isDefault(at + 1)}
                      aria-label={t('往右移')}
                      icon={<ArrowRight size={15} />}
                      onClick={() => table.act(move(at, 1))}
                    />
                  </span>
                )}
              </li>
            ))}
          </ol>
          <Button type="dashed" size="small" disabled={table.isFixed} icon={<Plus size={14} />} onClick={() => table.act({ kind: 'addWay', of: node.id })}>
            {t('添加分支')}
          </Button>
        </div>
      )}
    </>
  )
}
/** One branch: name and condition. */
export function WayPanel({ of, way, table, flow }: Omit<PanelProps, 'disabled'> & { of: string; way: number }) {
  const disabled = table.isFixed
  const ways = outOf(table.graph.edges, of)
  const line = ways[way]
  if (!line) return null
  const isAsked = isSplit(table.graph, of)
  const put = (said: Pick<FlowEdge, 'when' | 'name'>, stroke?: string) => table.act({ kind: 'changeWay', of, way, said, ...(stroke ? { stroke } : {}) })
  const named = line.name ? { name: line.name } : {}
  const mayGo = !isAsked || line.when !== undefined || ways.length === 2
  return (
    <>
      <Labelled label={t('分支名称')} help={t('不填就显示条件本身。')}>
        {id => (
          <Input
            id={id}
            maxLength={60}
            disabled={disabled}
            value={line.name ?? ''}
            placeholder={wayName({ ...(line.when ? { when: line.when } : {}) }, way, isAsked, table.names)}
            onChange={e => put({ ...(line.when ? { when: line.when } : {}), name: e.target.value }, `${of} ${way} name`)}
          />
        )}
      </Labelled>
      {isAsked && line.when ? (
        <div className="flow-setting">
          <span className="flow-setting-name">{t('什么时候走这条')}</span>
          <ConditionInput condition={line.when} facts={flow.facts} disabled={disabled} onChange={when => put({ when, ...named }, `${of} ${way} when`)} />
          <p className="flow-said" role="status">
            {isUnsaid(line.when) ? t('还没有条件') : sayBranch(line, table.names.facts, say)}
          </p>
        </div>
      ) : null}
      {isAsked && !line.when ? <p className="ql-help">{t('其他分支都不符合时走这条，所以它没有条件。')}</p> : null}
      {mayGo ? (
        <Button danger disabled={disabled} icon={<Trash2 size={15} />} onClick={() => table.act({ kind: 'removeWay', of, way })}>
          {ways.length === 2 ? t('删除这条分支，另一条并入主线') : t('删除这条分支')}
        </Button>
      ) : null}
    </>
  )
}
