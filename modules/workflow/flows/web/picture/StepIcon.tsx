import { ClipboardPen, Flag, Hourglass, type LucideIcon, Merge, Send, Split, Stamp, UserRound, Waypoints, Workflow, Zap } from 'lucide-react'
import type { FlowNode } from '#flow/index.ts'

const ICONS: Readonly<Record<FlowNode['type'], LucideIcon>> = {
  start: UserRound,
  approve: Stamp,
  handle: ClipboardPen,
  cc: Send,
  condition: Split,
  parallel: Waypoints,
  wait: Hourglass,
  auto: Zap,
  sub: Workflow,
  end: Flag,
}
/** The sign of a kind of step. */
export function StepIcon({ type, isJoin, size = 16 }: { type: FlowNode['type']; isJoin?: boolean; size?: number }) {
  const Icon = isJoin ? Merge : ICONS[type]
  return <Icon size={size} strokeWidth={1.75} aria-hidden="true" className="icon" />
}
