import { createContext, useContext } from 'react'
import type { FlowGraph } from '#model/flow/index.ts'
import type { FlowProblem } from '../../model/process-design.ts'
import type { Names } from '../picture/labels.ts'
import type { Chosen, DesignAct } from './design.ts'
import type { Usual } from './dwell.ts'

/** What everything on the canvas sees: the drawing, what is chosen and how it is shown. */
export interface Table {
  graph: FlowGraph
  names: Names
  chosen: Chosen | undefined
  isReadOnly: boolean
  /** Steps and branches cannot come, go or move: it is only read, or the ways of the drawing are no blocks. */
  isFixed: boolean
  joins: ReadonlySet<string>
  usual: ReadonlyMap<string, Usual>
  /** By the key of the step or branch they are about. */
  problems: ReadonlyMap<string, readonly FlowProblem[]>
  /** Beside another version: what is new here and what is said differently. */
  marks: ReadonlyMap<string, 'added' | 'changed'>
  /** The way a simulated case takes: steps, and lines as `from>to`. */
  lit: { nodes: ReadonlySet<string>; edges: ReadonlySet<string> } | undefined
  act: (act: DesignAct) => void
}
export const TableContext = createContext<Table | undefined>(undefined)
export function useTable(): Table {
  const table = useContext(TableContext)
  if (!table) throw new Error('useTable is used outside the designer')
  return table
}
