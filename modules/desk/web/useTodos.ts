import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { InputOf, OutputOf } from '#model'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { followNews } from '#web/http/live.ts'
import { readQuery, useRead } from '#web/records/useRead.ts'
import { entityKey } from '#web/values/address.ts'
import { myTodos, todoStanding } from '../model/todo.ts'
import type { DayItem } from './day/day-cards.ts'

export type Todo = OutputOf<typeof myTodos>['result'][number]
/** The user's todos, refetched on a live event. */
export function useTodos(query: InputOf<typeof myTodos>) {
  const client = useQueryClient()
  useEffect(() => followNews('todo', () => void client.invalidateQueries({ queryKey: entityKey('todo') })), [client])
  return useRead(myTodos, query, { keeps: true })
}
/** Opens the page of a todo; external addresses open in a new tab. */
export function useOpenTodo(): (todo: Pick<Todo, 'id' | 'link' | 'mobileLink' | 'state' | 'bizType' | 'bizId'>) => void {
  const navigate = useNavigate()
  const isNarrow = useNarrow()
  return todo => {
    // closed todos show how they ended, never a form that is no longer valid
    if (todo.state !== 'open') return void navigate(`/personal/todo/${encodeURIComponent(todo.bizType)}/${encodeURIComponent(todo.bizId)}`)
    const link = (isNarrow && todo.mobileLink) || todo.link
    if (/^https?:\/\//i.test(link)) window.open(link, '_blank', 'noopener,noreferrer')
    else navigate(link)
  }
}
/** Opens a to-do as it stands by now: what somebody else has handled since the list was read shows by whom and when (60-CD7). */
export function useOpenCurrent(): (todo: DayItem) => Promise<void> {
  const client = useQueryClient()
  const open = useOpenTodo()
  return async one => open(one.coveredName ? one : await client.fetchQuery(readQuery(todoStanding, { id: one.id })))
}
