import type { ReactNode } from 'react'
import { type Block, type Blocks, blocksOf, type FlowGraph } from '#flow/index.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { type Names, nameWords, summaryWords, wayAsks, wayName } from '../public/labels.ts'
import { StepIcon } from './StepIcon.tsx'
import { STANDINGS, type StepStatus } from './standing.ts'
import './picture.css'

interface OutlineProps {
  graph: FlowGraph
  names: Names
  standing?: Readonly<Record<string, StepStatus>>
  /** Step → approvers' names. */
  people?: Readonly<Record<string, string>>
  /** Additional content per step. */
  more?: (id: string) => ReactNode
}
/** The flow as a nested list for phones; branches are sublists. */
export function FlowOutline(props: OutlineProps) {
  const { graph } = props
  const blocks = blocksOf(graph)
  return (
    <div className="flow-outline">
      <Steps blocks={blocks ?? graph.nodes.map(node => ({ node }))} {...props} />
    </div>
  )
}
const Steps = ({ blocks, ...props }: OutlineProps & { blocks: Blocks }) => (
  <ol>
    {blocks.map(block => (
      <Step key={block.node.id} block={block} {...props} />
    ))}
  </ol>
)
function Step({ block, ...props }: OutlineProps & { block: Block }) {
  const { node, ways } = block
  const how = props.standing?.[node.id]
  const summary = props.people?.[node.id] ?? summaryWords(node, props.names)
  return (
    <li className={how ? `is-${how}` : ''}>
      <Row className="flow-outline-step">
        <span className={`flow-icon flow-icon-${node.type}`}>
          <StepIcon type={node.type} size={15} />
        </span>
        <span>
          <b>{nameWords(node)}</b>
          {how ? <em className={`flow-tag flow-tag-${how}`}>{t(STANDINGS[how])}</em> : null}
          {summary ? <small>{summary}</small> : null}
          {props.more?.(node.id)}
        </span>
      </Row>
      {ways?.map((way, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a branch is known by its place
        <section key={i} className="flow-outline-way">
          <h4>
            <b>{wayName(way, i, node.type === 'condition', props.names)}</b>
            <small>{wayAsks(way, node.type === 'condition', props.names)}</small>
          </h4>
          {way.steps.length ? <Steps blocks={way.steps} {...props} /> : <p className="ql-help">{t('不需要办理')}</p>}
        </section>
      ))}
    </li>
  )
}
