import type { ReactNode } from 'react'
import type { Action, Fields, OutputOf } from '#model'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { useRead } from '#web/records/useRead.ts'

interface MyTasksProps<A extends Action> {
  of: A
  nothing: string
  children: (task: OutputOf<A>) => ReactNode
}
/** A student's own tasks of one kind, those to be answered first. */
export function MyTasks<A extends Action<Record<never, never>, Fields, true>>({ of, nothing, children }: MyTasksProps<A>) {
  const read = useRead<Action>(of, {})
  const tasks = read.data as ReadonlyArray<OutputOf<A>> | undefined
  if (!tasks) return <Loading of={read} lines={6} />
  return tasks.length ? tasks.map(children) : <Empty title={nothing} />
}
