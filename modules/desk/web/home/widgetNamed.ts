import type { FunctionComponent } from 'react'
import { type Lazy, lazily } from '#web/base/chunk.ts'
import { byComponent } from '#web/base/module-files.ts'

export type Widget = FunctionComponent<Record<never, never>>
const FILES = byComponent(import.meta.glob<{ default: Widget }>('/modules/*/{web,*/web}/widgets/*Widget.tsx'))
const made = new Map<string, Lazy<Widget>>()

/** Component of a declared widget (`desk/TodoWidget`), loaded on first use. */
export function widgetNamed(component: string): Lazy<Widget> | undefined {
  const load = FILES.get(component)
  if (!load) return undefined
  const known = made.get(component) ?? lazily(load)
  made.set(component, known)
  return known
}
