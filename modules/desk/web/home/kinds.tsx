import { BellRing, ClipboardCheck, ListChecks } from 'lucide-react'
import type { Tint } from '#web/theme/Avatar.tsx'
import { tintStyle } from '#web/theme/Avatar.tsx'
import deskStyle from '../desk.module.css'
import type { Todo } from '../useTodos.ts'

const ICONS = { approval: ClipboardCheck, task: ListChecks, reminder: BellRing } as const
const TINTS: Readonly<Record<Todo['kind'], Tint>> = { approval: 'blue', task: 'qing', reminder: 'ochre' }

/** Icon tile of a todo's kind. */
export function KindTile({ todo, size = 32 }: { todo: Pick<Todo, 'kind' | 'isOverdue'>; size?: number }) {
  const Icon = ICONS[todo.kind]
  const style = todo.isOverdue ? { background: 'var(--ql-red-bg)', color: 'var(--ql-red-text)' } : tintStyle(TINTS[todo.kind])
  return (
    <i className={deskStyle.tile} style={{ ...style, width: size, height: size }}>
      <Icon size={Math.round(size * 0.53)} strokeWidth={1.75} aria-hidden="true" />
    </i>
  )
}
