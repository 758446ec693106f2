import type { OutputOf } from '#model'
import { readQuery } from '#web/records/useRead.ts'
import { keepAnswer, lastAnswer } from '#web/session/last-answer.ts'
import { myLayout } from '../../model/layout.ts'
import { widgetNamed } from './widgetNamed.ts'

type Layout = OutputOf<typeof myLayout>
const KEPT = 'desk'

/** The layout of the home page; that of the last visit until it is there. The chunks of its widgets are loaded with it, not when they are drawn. */
export function homeQuery() {
  const asked = readQuery(myLayout, {})
  const kept = lastAnswer<Layout>(KEPT)
  if (kept) loadWidgets(kept)
  return {
    ...asked,
    queryFn: async (at: { signal: AbortSignal }) => loadWidgets(keepAnswer(KEPT, await asked.queryFn(at))),
    placeholderData: () => kept,
  }
}
function loadWidgets(layout: Layout): Layout {
  for (const { component } of layout.widgets) void widgetNamed(component)?.ahead()
  return layout
}
