import type { ReactNode } from 'react'
import type { FlowNode } from '#flow/index.ts'
import { type Names, nameWords, summaryWords } from '../public/labels.ts'
import { StepIcon } from './StepIcon.tsx'
import { isPill } from './sizes.ts'

/** Content of a step's card; the frame is drawn by the parent. */
export function StepCard({ node, names, isJoin, children }: { node: FlowNode; names: Names; isJoin?: boolean; children?: ReactNode }) {
  if (isPill(node))
    return (
      <span className="flow-pill">
        {node.type === 'end' ? null : <StepIcon type={node.type} isJoin={isJoin === true} size={15} />}
        <b>{nameWords(node)}</b>
      </span>
    )
  return (
    <span className="flow-card-in">
      <span className={`flow-icon flow-icon-${node.type}`}>
        <StepIcon type={node.type} />
      </span>
      <span className="flow-card-text">
        <b>{nameWords(node)}</b>
        <small>{summaryWords(node, names)}</small>
        {children}
      </span>
    </span>
  )
}
