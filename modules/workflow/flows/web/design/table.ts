import { createContext, useContext } from 'react'
import type { FlowGraph } from '#flow/index.ts'
import type { FlowProblem } from '../../model/process-design.ts'
import type { Names } from '../public/labels.ts'
import type { Chosen, DesignAct } from './design.ts'
import type { Usual } from './dwell.ts'

/** Context of the canvas: graph, selection and display state. */
export interface Table {
  graph: FlowGraph
  names: Names
  chosen: Chosen | undefined
  isReadOnly: boolean
  /** Structure is locked: read-only, or the graph is not block-structured. */
  isFixed: boolean
  joins: ReadonlySet<string>
  usual: ReadonlyMap<string, Usual>
  /** By key of the step or branch. */
  problems: ReadonlyMap<string, readonly FlowProblem[]>
  /** When comparing: added and changed elements. */
  marks: ReadonlyMap<string, 'added' | 'changed'>
  /** Path of a simulated case: steps, and edges as `from>to`. */
  lit: { nodes: ReadonlySet<string>; edges: ReadonlySet<string> } | undefined
  act: (act: DesignAct) => void
}
export const TableContext = createContext<Table | undefined>(undefined)
export function useTable(): Table {
  const table = useContext(TableContext)
  if (!table) throw new Error('useTable is used outside the designer')
  return table
}
